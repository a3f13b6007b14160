import Testing

/// The settings with which plans begin: those of a suite, of a test, or of a closure.
///
/// ```swift
/// @Suite(.flowSettings(.strict)) struct CheckoutTests { … }
/// ```
/// A plan's own steps and arguments win: `.configure(exhaustivity: .off)` applies from its step on, and
/// `runTest(assertRelease: false)` to its plan. In XCTest use ``withFlowSettings(_:_:)``.
public struct FlowSettings: Sendable {
  /// The rule whether the steps after an event must assert all of its effects and changes.
  public var exhaustivity: Exhaustivity

  /// The treatment of look-ups that fall back to a default; nil for that of the kind of plan: `.refused` in
  /// exhaustive plans and for the effects of live ones, and `.allowed` elsewhere.
  public var defaultValues: DefaultValues?

  /// A Boolean value that makes a scope that outlives its path a failure.
  public var assertsRelease: Bool

  /// A Boolean value that makes an effect in flight at the end of a path a failure; in a live plan it always is.
  public var assertsNoPendingEffects: Bool

  /// The real time that a live plan waits for an event before its step fails and its path ends.
  ///
  /// Seconds in which the machine is too busy for its tasks do not count.
  public var timeLimit: Duration

  /// Creates settings; those that are omitted are the ones of ``standard``.
  public init(
    exhaustivity: Exhaustivity = .off,
    defaultValues: DefaultValues? = nil,
    assertsRelease: Bool = false,
    assertsNoPendingEffects: Bool = false,
    timeLimit: Duration = .seconds(10)
  ) {
    self.exhaustivity = exhaustivity
    self.defaultValues = defaultValues
    self.assertsRelease = assertsRelease
    self.assertsNoPendingEffects = assertsNoPendingEffects
    self.timeLimit = timeLimit
  }

  /// The settings of plans for which no others are given.
  public static let standard = FlowSettings()

  /// Exhaustive plans that allow no defaults, and that check at their end that scopes are released and no effects
  /// are pending.
  public static let strict = FlowSettings(
    exhaustivity: .on,
    defaultValues: .refused,
    assertsRelease: true,
    assertsNoPendingEffects: true
  )

  /// The settings of the plans that run in the current task.
  @TaskLocal static var current = FlowSettings.standard
}

/// Runs a closure whose plans begin with other settings, such as the tests of an XCTest case.
///
/// ```swift
/// override func invokeTest() {
///   withFlowSettings(.strict) { super.invokeTest() }
/// }
/// ```
/// Tasks that the closure starts inherit the settings, so the case's asynchronous tests have them, too.
public func withFlowSettings<Result>(
  _ settings: FlowSettings,
  _ body: () throws -> Result
) rethrows -> Result {
  try FlowSettings.$current.withValue(settings, operation: body)
}

/// Runs an asynchronous closure whose plans begin with other settings.
///
/// - `isolation`: the actor that the closure runs on; omit it.
public func withFlowSettings<Result>(
  _ settings: FlowSettings,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await FlowSettings.$current.withValue(settings, operation: body)
}

/// A trait of suites and tests whose plans begin with other settings than the standard ones.
///
/// The innermost one applies as a whole.
public struct FlowSettingsTrait: SuiteTrait, TestTrait, TestScoping {
  let settings: FlowSettings

  /// True: the trait of a suite applies to all of its tests.
  public var isRecursive: Bool { true }

  /// Runs a test, whose plans have the settings.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await FlowSettings.$current.withValue(settings) { try await function() }
  }
}

extension Trait where Self == FlowSettingsTrait {
  /// Settings with which the plans of a suite or of a test begin.
  ///
  /// ```swift
  /// @Suite(.flowSettings(.strict)) struct CheckoutTests { … }
  /// ```
  public static func flowSettings(_ settings: FlowSettings) -> FlowSettingsTrait {
    FlowSettingsTrait(settings: settings)
  }
}
