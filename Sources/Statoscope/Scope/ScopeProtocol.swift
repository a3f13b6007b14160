/// The behavior of a scope in addition to its stored part, ``ScopeNode``: its events, and the one place where
/// its state changes.
public protocol ScopeProtocol: ScopeNode {
  /// Everything that can happen to the scope.
  associatedtype When: Sendable

  /// Changes the scope's state for one event, and enqueues the effects that follow from it.
  ///
  /// It is not reentrant: an event sent to a scope that is updating is queued until that update and the start
  /// of its effects are done. No actor is named here, and none need be: events sent from here to other scopes
  /// of the tree use the tree's home.
  /// - Throws: an error when the event is invalid in the current state. Changes made before it stay; effects
  ///   enqueued by this update do not start.
  func update(_ when: When) throws
}

/// A class that owns a part of the app's state and changes it in one place.
///
/// ```swift
/// final class Counter: Scope {
///   var count = 0
///
///   enum When { case userTappedIncrement }
///
///   func update(_ when: When) throws {
///     switch when {
///     case .userTappedIncrement: count += 1
///     }
///   }
/// }
/// ```
///
/// A scope is not `Sendable` and has no isolation of its own: its creator owns it, be it the main actor,
/// another actor, or a function.
public typealias Scope = ScopeNode & ScopeProtocol
