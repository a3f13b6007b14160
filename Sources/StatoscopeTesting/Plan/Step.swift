import Statoscope

/// The kinds of steps.
package enum StepKind {
  case event
  /// An event that shares the `THEN`s of the event before it.
  case joiningEvent
  case check
  case other
}

/// One step of a plan: its call as data, and its action.
///
/// A class, so that a step is created once and never copied: plans of many steps cost little more than their
/// events.
package class Step<Root: ScopeProtocol> {
  enum Action {
    /// Checks the state now and after each further step, in forks too.
    case invariant((Root) throws -> Void)
    /// Starts another path from here.
    case fork(PlanPath<Root>)
    /// Changes the settings of the further steps, in forks too.
    case setting((inout PlanSettings) -> Void)
    /// Waits for an effect or advances the clock; only a live plan can.
    case live(LiveStep<Root>)
  }

  let location: CallLocation
  package let kind: StepKind

  init(_ location: CallLocation, _ kind: StepKind) {
    self.location = location
    self.kind = kind
  }

  /// The action of a step that is neither an event nor a check.
  var action: Action? { nil }

  /// The step as data.
  package var call: StepCall { StepCall(location: location, verb: "") }

  /// Sends the event or checks the state.
  func perform(_ run: PathRun<Root>) throws {}
}

/// A step whose action is a closure.
final class ClosureStep<Root: ScopeProtocol>: Step<Root> {
  private let storedCall: StepCall
  private let body: (PathRun<Root>) throws -> Void

  init(_ call: StepCall, _ kind: StepKind, _ body: @escaping (PathRun<Root>) throws -> Void) {
    storedCall = call
    self.body = body
    super.init(call.location, kind)
  }

  package override var call: StepCall { storedCall }

  override func perform(_ run: PathRun<Root>) throws { try body(run) }
}

/// A step that affects the further run of the plan.
final class ActionStep<Root: ScopeProtocol>: Step<Root> {
  private let storedCall: StepCall
  private let storedAction: Action

  init(_ call: StepCall, _ action: Action) {
    storedCall = call
    storedAction = action
    super.init(call.location, .other)
  }

  package override var call: StepCall { storedCall }

  override var action: Action? { storedAction }
}

/// The settings of `configure`, which apply from one step on.
package struct PlanSettings {
  var exhaustivity = Exhaustivity.off
  /// The effects to remove; nil for none.
  package var clearing: EffectClearing?
  /// The treatment of defaults; nil for the plan's default.
  var defaultValues: DefaultValues?

  /// Indicates whether a scope's look-up must not fall back to a default.
  var refusesDefaults: Bool { (defaultValues ?? (exhaustivity == .on ? .refused : .allowed)) == .refused }

  /// Indicates whether a running effect's look-up must not fall back to a default.
  var refusesDefaultsOfEffects: Bool { (defaultValues ?? .refused) == .refused }
}

/// The checks that `runTest` requests for the end of a path.
struct EndChecks {
  var release = false
  var pendingEffects = false
}
