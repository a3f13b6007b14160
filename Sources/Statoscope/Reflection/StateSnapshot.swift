/// The contents of a field, for comparison, without retaining the objects it refers to.
package struct StateSnapshot: ValueVisitor, Equatable {
  /// The `==` of a model may compare identities only; a change inside the model counts as a change.
  static var isExact: Bool { false }

  var unseenCount: Int { 0 }

  /// Types and numbers, separate from the rest because most contents can be compared as such.
  private var numbers: [Int] = []
  private var others: [AnyHashable] = []

  package init() {}

  /// Prepares for the contents of another field.
  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
  }

  mutating func visit(type: Int) { numbers.append(type) }

  mutating func visit(number: Int) { numbers.append(number) }

  mutating func visit(hashable value: Any, of _: Any.Type) -> Bool {
    if let value = value as? any Hashable { others.append(AnyHashable(value)) }
    return true
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

  mutating func visit(own _: Any, of _: Any.Type, unseenBefore _: Int) {}

  mutating func visit(property _: String?, of _: AnyObject, unseenBefore _: Int) {}

  func sorted<Element>(_ elements: [Element], by value: (Element) -> Any) -> [Element] {
    // By bytes: the order of `String` is none among texts with combining characters, composed and decomposed.
    elements.map { (Array("\(value($0))".utf8), $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
      .map(\.1)
  }
}

/// A reader of the contents of values, for comparison with what they were.
///
/// Apart from ``ValueWalk``, because generic code of another module takes a tenth longer.
package struct SnapshotReader {
  private var walk: ValueWalk<StateSnapshot>

  package init(types: ReflectedTypes) {
    walk = ValueWalk(StateSnapshot(), types: types, deepest: StateText.deepestLevel)
  }

  /// Reads a value and all that it refers to.
  ///
  /// - Returns: whether the value may refer to objects.
  package mutating func read(_ value: Any) -> Bool {
    walk.visitor.removeAll()
    return walk.readAll(value)
  }

  /// Exchanges a snapshot for that of the last value.
  ///
  /// - Returns: whether they differ.
  package mutating func update(_ snapshot: inout StateSnapshot) -> Bool {
    guard walk.visitor != snapshot else { return false }
    swap(&walk.visitor, &snapshot)
    return true
  }
}
