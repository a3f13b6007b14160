/// A value that leads to the receiver of events: a scope, or an optional that may hold one.
///
/// A step of a test takes a key path to any target, so that a child and an optional child are addressed alike, and
/// `\.list?.form` as well. A target without a scope fails the step.
public protocol EventTarget<When> {
  /// The events that the scope handles.
  associatedtype When: Sendable

  /// Returns the scope that receives the events; nil if the target has none.
  ///
  /// It is static so that a scope has no member of this name.
  static func scope(receivingEventsOf target: Self) -> (any ScopeProtocol<When>)?
}

extension ScopeProtocol {
  /// Returns the target itself: a scope receives its own events.
  public static func scope(receivingEventsOf target: Self) -> (any ScopeProtocol<When>)? { target }
}

extension Optional: EventTarget where Wrapped: EventTarget {
  /// The events of the wrapped target.
  public typealias When = Wrapped.When

  /// Returns the scope of the wrapped target; nil without one.
  public static func scope(receivingEventsOf target: Self) -> (any ScopeProtocol<Wrapped.When>)? {
    target.flatMap(Wrapped.scope)
  }
}
