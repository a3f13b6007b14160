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
    hash = (hash &* StateKey.factor) ^ number
    // Zigzag encoding, so that small negative numbers are short, too.
    let bits = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
    if bits < 0x80 { bytes.append(UInt8(truncatingIfNeeded: bits)) } else { append(long: bits) }
  }

  /// An odd number whose bits look random, derived from the golden ratio.
  private static let factor = Int(truncatingIfNeeded: -7_046_029_254_386_353_131 as Int64)

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

/// Makes keys that can be compared with each other: compact forms of trees of nodes, for a million states.
///
/// What nodes store is numbered, so two keys of one maker are equal exactly if the trees are.
package final class StateKeyMaker {
  fileprivate let values = ValueNumbers()
  private let types = ReflectedTypes()
  /// The ways to the storage of property wrappers, which the scopes of an explored tree add to.
  package var storageReaders: StorageReaders { types.storageReaders }
  /// The values that have a number on their own, such as effects and events.
  private var numbers: [StateKey: Int] = [:]
  /// The properties and types of which reflection did not show all when the last key was made.
  package var unseenInLast: [String] { spareWriter?.unseen ?? [] }
  /// The size of the last key; the next one is likely to have the same.
  private var lastLength = 0
  /// A writer of nothing, with the room that the last key took; nil while it is used.
  private var spareWriter: Writer?
  /// The same for values on their own.
  private var spareInnerWriter: Writer?
  private let more: (_ object: AnyObject, _ key: Writer) -> Void

  /// - Parameter more: appends facts about a scope that are not properties of it.
  package init(more: @escaping (_ scope: AnyObject, _ key: Writer) -> Void = { _, _ in }) {
    self.more = more
  }

  /// Returns the key of a value and all that it refers to.
  ///
  /// Complexity: O(size of the value).
  package func key(of value: Any) -> StateKey {
    key { $0.write(value) }
  }

  /// Indicates whether a value is of an enumeration without associated values, all of which is one byte; false for the first
  /// value of a type.
  package func isByte(_ value: Any) -> Bool {
    if case .byte = types[type(of: value)].style { true } else { false }
  }

  /// Returns the one byte that a value is.
  package func byte(of value: Any) -> Int { CaseBytes.first(of: value) }

  /// Returns the key of an object and all that it refers to.
  ///
  /// Complexity: O(size of its state).
  package func key(ofObject object: AnyObject) -> StateKey {
    key { $0.write(object: object) }
  }

  /// Returns the key of everything that a closure writes.
  package func key(_ write: (Writer) -> Void) -> StateKey {
    // Code of the app that is called for a key may need another one.
    let writer = spareWriter.take() ?? Writer(maker: self)
    write(writer)
    let key = writer.takeKey(length: lastLength, more)
    lastLength = key.bytes.count
    spareWriter = writer
    return key
  }

  /// Reads a value on its own, apart from the objects that others refer to.
  fileprivate func alone(_ value: Any) -> (key: StateKey, canBeHashed: Bool) {
    let writer = spareInnerWriter.take() ?? Writer(maker: self)
    writer.write(value)
    let key = writer.takeKey(length: 0)
    spareInnerWriter = writer
    return (key, !writer.hasFoundationErrors)
  }

  /// A writer of one key after the other.
  package final class Writer {
    // The maker keeps it.
    private unowned let maker: StateKeyMaker
    private let values: ValueNumbers
    private var reader: ValueReader
    private var lacksValues = false
    /// The properties and types of which reflection did not show all when the last key was made.
    fileprivate private(set) var unseen: [String] = []
    /// Indicates whether the last key has errors of Foundation.
    fileprivate private(set) var hasFoundationErrors = false

    fileprivate init(maker: StateKeyMaker) {
      self.maker = maker
      values = maker.values
      reader = ValueReader(maker.types, numbersLeaves: true)
    }

    /// Writes a number.
    package func write(number: Int) {
      reader.add(number: number)
    }

    /// Writes a value that is compared by its own `==`; by its parts, if it is not equal to itself.
    package func write(hashable value: AnyHashable) {
      let type = maker.types[type(of: value.base)]
      reader.add(number: Int(type.number))
      if type.isLeaf || maker.alone(value.base).canBeHashed, let number = values.number(ofHashable: value) {
        reader.add(number: number)
      } else {
        reader.read(value.base)
      }
    }

    /// Writes a value on its own, apart from the objects that others refer to.
    ///
    /// - Returns: false if neither reflection shows all of it nor it has an equality of its own.
    package func write(alone value: Any) -> Bool {
      let (key, canBeHashed) = maker.alone(value)
      reader.add(number: maker.numbers.number(of: key))
      if key.isWhole { return true }
      if canBeHashed, let value = value as? any Hashable,
        let number = values.number(ofHashable: AnyHashable(value))
      {
        reader.add(number: number)
        return true
      }
      lacksValues = true
      return false
    }

    /// Writes something, and returns it to be written again.
    package func recording(_ write: () -> Void) -> WrittenNumbers {
      let (start, lackedValues) = (reader.nodes.count, lacksValues)
      lacksValues = false
      write()
      defer { lacksValues = lacksValues || lackedValues }
      return WrittenNumbers(nodes: Array(reader.nodes[start...]), lacksValues: lacksValues)
    }

    /// Writes what was written before.
    package func write(_ written: WrittenNumbers) {
      reader.nodes += written.nodes
      lacksValues = lacksValues || written.lacksValues
    }

    /// Writes any value.
    package func write(_ value: Any) {
      reader.read(value)
    }

    fileprivate func write(object: AnyObject) {
      reader.read(object: object)
    }

    /// Returns the key of all that was written and what it refers to, and begins anew.
    fileprivate func takeKey(
      length: Int,
      _ more: ((_ object: AnyObject, _ key: Writer) -> Void)? = nil
    ) -> StateKey {
      while reader.hasMore {
        if let object = reader.readSection() { more?(object, self) }
      }
      (unseen, hasFoundationErrors) = (reader.unseen, reader.hasFoundationErrors)
      var key = reader.takeKey(length: length, values)
      if lacksValues { (key.isWhole, lacksValues) = (false, false) }
      return key
    }
  }
}

/// Numbers that were written into a key.
package struct WrittenNumbers {
  fileprivate let nodes: [ValueTree.Node]
  fileprivate let lacksValues: Bool
}

extension ValueReader {
  fileprivate mutating func takeKey(length: Int, _ values: ValueNumbers) -> StateKey {
    var key = StateKey(length: length)
    var index = 0
    // Without optimization an iterator takes five times as long.
    while index < nodes.count {
      key.append(nodes[index], values)
      index += 1
    }
    (key.isWhole, key.hasObjects) = (unseen.isEmpty, hasObjects)
    removeAll()
    return key
  }
}

extension StateKey {
  /// Appends a node; the sizes of those whose types determine them are left out.
  @inline(__always)
  fileprivate mutating func append(_ node: ValueTree.Node, _ values: ValueNumbers) {
    append(Int(node.type))
    switch node.content {
    case .integer(let number): append(number)
    case .bool(let flag): append(flag ? 1 : 0)
    case .double(let bits):
      append(Int(truncatingIfNeeded: bits))
      if Int.bitWidth < 64 { append(Int(truncatingIfNeeded: bits >> 32)) }
    case .text(let text), .described(let text): append(values.number(ofText: text))
    case .leaf(let leaf): append(leaf.number(in: values))
    case .byte(let byte): append(Int(byte))
    case .metatype(let type): append(Int(type))
    case .list(let first):
      append(Int(node.size))
      append(first)
    case .set, .dictionary, .redacted, .present: append(Int(node.size))
    case .fields(let labels), .object(let labels), .tuple(let labels):
      guard !labels.isOfType else { return }
      append(Int(node.size))
      for label in labels.labels { append(values.number(ofText: label ?? "")) }
    case .enumCase(let name):
      append(Int(node.size))
      append(values.number(ofText: name))
    case .section(let section): append(Int(section))
    case .absent, .unseen, .nothing: append(-1)
    }
  }
}

/// The values that keys have seen so far, each with its number among those of its type.
final class ValueNumbers {
  private var texts: [Exactly<String>: Int] = [:]
  private var hashables: [Int: [(value: AnyHashable, number: Int)]] = [:]
  private var count = 0

  /// Returns the number of a text.
  func number(ofText text: String) -> Int { texts.number(of: Exactly(value: text)) }

  /// Returns the number of a value by its own equality; nil if it is not equal to itself.
  ///
  /// Its `==` and its hash may be wrong: a dictionary of such keys may end the process.
  func number(ofHashable value: AnyHashable) -> Int? {
    let hash = value.hashValue
    guard value == value, hash == value.hashValue else { return nil }
    let known = hashables[hash] ?? []
    if let same = known.first(where: { type(of: $0.value.base) == type(of: value.base) && $0.value == value })
    {
      return same.number
    }
    hashables[hash, default: []].append((value, count))
    count += 1
    return count - 1
  }
}

extension Dictionary where Value == Int {
  /// Returns the number of a key; the next one, if it is new.
  @inline(__always)
  mutating func number(of key: Key) -> Int {
    if let known = self[key] { return known }
    self[key] = count
    return count - 1
  }
}
