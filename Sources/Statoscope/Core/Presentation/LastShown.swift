import Observation

/// What a binding has last shown, so that the dismissal of it does not remove what has taken its place.
///
/// A button of an alert may present the next one, and SwiftUI sets the binding of the first one afterwards.
final class LastShown<Value> {
  private var value: Value?
  /// Indicates whether the property was set since.
  private var isSetAgain = Locked(false)

  /// Reads, records and returns what a view is about to show.
  func show(_ read: () -> Value?) -> Value? {
    let isSetAgain = Locked(false)
    value = withObservationTracking(read) { isSetAgain.withLock { $0 = true } }
    self.isSetAgain = isSetAgain
    return value
  }

  /// Indicates whether the user's dismissal is about the current value.
  ///
  /// What was set since it was shown is another value, even an equal one, where reads of the property are tracked. Other
  /// objects are compared by identity, equatable values by `==`. All other values count as the same, as does any value
  /// that was not shown yet.
  func isDismissed(_ current: Value?) -> Bool {
    guard let value, let current else { return current != nil }
    if type(of: value as Any) is AnyObject.Type { return value as AnyObject === current as AnyObject }
    if isSetAgain.withLock({ $0 }) { return false }
    return (value as? any Equatable)?.isEqual(to: current) ?? true
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}

/// What the bindings of views read of scopes that are presented, and what they do when the user dismisses them.
///
/// Apart from the bindings themselves, so that it is the same, and is tested, without SwiftUI.
extension ScopeProtocol {
  /// Returns the scope of a class in the current case; nil without one, and in other cases.
  func presentedScope<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Self, Screen?>,
    as type: Child.Type
  ) -> Child? {
    self[keyPath: keyPath]?.scope as? Child
  }

  /// Dismisses a presented scope: sends the event, if there is one, else removes the scope from its superscope.
  ///
  /// Does nothing without a scope: the user may dismiss what has gone already.
  func dismiss(_ child: (some ScopeProtocol)?, sending event: When?) {
    guard let child else { return }
    guard let event else { return child.removeFromSuperscope() }
    send(event)
  }
}
