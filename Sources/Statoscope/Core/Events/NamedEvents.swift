/// A type of event that lists its own names, so that a map of events can show those that no flow test sent.
///
/// An enum that is `CaseIterable` needs no list. One whose cases carry values declares it:
///
/// ```swift
/// extension Counter.When: NamedEvents {
///   static let eventNames = ["userTappedIncrementButton", "loaded"]
/// }
/// ```
public protocol NamedEvents {
  /// The names of all cases, without their associated values.
  static var eventNames: [String] { get }
}
