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
/// Values are taken apart as by ``ValueWalk``. The `==` of a type decides where that is all there is to see: of values of
/// the standard library and of Foundation, and of a `Hashable` value of the app whose parts do not show all of it. So a
/// `==` that finds too much equal, or a hash that changes, cannot make one state of two.
package final class StateKeyMaker {
  /// The values seen so far, by type.
  fileprivate let values = ValueNumbers()
  private let types = ReflectedTypes()
  /// The ways to the storage of property wrappers, which the scopes of an explored tree add to.
  package var storageReaders: StorageReaders { types.storageReaders }
  /// The values that have a number on their own, such as the elements of sets and the keys of dictionaries.
  private var numbers: [StateKey: Int] = [:]
  /// The properties and types of which reflection did not show all when the last key was made.
  package private(set) var unseenInLast: [String] = []
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

  /// Returns the one byte that an enumeration without associated values is; nil for any other value, and for the first
  /// one of a type.
  package func byte(of value: Any) -> Int? {
    types.style(of: type(of: value)) == .byte ? CaseBytes.first(of: value) : nil
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
    unseenInLast = writer.walk.visitor.unseen
    room = writer.walk.takeRoom()
    return writer.walk.visitor.key
  }

  /// Returns a number for the place of a value in an order of all values.
  fileprivate func order(of value: Any) -> Int {
    switch types[type(of: value)].style {
    case .integer, .bool, .plain: values.number(of: value, type(of: value)) ?? -1
    default: number(of: value).number
    }
  }

  /// Returns a number that values share if they are equal in all that reflection shows, and whether that is all of them.
  fileprivate func number(of value: Any) -> (number: Int, isWhole: Bool) {
    var writer = Writer(maker: self, types: types, length: 0, room: [])
    writer.write(value)
    writer.writeObjects { _, _ in }
    let key = writer.walk.visitor.key
    if let known = numbers[key] { return (known, key.isWhole) }
    numbers[key] = numbers.count
    return (numbers.count - 1, key.isWhole)
  }

  /// Checks whether a value can be hashed: it contains no error of Foundation, whose hash may end the process.
  fileprivate func canHash(_ value: Any) -> Bool {
    guard types[type(of: value)].style != .plain else { return true }
    var writer = Writer(maker: self, types: types, length: 0, room: [])
    writer.write(value)
    writer.writeObjects { _, _ in }
    return !writer.walk.hasFoundationErrors
  }

  private func takeRoom() -> [AnyObject] {
    var taken: [AnyObject] = []
    swap(&taken, &room)
    return taken
  }

  /// A writer of one key.
  package struct Writer {
    private var maker: StateKeyMaker { walk.visitor.maker }
    fileprivate var walk: ValueWalk<KeyNumbers>

    fileprivate init(
      maker: StateKeyMaker,
      types: ReflectedTypes,
      length: Int,
      room: consuming [AnyObject]
    ) {
      let numbers = KeyNumbers(maker: maker, types: types, length: length)
      walk = ValueWalk(numbers, types: types, room: room)
    }

    /// Writes a number.
    package mutating func write(number: Int) {
      walk.visitor.visit(number: number)
    }

    /// Writes a value that is compared by its own `==`; by its parts, if it is not equal to itself.
    package mutating func write(hashable value: AnyHashable) {
      let type = type(of: value.base)
      walk.visitor.visit(type: walk.types[type].number)
      guard maker.canHash(value.base), walk.visitor.visit(hashable: value.base, of: type) else {
        return walk.read(value.base)
      }
    }

    /// Writes a value on its own, apart from the objects that others refer to.
    ///
    /// - Returns: false if neither reflection shows all of it nor it has an equality of its own.
    package mutating func write(alone value: Any) -> Bool {
      let (number, isWhole) = maker.number(of: value)
      write(number: number)
      if isWhole { return true }
      let type = type(of: value)
      if value is any Hashable, maker.canHash(value), walk.visitor.visit(hashable: value, of: type) {
        return true
      }
      walk.visitor.key.isWhole = false
      walk.visitor.lacksValues = true
      return false
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
        walk.read(contentsOf: object, of: reflected)
        if reflected.isLibraryObject { more(object, &self) }
      }
    }
  }
}

/// The visitor that writes values as numbers of a key.
private struct KeyNumbers: ValueVisitor {
  static var isExact: Bool { true }

  let maker: StateKeyMaker
  let types: ReflectedTypes
  var key: StateKey
  /// The names of what reflection does not show.
  private(set) var unseen: [String] = []
  /// The number of them up to the last address in memory, which no `==` makes the same each time.
  private var unseenAddresses = 0
  /// Indicates whether the key lacks more than what is unseen.
  var lacksValues = false

  init(maker: StateKeyMaker, types: ReflectedTypes, length: Int) {
    self.maker = maker
    self.types = types
    key = StateKey(length: length)
  }

  var unseenCount: Int { unseen.count }

  mutating func visit(type: Int) { key.append(type) }

  mutating func visit(number: Int) { key.append(number) }

  mutating func visit(hashable value: Any, of type: Any.Type) -> Bool {
    guard let number = maker.values.number(of: value, type) else { return false }
    key.append(number)
    return true
  }

  mutating func visit(name: String) { _ = visit(hashable: name, of: String.self) }

  mutating func visit(key _: AnyHashable) {}

  mutating func visit(unseen value: Any) {
    unseen.append(typeName(type(of: value)))
    key.isWhole = false
    if types[type(of: value)].style == .address { unseenAddresses = unseen.count }
  }

  mutating func visit(own value: Any, of type: Any.Type, unseenBefore: Int) {
    guard unseenAddresses <= unseenBefore, visit(hashable: value, of: type) else { return }
    unseen.removeLast(unseen.count - unseenBefore)
    key.isWhole = unseen.isEmpty && !lacksValues
  }

  mutating func visit(property: String?, of object: AnyObject, unseenBefore: Int) {
    unseen.removeLast(unseen.count - unseenBefore)
    unseen.append("\(typeName(type(of: object))).\(property.map(ReflectedValue.fieldName) ?? "self")")
  }

  func sorted<Element>(_ elements: [Element], by value: (Element) -> Any) -> [Element] {
    elements.map { (maker.order(of: value($0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

/// The values seen so far, each with its number among those of its type.
private final class ValueNumbers {
  private var byType: [ObjectIdentifier: NumbersOfType] = [:]

  /// Returns the number of a value, which is the same for all equal values; nil if it is not equal to itself.
  ///
  /// - Parameters:
  ///   - value: a value that is `Hashable`.
  ///   - type: its type.
  ///
  /// Complexity: that of the value's own hash.
  func number(of value: Any, _ type: Any.Type) -> Int? {
    if let known = byType[ObjectIdentifier(type)] { return known.number(of: value) }
    let numbers = (type as? any Hashable.Type).map { NumbersOfType.make(for: $0) } ?? NumbersOfType()
    byType[ObjectIdentifier(type)] = numbers
    return numbers.number(of: value)
  }
}

/// The numbers of the values of one type; the values of a type that is not `Hashable` have none.
private class NumbersOfType {
  static func make<Value: Hashable>(for type: Value.Type) -> NumbersOfType {
    if type == String.self { return TextNumbers() }
    if type == [Int].self { return IntegerListNumbers() }
    return ReflectedStyle(type, TypeOrigin(of: type)) == .plain
      ? HashableNumbers<Value>() : CheckedNumbers<Value>()
  }

  func number(of _: Any) -> Int? { nil }
}

/// Hashes values by their own type: an `AnyHashable` would box each one and look for bridged types.
private final class HashableNumbers<Value: Hashable>: NumbersOfType {
  private var numbers = Numbers<Value>()

  override func number(of value: Any) -> Int? {
    guard let value = value as? Value else { return nil }
    return numbers.number(of: value)
  }
}

// Of classes of their own, for common types: in a generic one a look-up takes twice as long.

private final class TextNumbers: NumbersOfType {
  private var numbers = Numbers<String>()

  override func number(of value: Any) -> Int? { (value as? String).map { numbers.number(of: $0) } }
}

private final class IntegerListNumbers: NumbersOfType {
  private var numbers = Numbers<[Int]>()

  override func number(of value: Any) -> Int? { (value as? [Int]).map { numbers.number(of: $0) } }
}

private struct Numbers<Value: Hashable> {
  private var known: [Value: Int] = [:]

  @inline(__always)
  mutating func number(of value: Value) -> Int {
    if let number = known[value] { return number }
    known[value] = known.count
    return known.count - 1
  }
}

/// Compares values whose `==` and hash may be wrong: a dictionary of such keys may end the process.
private final class CheckedNumbers<Value: Hashable>: NumbersOfType {
  private var numbers: [Int: [(value: Value, number: Int)]] = [:]
  private var count = 0

  override func number(of value: Any) -> Int? {
    guard let value = value as? Value, isEqual(value, value) else { return nil }
    let hash = value.hashValue
    guard hash == value.hashValue else { return nil }
    if let known = numbers[hash]?.first(where: { isEqual($0.value, value) }) { return known.number }
    numbers[hash, default: []].append((value, count))
    count += 1
    return count - 1
  }

  private func isEqual(_ one: Value, _ other: Value) -> Bool { one == other }
}
