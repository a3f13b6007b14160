/// What compares two values of a property.
@_documentation(visibility: internal)
public enum SubscopeComparison<Value> {
  /// The comparison of lists whose elements each hold one scope.
  case list(SubscopeList<Value>)

  /// The comparison of a dictionary of scopes with its linked ones.
  ///
  /// Returns the linked scopes that differ, and those that replace them.
  case keyed((_ linked: [ScopeNode?], _ value: Value) -> (removed: Range<Int>, added: [ScopeNode?]))
}

/// The functions that compare and change lists by the elements that differ.
///
/// The closures are made in the user's module, where the list's type is known: inlined, they cost a fifth of
/// generic code; see Tests/Benchmarks/README.md.
@_documentation(visibility: internal)
public final class SubscopeList<Value> {
  /// The elements that differ, between the common beginning and the common end of two lists.
  @usableFromInline typealias Difference = (removed: Range<Int>, added: Range<Int>)

  @usableFromInline let difference: (_ former: Value, _ value: Value) -> Difference

  /// Returns the number of elements.
  @usableFromInline let count: (Value) -> Int

  /// Returns the scopes of some elements; may run code of the app.
  @usableFromInline let slots: (_ value: Value, _ range: Range<Int>) -> [ScopeNode?]

  /// Returns the position of an element.
  @usableFromInline let position: (_ value: Value, _ index: Int) -> SubscopePosition

  /// Returns some elements, or all, in storage of their own.
  @usableFromInline let copy: (_ value: Value, _ range: Range<Int>?) -> Value

  /// Replaces elements of a list by those of another one.
  @usableFromInline let replace:
    (_ list: inout Value, _ range: Range<Int>, _ value: Value, _ added: Range<Int>) -> Void

  @inlinable
  init(
    difference: @escaping (_ former: Value, _ value: Value) -> Difference,
    count: @escaping (Value) -> Int,
    slots: @escaping (_ value: Value, _ range: Range<Int>) -> [ScopeNode?],
    position: @escaping (_ value: Value, _ index: Int) -> SubscopePosition,
    copy: @escaping (_ value: Value, _ range: Range<Int>?) -> Value,
    replace: @escaping (_ list: inout Value, _ range: Range<Int>, _ value: Value, _ added: Range<Int>) -> Void
  ) {
    self.difference = difference
    self.count = count
    self.slots = slots
    self.position = position
    self.copy = copy
    self.replace = replace
  }
}
