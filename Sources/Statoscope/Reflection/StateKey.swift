/// A state as one value to compare: states with equal keys are equal in all that reflection shows of them.
///
/// It holds the whole state, not only a hash of it, so two states are never taken for one by accident.
package struct StateKey: Hashable {
  fileprivate(set) var words: [Int] = []

  /// Whether nothing of the state was hidden from reflection, as what a closure holds is.
  package fileprivate(set) var isWhole = true

  /// Whether the value refers to objects.
  package fileprivate(set) var hasObjects = false
}

/// Makes keys that can be compared with each other.
///
/// A value whose type is `Hashable` counts as what its `==` says; objects are read as ``ValueWalk`` reads them.
package final class StateKeyMaker {
  /// Values seen so far, each with the number that stands for it in every key.
  private var numbers: [AnyHashable: Int] = [:]
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

  fileprivate func number(of value: AnyHashable) -> Int {
    if let known = numbers[value] { return known }
    numbers[value] = numbers.count
    return numbers.count - 1
  }

  /// Writes one key.
  package struct Writer {
    fileprivate var walk: ValueWalk<KeyWords>

    fileprivate init(maker: StateKeyMaker, types: ReflectedTypes, length: Int) {
      walk = ValueWalk(KeyWords(maker: maker, length: length), types: types)
    }

    /// Writes a number as it is.
    package mutating func write(number: Int) {
      walk.visitor.visit(number: number)
    }

    /// Writes a value that says by itself what it equals.
    package mutating func write(hashable value: AnyHashable) {
      walk.visitor.visit(hashable: value)
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

  let maker: StateKeyMaker
  var key = StateKey()

  init(maker: StateKeyMaker, length: Int) {
    self.maker = maker
    key.words.reserveCapacity(length)
  }

  mutating func visit(type: ObjectIdentifier) { key.words.append(Int(bitPattern: type)) }

  mutating func visit(number: Int) { key.words.append(number) }

  mutating func visit(hashable: AnyHashable) { key.words.append(maker.number(of: hashable)) }

  mutating func visit(key: AnyHashable) { visit(hashable: key) }

  mutating func visit(unseen value: Any) {
    if let type = value as? Any.Type {
      visit(type: ObjectIdentifier(type))
    } else {
      key.isWhole = false
    }
  }

  func sorted(_ entries: [(key: AnyHashable, value: Any)]) -> [(key: AnyHashable, value: Any)] {
    entries.map { (maker.number(of: $0.key), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
