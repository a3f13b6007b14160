import Statoscope

/// What kind of step it is.
enum StepKind {
  case event
  /// An event that is said by the same `THEN`s as the one before it.
  case joiningEvent
  case check
  case other
}

/// What can be known of a step without the type of the plan's scope: a list of these is cheap to go through.
class PlainStep {
  let site: CallSite
  let kind: StepKind

  init(_ site: CallSite, _ kind: StepKind) {
    self.site = site
    self.kind = kind
  }
}

/// One sentence of a plan: where it stands, how it reads, and what it does.
///
/// A class, so that a step is made once and never copied: plans of many steps cost little more than their events.
class Step<Root: ScopeProtocol>: PlainStep {
  enum Action {
    /// Looks at the state now and after each step to come, in forks too.
    case invariant((Root) throws -> Void)
    /// Another way from here.
    case fork(PlanPath<Root>)
    /// Changes how the steps to come are run, in forks too.
    case setting((inout PlanSettings) -> Void)
    /// Waits for an effect or lets time pass; a plan whose effects never start cannot.
    case live(LiveStep<Root>)
  }

  /// The `WITH`s that the step stands in, outermost first.
  var within: [StepWords] { [] }

  /// What a step of another kind than an event or a check does.
  var action: Action? { nil }

  /// Sends the event or looks at the state.
  func perform(_ run: PathRun<Root>) throws {}

  /// What the step sends, ends an effect with, or expects, for who tells the step to people.
  var value: Any? { nil }

  /// How the step reads when its source is not at hand.
  var fallback: String { "" }

  /// How the step reads.
  final var words: StepWords { StepWords(site: site) { self.fallback } }
}

/// A step that does what a closure says.
final class ClosureStep<Root: ScopeProtocol>: Step<Root> {
  private let makeFallback: () -> String
  private let storedWithin: [StepWords]
  private let storedValue: Any?
  private let body: (PathRun<Root>) throws -> Void

  init(
    _ site: CallSite,
    _ kind: StepKind,
    within: [StepWords],
    value: Any? = nil,
    _ fallback: @escaping () -> String,
    _ body: @escaping (PathRun<Root>) throws -> Void
  ) {
    makeFallback = fallback
    storedWithin = within
    storedValue = value
    self.body = body
    super.init(site, kind)
  }

  override var within: [StepWords] { storedWithin }

  override func perform(_ run: PathRun<Root>) throws { try body(run) }

  override var value: Any? { storedValue }

  override var fallback: String { makeFallback() }
}

/// A step that tells how the plan goes on.
final class ActionStep<Root: ScopeProtocol>: Step<Root> {
  private let makeFallback: () -> String
  private let storedWithin: [StepWords]
  private let storedAction: Action

  init(_ site: CallSite, _ action: Action, within: [StepWords], _ fallback: @escaping () -> String) {
    makeFallback = fallback
    storedWithin = within
    storedAction = action
    super.init(site, .other)
  }

  override var within: [StepWords] { storedWithin }

  override var action: Action? { storedAction }

  override var value: Any? {
    switch storedAction {
    case .live(.receive(let expected)): expected.when
    case .live(.advance(let duration)): duration
    case .invariant, .fork, .setting: nil
    }
  }

  override var fallback: String { makeFallback() }
}

/// What `configure` sets, from one step on.
struct PlanSettings {
  var exhaustivity = Exhaustivity.off
  var clearsEffects = false
}

/// What `runTest` is asked to look at when a path has ended.
struct EndChecks {
  var release = false
  var pendingEffects = false
}
