/// A type whose values can be injected into a tree of scopes, with a default value for trees without one.
///
/// ```swift
/// struct Clock: Injectable {
///   var now: @Sendable () -> Date
///   static let defaultValue = Clock { Date() }
/// }
/// ```
public protocol Injectable {
  /// The value that a look-up returns when no scope on the path to the root provides one.
  static var defaultValue: Self { get }

  /// Indicates whether a test may use the default: false unless declared, because most defaults do real work.
  ///
  /// A test plan that refuses defaults fails where a look-up finds no value of such a type.
  static var isDefaultForTests: Bool { get }
}

extension Injectable {
  /// False: a test has to inject a value.
  public static var isDefaultForTests: Bool { false }
}

extension Injectable {
  /// Returns the default, for a scope that found no value up the tree.
  package static func defaultValue(for scope: ScopeNode) -> Self {
    if !isDefaultForTests { scope.notifyDefault(of: Self.self) }
    return defaultValue
  }

  /// The default, for the running effect that found no value.
  static var defaultValueForEffect: Self {
    if !isDefaultForTests { EffectObservation.observer?.effectGotDefault(of: Self.self) }
    return defaultValue
  }
}
