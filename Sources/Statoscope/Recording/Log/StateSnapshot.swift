/// The contents of a field, for comparison, without retaining the objects it refers to.
struct StateSnapshot: ValueVisitor, Equatable {
  /// The `==` of a model may compare identities only; a change inside the model counts as a change.
  static var trustsEquality: Bool { false }

  /// Types and numbers, separate from the rest because most contents can be compared as such.
  private var numbers: [Int] = []
  private var others: [AnyHashable] = []

  /// Prepares for the contents of another field.
  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
  }

  mutating func visit(type: Int) { numbers.append(type) }

  mutating func visit(number: Int) { numbers.append(number) }

  mutating func visit(hashable value: Any, of _: Any.Type) {
    if let value = value as? any Hashable { others.append(AnyHashable(value)) }
  }

  mutating func visit(name: String) { others.append(AnyHashable(name)) }

  /// The key may refer to objects of the app.
  mutating func visit(key: AnyHashable) {
    others.append(key.base is any PlainValue ? key : AnyHashable("\(key)"))
  }

  mutating func visit(unseen value: Any) {
    // Not the description of a collection, which is taken apart as deep as it is: the stack may be small.
    if let description = ReflectedValue(value).ownDescription { visit(name: description) }
  }

  func sorted(_ entries: [(key: AnyHashable, value: Any)]) -> [(key: AnyHashable, value: Any)] {
    entries.map { ("\($0.key)", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension StateSnapshot: CustomReflectable {
  /// A mirror without contents: a recorded scope leads here, and some of them may be redacted.
  var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
