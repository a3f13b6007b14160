/// Values by generation; generations only increase, so the list is sorted and supports binary search.
///
/// A removed value leaves a gap; gaps are closed when they make up more than half of the list. Complexity:
/// O(log n) to find a value, amortized the same to remove one, amortized O(1) to append one.
struct GenerationList<Value> {
  private struct Place {
    let generation: UInt64
    /// The value; nil in a gap.
    var value: Value?
  }

  private var places: [Place] = []
  /// The index of the oldest value; there are only gaps before it.
  private var start = 0
  /// The number of values.
  private var count = 0

  var isEmpty: Bool { count == 0 }

  /// The generation of the oldest value.
  var first: UInt64? { isEmpty ? nil : places[start].generation }

  /// The generations of all values, oldest first.
  var generations: [UInt64] {
    var generations: [UInt64] = []
    forEach { generation, _ in generations.append(generation) }
    return generations
  }

  /// Calls a closure with each value, oldest first.
  func forEach(_ body: (_ generation: UInt64, _ value: Value) -> Void) {
    for index in start..<places.count {
      if let value = places[index].value { body(places[index].generation, value) }
    }
  }

  subscript(generation: UInt64) -> Value? {
    index(of: generation).flatMap { places[$0].value }
  }

  func contains(_ generation: UInt64) -> Bool {
    guard let index = index(of: generation) else { return false }
    return places[index].value != nil
  }

  mutating func append(_ value: Value, generation: UInt64) {
    precondition(places.last.map { $0.generation < generation } ?? true, "generations only grow")
    places.append(Place(generation: generation, value: value))
    count += 1
  }

  /// Changes a value in place, if it exists.
  mutating func change(_ generation: UInt64, _ body: (inout Value) -> Void) {
    guard let index = index(of: generation), var value = places[index].value.take() else { return }
    body(&value)
    places[index].value = value
  }

  /// Removes and returns a value.
  mutating func remove(_ generation: UInt64) -> Value? {
    guard let index = index(of: generation), let value = places[index].value.take() else { return nil }
    count -= 1
    while let last = places.last, last.value == nil { places.removeLast() }
    guard count > 0 else {
      if places.capacity > 64 { places = [] }
      start = 0
      return value
    }
    while places[start].value == nil { start += 1 }
    if places.count > 2 * count + 8 {
      places.removeAll { $0.value == nil }
      start = 0
    }
    return value
  }

  private func index(of generation: UInt64) -> Int? {
    let index = places[start...].firstIndex(notBefore: { $0.generation < generation })
    return index < places.count && places[index].generation == generation ? index : nil
  }
}
