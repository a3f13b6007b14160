/// The rule whether the steps after an event must assert all of its effects and changes.
///
/// A `THEN` with a key path asserts the changes of the value it leads to: at that value, below it, or on the
/// path to it. A computed property is not state and asserts nothing by itself, but a stored property of a
/// child that it leads to is: `THEN(\.form?.name, equals: "Ada")`. A `THEN` that receives the whole scope
/// asserts nothing. An effect is asserted by a step that checks for it, and by the step that ends it.
public enum Exhaustivity: Sendable {
  /// A change of state that no `THEN` asserts before the next `WHEN` is a failure.
  ///
  /// So are effects that no step asserts, effects in flight at the end, and errors that no caller received.
  case on

  /// Steps assert what is relevant; the rest may change.
  case off
}
