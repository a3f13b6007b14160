import Statoscope

/// The verb of a step, which determines its text, its sentence and its treatment.
package enum Verb: Hashable, Sendable {
  /// The part that the event of a step plays in the plan.
  package enum Role: Sendable {
    /// The event continues the path, and its update must not throw.
    case when
    /// The event continues the path, and its update must throw.
    case throwing
    /// The event begins another path, and its update must not throw.
    case fork
    /// The event begins another path, and its update must throw.
    case throwingFork
  }

  /// The way in which a step produces the event of an effect.
  package enum EffectEnd: String, Sendable {
    case completes = "EffectCompletes"
    case fails = "EffectFails"
    case yields = "StreamYields"
    case oldestCompletes = "OldestEffectCompletes"
    case oldestFails = "OldestEffectFails"
  }

  /// What a `THEN` checks.
  package enum Check: String, Sendable {
    case state = ""
    /// The change that a closure makes.
    case changes = "changes"
    /// The text of the state.
    case shows = "shows"
    case not = "_Not"
    case isNil = "_Nil"
    case isNotNil = "_NotNil"
    case enqueuedEffect = "_EnqueuedEffect"
    case enqueued = "_Enqueued"
    case noEnqueuedEffect = "_NoEnqueuedEffect"
    case noEffects = "_NoEffects"
    case removed = "_Removed"

    /// The verb in source.
    var text: String { "THEN" + (rawValue.hasPrefix("_") ? rawValue : "") }
  }

  case given
  case event(Role)
  case and
  case effect(EffectEnd, Role)
  case receive
  /// Receives what is due; `again` for what that has caused, which is a part of the same step.
  case skipReceived(again: Bool)
  case advance
  case then(Check)
  case snapshot
  case takeSnapshot
  case invariant
  case configure
  case withSettings
  case with
  case runTest

  /// The verb in source.
  package var text: String {
    switch self {
    case .given: "GIVEN"
    case .event(.when): "WHEN"
    case .event(.throwing): "WHEN_Throws"
    case .event(.fork): "FORK"
    case .event(.throwingFork): "FORK_Throws"
    case .and: "AND"
    case .effect(let end, .when): "WHEN_" + end.rawValue
    case .effect(let end, .throwing): "WHEN_" + end.rawValue + "_Throws"
    case .effect(let end, .fork): "FORK_" + end.rawValue
    case .effect(let end, .throwingFork): "FORK_" + end.rawValue + "_Throws"
    case .receive: "RECEIVE"
    case .skipReceived: "SKIP_RECEIVED"
    case .advance: "ADVANCE"
    case .then(let check): check.text
    case .snapshot: "SNAPSHOT"
    case .takeSnapshot: "takeSnapshot"
    case .invariant: "INVARIANT"
    case .configure: "configure"
    case .withSettings: "WITH_SETTINGS"
    case .with: "WITH"
    case .runTest: "runTest"
    }
  }

  /// The kinds of steps, each of which has its own checks around it.
  package enum Kind {
    case event
    /// An event that shares the `THEN`s of the event before it.
    case joiningEvent
    case check
    case invariant
    /// Time passes, and events of effects become due.
    case time
    case setting

    /// Indicates whether the step sends events.
    var sendsEvent: Bool { self == .event || self == .joiningEvent }
  }

  /// The kind of the step.
  package var kind: Kind {
    switch self {
    case .event, .effect, .receive, .skipReceived(again: false): .event
    case .and, .skipReceived(again: true): .joiningEvent
    case .then, .snapshot, .takeSnapshot: .check
    case .invariant: .invariant
    case .advance: .time
    case .given, .configure, .withSettings, .with, .runTest: .setting
    }
  }

  /// Indicates whether the event of the step must throw.
  var mustThrow: Bool {
    switch self {
    case .event(.throwing), .effect(_, .throwing), .event(.throwingFork), .effect(_, .throwingFork): true
    default: false
    }
  }

  /// Indicates whether the step receives events of effects.
  var receives: Bool {
    switch self {
    case .receive, .skipReceived: true
    default: false
    }
  }

  /// Indicates whether the step begins another path.
  var isFork: Bool {
    switch self {
    case .event(.fork), .effect(_, .fork), .event(.throwingFork), .effect(_, .throwingFork): true
    default: false
    }
  }
}

/// One step of a plan: its verb, its call as data, and what it does.
///
/// A class with subclasses, so that a step with all that it needs is one allocation, and that its call is made only
/// where a text needs it: plans of many steps cost little more than their events.
package class Step<Root: ScopeProtocol> {
  package final let verb: Verb

  init(_ verb: Verb) {
    self.verb = verb
  }

  /// The step as data.
  package var call: StepCall { preconditionFailure("a subclass has the call") }

  /// The path that begins here; nil for all steps but forks.
  var fork: PlanPath<Root>? { nil }

  /// Reads what the step needs of the state before the event that precedes it.
  func prepare(_ run: PathRun<Root>) {}

  /// Sends the event, checks the state, or changes the settings.
  func perform(_ run: PathRun<Root>) throws {}
}

/// A step whose action is a closure.
final class ClosureStep<Root: ScopeProtocol>: Step<Root> {
  private let storedCall: StepCall
  private let body: (PathRun<Root>) throws -> Void

  init(_ call: StepCall, _ body: @escaping (PathRun<Root>) throws -> Void) {
    storedCall = call
    self.body = body
    super.init(call.verb)
  }

  package override var call: StepCall { storedCall }

  override func perform(_ run: PathRun<Root>) throws { try body(run) }
}

/// A step from which another path starts, written as the first step of that path.
final class ForkStep<Root: ScopeProtocol>: Step<Root> {
  private let first: Step<Root>
  private let path: PlanPath<Root>

  init(_ first: Step<Root>, _ path: PlanPath<Root>) {
    self.first = first
    self.path = path
    super.init(first.verb)
  }

  package override var call: StepCall { first.call }

  override var fork: PlanPath<Root>? { path }
}
