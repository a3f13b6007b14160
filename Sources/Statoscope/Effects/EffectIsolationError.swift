/// Effects were not started, because nothing says on which actor their events could be delivered.
///
/// Thrown by `trySend`, and logged by `send`, for an event that enqueued effects while it was sent from a place
/// that names no actor, is not the main thread, and belongs to a tree that no actor has used before, or that
/// lives on the main actor. The update itself has happened.
public struct EffectIsolationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The scope whose effects did not start.
  public let scope: String

  /// The effects that did not start.
  public let effects: [String]

  /// Whether the tree lives on the main actor, and the event was sent from elsewhere.
  public let livesOnMainActor: Bool

  /// Says what did not start, why, and where to send the event from.
  public var description: String {
    let place =
      livesOnMainActor
      ? "the event was sent off the main actor, on which the scope's tree lives"
      : "the event was sent from a place that names no actor and is not the main thread"
    return """
      \(scope) did not start \(effects.joined(separator: ", ")): \(place), so the results could not be delivered \
      safely. Send the event from the main actor, or from a method of the actor that owns the scope.
      """
  }
}
