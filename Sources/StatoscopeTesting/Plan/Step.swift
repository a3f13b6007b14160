import Statoscope

/// What kind of step it is.
enum StepKind {
  case event
  /// An event that is said by the same `THEN`s as the one before it.
  case joiningEvent
  case check
  case other
}

/// One step of a plan: its call as data, and what it does.
///
/// A class, so that a step is made once and never copied: plans of many steps cost little more than their events.
class Step<Root: ScopeProtocol> {
  enum Action {
    /// Looks at the state now and after each step to come, in forks too.
    case invariant((Root) throws -> Void)
    /// Another path from here.
    case fork(PlanPath<Root>)
    /// Changes how the steps to come are run, in forks too.
    case setting((inout PlanSettings) -> Void)
    /// Waits for an effect or lets time pass; a plan whose effects never start cannot.
    case live(LiveStep<Root>)
  }

  let site: CallSite
  let kind: StepKind

  init(_ site: CallSite, _ kind: StepKind) {
    self.site = site
    self.kind = kind
  }

  /// The `WITH`s that the step stands in, outermost first.
  var within: [StepCall] { [] }

  /// What a step of another kind than an event or a check does.
  var action: Action? { nil }

  /// The step as data.
  var call: StepCall { StepCall(site: site, verb: "") }

  /// Sends the event or looks at the state.
  func perform(_ run: PathRun<Root>) throws {}
}

/// A step that does what a closure says.
final class ClosureStep<Root: ScopeProtocol>: Step<Root> {
  private let storedCall: StepCall
  private let storedWithin: [StepCall]
  private let body: (PathRun<Root>) throws -> Void

  init(
    _ call: StepCall,
    _ kind: StepKind,
    within: [StepCall],
    _ body: @escaping (PathRun<Root>) throws -> Void
  ) {
    storedCall = call
    storedWithin = within
    self.body = body
    super.init(call.site, kind)
  }

  override var within: [StepCall] { storedWithin }

  override var call: StepCall { storedCall }

  override func perform(_ run: PathRun<Root>) throws { try body(run) }
}

/// A step that decides how the plan goes on.
final class ActionStep<Root: ScopeProtocol>: Step<Root> {
  private let storedCall: StepCall
  private let storedWithin: [StepCall]
  private let storedAction: Action

  init(_ call: StepCall, _ action: Action, within: [StepCall]) {
    storedCall = call
    storedWithin = within
    storedAction = action
    super.init(call.site, .other)
  }

  override var within: [StepCall] { storedWithin }

  override var call: StepCall { storedCall }

  override var action: Action? { storedAction }
}

/// What `configure` sets, from one step on.
struct PlanSettings {
  var exhaustivity = Exhaustivity.off
  /// Nil in a plan that forgets none.
  var clearing: EffectClearing?
  /// Nil in a plan that does not say.
  var defaultValues: DefaultValues?

  /// Indicates whether a scope's look-up must not get a default.
  var refusesDefaults: Bool { (defaultValues ?? (exhaustivity == .on ? .refused : .allowed)) == .refused }

  /// The same of an effect that runs.
  var refusesDefaultsOfEffects: Bool { (defaultValues ?? .refused) == .refused }
}

/// What `runTest` is asked to look at when a path has ended.
struct EndChecks {
  var release = false
  var pendingEffects = false
}
