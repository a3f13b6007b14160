/// What a binding has last shown, so that the dismissal of it does not remove what has taken its place.
///
/// A button of an alert may present the next one, and SwiftUI sets the binding of the first one afterwards.
final class LastShown<Value> {
  private var value: Value?

  /// Records and returns what a view is about to show.
  func show(_ value: Value?) -> Value? {
    self.value = value
    return value
  }

  /// Indicates whether the user's dismissal is about the current value.
  ///
  /// Objects are compared by identity, equatable values by `==`. All other values count as the same, as does any value
  /// that was not shown yet.
  func isDismissed(_ current: Value?) -> Bool {
    guard let value, let current else { return current != nil }
    if type(of: value as Any) is AnyObject.Type { return value as AnyObject === current as AnyObject }
    return (value as? any Equatable)?.isEqual(to: current) ?? true
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}
