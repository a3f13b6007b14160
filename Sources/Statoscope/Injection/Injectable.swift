/// A type whose values can be injected into a tree of scopes, and that has a value for trees where none was.
///
/// ```swift
/// struct Clock: Injectable {
///   var now: @Sendable () -> Date
///   static let defaultValue = Clock { Date() }
/// }
/// ```
public protocol Injectable {
  /// What a look-up finds when no scope on the way to the root was given a value.
  static var defaultValue: Self { get }
}
