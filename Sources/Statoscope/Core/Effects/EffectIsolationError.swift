import Foundation

/// An error thrown when an event's effects were not started, because their results could not be delivered
/// safely.
///
/// `trySend` throws it, and `send` logs it. The update itself has run, and its state changes stay.
public struct EffectIsolationError: Error, Sendable, Equatable {
  /// The reasons for not starting effects.
  public enum Reason: Sendable, Equatable {
    /// The event named no actor, and no earlier event of the tree named one that still exists.
    case noActor
    /// The scope was removed from its tree, or the scope that owned it was released.
    case removedFromTree
    /// The event was sent while the scope, or the actor that it named, was being deinitialized.
    case beingDeinitialized
  }

  /// The scope whose effects did not start.
  public let scope: String

  /// The effects that did not start.
  public let effects: [String]

  /// The reason for not starting them.
  public let reason: Reason
}

extension EffectIsolationError: CustomStringConvertible {
  /// The effects that did not start, the reason, and the remedy.
  public var description: String {
    "\(scope) did not start \(effects.joined(separator: ", ")): \(reason.explanation)"
  }
}

extension EffectIsolationError: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

extension EffectIsolationError.Reason {
  fileprivate var explanation: String {
    switch self {
    case .noActor:
      """
      the event was sent from a place that names no actor, and no actor is known that the scope's tree lives on, so \
      the results could not be delivered. Send the event from an isolated method of the actor that owns the scope, or \
      give the function that sends it the parameter `isolation: isolated (any Actor)? = #isolation`.
      """
    case .removedFromTree:
      """
      the scope was removed from its tree, or the scope that owned it was released, so its dependencies are no longer \
      found. Enqueue the effects before the scope is removed and in an event of its own, or in a scope that stays.
      """
    case .beingDeinitialized:
      """
      the event was sent in a deinit, and what is being deinitialized cannot receive results. Send it before the scope \
      and the actor that owns it are released.
      """
    }
  }
}
