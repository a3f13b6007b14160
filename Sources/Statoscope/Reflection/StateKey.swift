/// A state as one value to compare: states with equal keys are equal in all that reflection shows of them.
///
/// It holds the whole state, not only a hash of it, so two states are never taken for one by accident.
package struct StateKey: Hashable {
  /// Numbers, each in as few bytes as it takes: a state mostly holds small ones, and there may be a million states.
  fileprivate var bytes: [UInt8] = []
  /// Made as numbers come, so that they need not be read again for it.
  private var hash = 0

  /// Whether nothing of the state was hidden from reflection, as what a closure holds is.
  package fileprivate(set) var isWhole = true

  /// Whether the value refers to objects.
  package fileprivate(set) var hasObjects = false

  fileprivate init(length: Int) {
    bytes.reserveCapacity(length)
  }

  @inline(__always)
  fileprivate mutating func append(_ number: Int) {
    // An odd number whose bits look random, of the golden ratio.
    hash = (hash &* -7_046_029_254_386_353_131) ^ number
    // The sign in the lowest bit, so that small negative numbers are short, too.
    let bits = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
    if bits < 0x80 { bytes.append(UInt8(truncatingIfNeeded: bits)) } else { append(long: bits) }
  }

  /// Seven bits a byte; all bytes but the last have the highest bit.
  private mutating func append(long bits: UInt) {
    var rest = bits
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package static func == (first: StateKey, second: StateKey) -> Bool {
    // The bytes lie elsewhere in memory: a dictionary that looks for one key compares it with others, too.
    first.hash == second.hash && first.bytes == second.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Makes keys that can be compared with each other.
///
/// A value whose type is `Hashable` counts as what its `==` says; objects are read as ``ValueWalk`` reads them.
package final class StateKeyMaker {
  /// Values seen so far, by their types.
  private let values = ValueNumbers()
  private let types = ReflectedTypes()
  /// The next key is likely to be as long.
  private var lengthOfLast = 0
  /// Room for the objects of the next key.
  private var room: [AnyObject] = []
  private let more: (_ object: AnyObject, _ key: inout Writer) -> Void

  /// - Parameter more: adds to the part of a key that is about a scope what is no property of it.
  package init(more: @escaping (_ scope: AnyObject, _ key: inout Writer) -> Void = { _, _ in }) {
    self.more = more
  }

  /// The key of a value, with all that it refers to.
  ///
  /// Complexity: O(size of the value).
  package func key(of value: Any) -> StateKey {
    key { $0.write(value) }
  }

  /// The key of an object, with all that it refers to.
  ///
  /// Complexity: O(size of what it holds).
  package func key(ofObject object: AnyObject) -> StateKey {
    key { $0.walk.read(object: object) }
  }

  /// The key of whatever a closure writes.
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

  /// Writes one key.
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

    /// Writes a number as it is.
    package mutating func write(number: Int) {
      walk.visitor.visit(number: number)
    }

    /// Writes a value that says by itself what it equals.
    package mutating func write(hashable value: AnyHashable) {
      walk.visitor.visit(key: value)
    }

    /// Writes any value.
    package mutating func write(_ value: Any) {
      walk.read(value)
    }

    /// Writes what the objects hold that values referred to; that may be more objects.
    fileprivate mutating func writeObjects(_ more: (AnyObject, inout Writer) -> Void) {
      while let object = walk.nextObject() {
        walk.visitor.key.hasObjects = true
        let reflected = walk.types.reflectedClass(of: object)
        let hasFields = walk.read(contentsOf: object, of: reflected)
        if reflected.isLibraryObject {
          more(object, &self)
        } else if !hasFields {
          // Such as an object of a class that was not written in Swift.
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

/// The numbers that a key is made of.
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
