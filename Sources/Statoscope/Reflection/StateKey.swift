/// A state as one comparable value: states with equal keys are equal in everything that reflection shows.
///
/// It holds the whole state, not only a hash, so two states are never mistaken for each other.
package struct StateKey: Hashable {
  /// The numbers of the state in a compact encoding: most are small, and there may be a million states.
  fileprivate var bytes: [UInt8] = []
  /// The hash, computed while numbers are appended, so that they need not be read again.
  private var hash = 0

  /// Indicates whether reflection showed the whole state: the captures of a closure, for example, are hidden.
  package fileprivate(set) var isWhole = true

  /// Indicates whether the value refers to objects.
  package fileprivate(set) var hasObjects = false

  fileprivate init(length: Int) {
    bytes.reserveCapacity(length)
  }

  @inline(__always)
  fileprivate mutating func append(_ number: Int) {
    // An odd number whose bits look random, derived from the golden ratio.
    hash = (hash &* -7_046_029_254_386_353_131) ^ number
    // Zigzag encoding, so that small negative numbers are short, too.
    let bits = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
    if bits < 0x80 { bytes.append(UInt8(truncatingIfNeeded: bits)) } else { append(long: bits) }
  }

  /// Appends seven bits per byte; all bytes but the last have the highest bit set.
  private mutating func append(long bits: UInt) {
    var rest = bits
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package static func == (first: StateKey, second: StateKey) -> Bool {
    // The hash first: the bytes are elsewhere in memory, and a dictionary compares a key with others, too.
    first.hash == second.hash && first.bytes == second.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Makes keys that can be compared with each other.
///
/// A `Hashable` value is compared by its `==`; objects are read as by ``ValueWalk``.
package final class StateKeyMaker {
  /// The values seen so far, by type.
  private let values = ValueNumbers()
  private let types = ReflectedTypes()
  /// The length of the last key; the next one is likely to have the same.
  private var lengthOfLast = 0
  /// Room for the objects of the next key.
  private var room: [AnyObject] = []
  private let more: (_ object: AnyObject, _ key: inout Writer) -> Void

  /// - Parameter more: appends facts about a scope that are not properties of it.
  package init(more: @escaping (_ scope: AnyObject, _ key: inout Writer) -> Void = { _, _ in }) {
    self.more = more
  }

  /// Returns the key of a value and all that it refers to.
  ///
  /// Complexity: O(size of the value).
  package func key(of value: Any) -> StateKey {
    key { $0.write(value) }
  }

  /// Returns the key of an object and all that it refers to.
  ///
  /// Complexity: O(size of its state).
  package func key(ofObject object: AnyObject) -> StateKey {
    key { $0.walk.read(object: object) }
  }

  /// Returns the key of everything that a closure writes.
  package func key(_ write: (inout Writer) -> Void) -> StateKey {
    var writer = Writer(maker: self, types: types, length: lengthOfLast, room: takeRoom())
    write(&writer)
    writer.writeObjects(more)
    lengthOfLast = writer.walk.visitor.key.bytes.count
    room = writer.walk.takeRoom()
    return writer.walk.visitor.key
  }

  private func takeRoom() -> [AnyObject] {
    var taken: [AnyObject] = []
    swap(&taken, &room)
    return taken
  }

  /// A writer of one key.
  package struct Writer {
    fileprivate var walk: ValueWalk<KeyNumbers>

    fileprivate init(
      maker: StateKeyMaker,
      types: ReflectedTypes,
      length: Int,
      room: consuming [AnyObject]
    ) {
      let numbers = KeyNumbers(values: maker.values, types: types, length: length)
      walk = ValueWalk(numbers, types: types, room: room)
    }

    /// Writes a number.
    package mutating func write(number: Int) {
      walk.visitor.visit(number: number)
    }

    /// Writes a value that defines its own equality.
    package mutating func write(hashable value: AnyHashable) {
      walk.visitor.visit(key: value)
    }

    /// Writes any value.
    package mutating func write(_ value: Any) {
      walk.read(value)
    }

    /// Writes the contents of the objects that values referred to, which may refer to more objects.
    fileprivate mutating func writeObjects(_ more: (AnyObject, inout Writer) -> Void) {
      while let object = walk.nextObject() {
        walk.visitor.key.hasObjects = true
        let reflected = walk.types.reflectedClass(of: object)
        let hasFields = walk.read(contentsOf: object, of: reflected)
        if reflected.isLibraryObject {
          more(object, &self)
        } else if !hasFields {
          // For example an object of a class that was not written in Swift.
          if let value = object as? any Hashable {
            write(hashable: AnyHashable(value))
          } else {
            walk.visitor.key.isWhole = false
          }
        }
      }
    }
  }
}

/// The visitor that writes values as numbers of a key.
private struct KeyNumbers: ValueVisitor {
  static var trustsEquality: Bool { true }

  let values: ValueNumbers
  let types: ReflectedTypes
  var key: StateKey

  init(values: ValueNumbers, types: ReflectedTypes, length: Int) {
    self.values = values
    self.types = types
    key = StateKey(length: length)
  }

  mutating func visit(type: Int) { key.append(type) }

  mutating func visit(number: Int) { key.append(number) }

  mutating func visit(hashable value: Any, of type: Any.Type) {
    key.append(values.number(of: value, type))
  }

  mutating func visit(name: String) { key.append(values.number(of: name, String.self)) }

  mutating func visit(key value: AnyHashable) {
    let type = type(of: value.base)
    visit(type: types[type].number)
    visit(hashable: value.base, of: type)
  }

  mutating func visit(unseen _: Any) { key.isWhole = false }

  func sorted(_ entries: [(key: AnyHashable, value: Any)]) -> [(key: AnyHashable, value: Any)] {
    entries.map { (values.number(of: $0.key.base, type(of: $0.key.base)), $0) }.sorted { $0.0 < $1.0 }.map(
      \.1
    )
  }
}

/// The values seen so far, each with its number among those of its type.
private final class ValueNumbers {
  private var byType: [ObjectIdentifier: NumbersOfType] = [:]

  /// Returns the number of a value, which is the same for all equal values.
  ///
  /// - Parameters:
  ///   - value: a value that is `Hashable`.
  ///   - type: its type.
  ///
  /// Complexity: that of the value's own hash.
  func number(of value: Any, _ type: Any.Type) -> Int {
    if let known = byType[ObjectIdentifier(type)] { return known.number(of: value) }
    let numbers = (type as? any Hashable.Type).map { NumbersOfType.make(for: $0) } ?? NumbersOfType()
    byType[ObjectIdentifier(type)] = numbers
    return numbers.number(of: value)
  }
}

/// The numbers of the values of one type; all values of a type that is not `Hashable` have the same number.
private class NumbersOfType {
  static func make<Value: Hashable>(for _: Value.Type) -> NumbersOfType { HashableNumbers<Value>() }

  func number(of _: Any) -> Int { 0 }
}

/// Hashes values by their own type: an `AnyHashable` would box each one and look for bridged types.
private final class HashableNumbers<Value: Hashable>: NumbersOfType {
  private var numbers: [Value: Int] = [:]

  override func number(of value: Any) -> Int {
    guard let value = value as? Value else { return -1 }
    if let known = numbers[value] { return known }
    numbers[value] = numbers.count
    return numbers.count - 1
  }
}
