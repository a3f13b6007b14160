/// What a field held when it was read last, so that it can be compared and nothing is kept that it refers to.
struct StateSnapshot: ValueVisitor {
  /// One thing that a value holds.
  private enum Leaf: Equatable {
    case type(ObjectIdentifier)
    case number(Int)
    case plain(AnyHashable)
    case text(String)
  }

  /// A model's `==` may look at its identity only; what changed in it is a change.
  static var trustsEquality: Bool { false }

  private var leaves: [Leaf] = []
  /// How many leaves are the same as when the field was read before.
  private var same = 0
  private var isOther = false

  /// Begins to read the field again.
  mutating func begin() {
    same = 0
    isOther = false
  }

  /// Ends the reading.
  ///
  /// - Returns: whether the field holds something else than before.
  mutating func end() -> Bool {
    if !isOther, same < leaves.count { setOther() }
    return isOther
  }

  mutating func visit(type: ObjectIdentifier) { visit(.type(type)) }

  mutating func visit(number: Int) { visit(.number(number)) }

  mutating func visit(hashable value: AnyHashable) { visit(.plain(value)) }

  /// It may refer to the app's objects.
  mutating func visit(key: AnyHashable) { visit(key.base is any PlainValue ? .plain(key) : .text("\(key)")) }

  mutating func visit(unseen value: Any) {
    if let type = value as? Any.Type {
      visit(.type(ObjectIdentifier(type)))
    } else if let value = value as? any CustomStringConvertible {
      visit(.text(value.description))
    }
  }

  func sorted(_ entries: [(key: AnyHashable, value: Any)]) -> [(key: AnyHashable, value: Any)] {
    entries.map { ("\($0.key)", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private mutating func visit(_ leaf: Leaf) {
    if !isOther {
      if same < leaves.count, leaves[same] == leaf {
        same += 1
        return
      }
      setOther()
    }
    leaves.append(leaf)
  }

  private mutating func setOther() {
    isOther = true
    leaves.removeLast(leaves.count - same)
  }
}
