/// A type of event that lists its own names, so that a map of events can show which no flow test ever sent.
///
/// An enum that is `CaseIterable` need not say more. One whose cases carry values says:
///
/// ```swift
/// extension Counter.When: ListedEvents {
///   static let eventNames = ["userTappedIncrementButton", "loaded"]
/// }
/// ```
public protocol ListedEvents {
  /// The names of all cases, without what they carry.
  static var eventNames: [String] { get }
}
