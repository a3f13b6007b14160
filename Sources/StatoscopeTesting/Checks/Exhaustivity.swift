/// The demand that the steps after an event say everything that it does, or its absence.
///
/// A `THEN` with a key path names the value that it looks at: a change there, below it, or of something on the way
/// to it. A computed property is no state and names nothing, but what is stored in a child that it leads to
/// does: `THEN(\.form?.name, equals: "Ada")`. A `THEN` that is given the whole scope names nothing. An effect is
/// named by a step that looks for it, and by the one that ends it.
public enum Exhaustivity: Sendable {
  /// A change of state that no `THEN` names before the next `WHEN` is a failure.
  ///
  /// So are effects that no step names, effects in flight at the end, and errors that no caller received.
  case on

  /// Steps say what they care about; the rest may change.
  case off
}
