/// A state as one value to compare: states with equal keys are equal in all that reflection shows of them.
///
/// It holds the whole state, not only a hash of it, so two states are never taken for one by accident.
package struct StateKey: Hashable {
  fileprivate var words: [Int] = []
  /// Made as words come, so that they need not be read again for it.
  private var hash = 0

  /// Whether nothing of the state was hidden from reflection, as what a closure holds is.
  package fileprivate(set) var isWhole = true

  /// Whether the value refers to objects.
  package fileprivate(set) var hasObjects = false

  fileprivate init(length: Int) {
    words.reserveCapacity(length)
  }

  fileprivate mutating func append(_ word: Int) {
    words.append(word)
    // An odd number whose bits look random, of the golden ratio.
    hash = (hash &* -7_046_029_254_386_353_131) ^ word
  }

  package static func == (first: StateKey, second: StateKey) -> Bool { first.words == second.words }

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

  /// The key of whatever a closure writes.
  package func key(_ write: (inout Writer) -> Void) -> StateKey {
    var writer = Writer(maker: self, types: types, length: lengthOfLast)
    write(&writer)
    writer.writeObjects(more)
    lengthOfLast = writer.walk.visitor.key.words.count
    return writer.walk.visitor.key
  }

  /// Writes one key.
  package struct Writer {
    fileprivate var walk: ValueWalk<KeyWords>

    fileprivate init(maker: StateKeyMaker, types: ReflectedTypes, length: Int) {
      walk = ValueWalk(KeyWords(values: maker.values, length: length), types: types)
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
        let hasFields = walk.read(contentsOf: object)
        if walk.types.reflectedClass(of: object).isLibraryObject {
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

/// The words of a key.
private struct KeyWords: ValueVisitor {
  static var trustsEquality: Bool { true }

  let values: ValueNumbers
  var key: StateKey

  init(values: ValueNumbers, length: Int) {
    self.values = values
    key = StateKey(length: length)
  }

  mutating func visit(type: ObjectIdentifier) { key.append(Int(bitPattern: type)) }

  mutating func visit(number: Int) { key.append(number) }

  mutating func visit(hashable value: Any, of type: Any.Type) {
    key.append(values.number(of: value, type))
  }

  mutating func visit(name: String) { key.append(values.number(of: name, String.self)) }

  mutating func visit(key value: AnyHashable) {
    let type = type(of: value.base)
    visit(type: ObjectIdentifier(type))
    visit(hashable: value.base, of: type)
  }

  mutating func visit(unseen value: Any) {
    if let type = value as? Any.Type {
      visit(type: ObjectIdentifier(type))
    } else {
      key.isWhole = false
    }
  }

  func sorted(_ entries: [(key: AnyHashable, value: Any)]) -> [(key: AnyHashable, value: Any)] {
    entries.map { (values.number(of: $0.key.base, type(of: $0.key.base)), $0) }.sorted { $0.0 < $1.0 }.map(
      \.1
    )
  }
}
