/// Whether everything that an event does must be said by the steps after it.
public enum Exhaustivity: Sendable {
  /// A change of state that no `THEN` names before the next `WHEN` is a failure.
  ///
  /// So are effects that no step names, effects under way at the end, and errors that nobody could hear of.
  case on

  /// Steps say what they care about; the rest may change.
  case off
}
