/// What a field held when it was read last, so that it can be compared and nothing is kept that it refers to.
struct StateSnapshot: ValueVisitor {
  /// A model's `==` may look at its identity only; what changed in it is a change.
  static var trustsEquality: Bool { false }

  /// Types and numbers, apart from the rest because most of what a state holds is compared as such.
  private var words: [Int] = []
  private var plainValues: [AnyHashable] = []
  /// How many of each are the same as when the field was read before.
  private var (sameWords, samePlainValues) = (0, 0)
  private var isOther = false

  /// Begins to read the field again.
  mutating func begin() {
    (sameWords, samePlainValues) = (0, 0)
    isOther = false
  }

  /// Ends the reading.
  ///
  /// - Returns: whether the field holds something else than before.
  mutating func end() -> Bool {
    if !isOther, sameWords < words.count || samePlainValues < plainValues.count { setOther() }
    return isOther
  }

  mutating func visit(type: Int) { visit(number: type) }

  mutating func visit(number: Int) {
    if !isOther {
      if sameWords < words.count, words[sameWords] == number {
        sameWords += 1
        return
      }
      setOther()
    }
    words.append(number)
  }

  mutating func visit(hashable value: Any, of _: Any.Type) {
    if let value = value as? any Hashable { visit(plain: AnyHashable(value)) }
  }

  mutating func visit(name: String) { visit(plain: AnyHashable(name)) }

  private mutating func visit(plain value: AnyHashable) {
    if !isOther {
      if samePlainValues < plainValues.count, plainValues[samePlainValues] == value {
        samePlainValues += 1
        return
      }
      setOther()
    }
    plainValues.append(value)
  }

  /// It may refer to the app's objects.
  mutating func visit(key: AnyHashable) { visit(plain: key.base is any PlainValue ? key : "\(key)") }

  mutating func visit(unseen value: Any) {
    if let value = value as? any CustomStringConvertible { visit(name: value.description) }
  }

  func sorted(_ entries: [(key: AnyHashable, value: Any)]) -> [(key: AnyHashable, value: Any)] {
    entries.map { ("\($0.key)", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private mutating func setOther() {
    isOther = true
    // One by one: it is mostly one, and to remove many at once takes five times as much.
    while words.count > sameWords { words.removeLast() }
    while plainValues.count > samePlainValues { plainValues.removeLast() }
  }
}
