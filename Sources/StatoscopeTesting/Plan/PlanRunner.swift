import Statoscope

/// A path of a plan to run, with the steps that lead to it and the forks that contain it.
struct PlannedPath<Root: ScopeProtocol> {
  let path: PlanPath<Root>
  /// The steps before the fork, which are repeated.
  var lead: [Step<Root>] = []
  var forks: [StepCall] = []
  /// The stored values after those steps, as the path from which it forks has shown them.
  var storedValues: StoredValues?
  /// The steps of the invariants that were violated before it.
  var violatedInvariants: Set<ObjectIdentifier> = []
  /// The report of the path, if requested.
  let branch: FlowBranch?
}

/// The checks that `runTest` requests for the end of a path; nil where the settings decide.
struct EndChecks {
  var release: Bool?
  var pendingEffects: Bool?
}

/// Runs the paths of a plan: the trunk first, then each fork in the order of the source.
///
/// A plain plan and a live one have a loop each, because `runTest()` cannot suspend. All that the loops do is here and
/// in ``PathRun``; the live one, in ``LiveRun``, waits for effects in addition.
final class PlanRunner<Root: ScopeProtocol> {
  private let plan: PlanRecord<Root>
  private let checks: EndChecks
  /// The settings that the plan begins with.
  let settings = FlowSettings.current
  /// The call of `runTest()` in progress.
  private let call: StepCall
  /// The paths that still have to be run; the last one is next.
  private var waiting: [PlannedPath<Root>]
  private weak var previous: Root?

  init(_ trunk: PlanPath<Root>, _ checks: EndChecks, _ call: StepCall) {
    plan = trunk.plan
    self.checks = checks
    self.call = call
    waiting = [PlannedPath(path: trunk, branch: trunk.plan.flowReporter?.trunk)]
  }

  /// The misuse in the plan that has not been reported yet.
  var misuse: MisuseLog { plan.misuse }

  /// Runs a plan whose effects never start.
  func run() {
    misuse.record(runPaths)
  }

  private func runPaths() {
    while let path = next() {
      let release = makeReleaseCheck()
      if let run = begin(path, release, effects: .enqueueOnly) {
        while let step = run.next() { run.take(step) }
        end(run)
      }
      report(release, of: path)
    }
  }

  /// Returns the next path; at the end of the plan nil.
  func next() -> PlannedPath<Root>? {
    if waiting.isEmpty { plan.endReport() }
    return waiting.popLast()
  }

  /// Returns the check of the release of a path's scopes, if requested.
  func makeReleaseCheck() -> ReleaseCheck<Root>? {
    checks.release ?? settings.assertsRelease ? ReleaseCheck() : nil
  }

  /// Begins a path on a scope of its own; nil, with a failure, when there is none.
  func begin(_ path: PlannedPath<Root>, _ release: ReleaseCheck<Root>?, effects: EffectsExecution) -> PathRun<
    Root
  >? {
    plan.flowReporter?.enter(path.branch, given: plan.call)
    do {
      let root = try EffectsExecution.$isMakingScopes.withValue(true, operation: plan.given)
      reportMisuse(of: plan.call, in: path)
      guard root !== previous else {
        plan.report(.sameScopeGivenTwice(scope: typeName(type(of: root))), of: plan.call, in: path.forks)
        return nil
      }
      root.injectObject(effects)
      return PathRun(path, of: plan, on: root, settings, releaseCheck: release)
    } catch {
      plan.report(.givenThrew(error: "\(error)"), of: plan.call, in: path.forks)
      return nil
    }
  }

  /// Ends a path; the forks that start from it come next.
  func end(_ run: PathRun<Root>) {
    run.end(call, pendingEffects: checks.pendingEffects)
    // A stack: the last fork found runs last.
    waiting += run.foundForks.reversed()
    // Only after the run: an object with weak references is slower to use.
    previous = run.root
  }

  /// Reports the scopes of a path that its run, now released, has left behind.
  func report(_ release: ReleaseCheck<Root>?, of path: PlannedPath<Root>) {
    reportMisuse(of: call, in: path)
    let leaks = release?.leaks() ?? []
    if !leaks.isEmpty { report(.scopesNotReleased(leaks), of: path) }
  }

  /// Reports a failure of a path at the line of `runTest()`.
  func report(_ failure: FlowFailure, of path: PlannedPath<Root>) {
    plan.report(failure, of: call, in: path.forks)
  }

  private func reportMisuse(of call: StepCall, in path: PlannedPath<Root>) {
    for failure in misuse.take() { plan.report(failure, of: call, in: path.forks) }
  }
}

/// The steps of one path through a plan: its trunk, or one of its forks.
package final class PlanPath<Root: ScopeProtocol> {
  /// The whole plan, shared by all of its forks.
  package let plan: PlanRecord<Root>
  package private(set) var steps: [Step<Root>] = []
  /// Indicates whether a step reads the state before the event that precedes it.
  private(set) var preparesSteps = false

  /// Indicates whether it is the path from which all forks start, to which `runTest()` belongs.
  let isTrunk: Bool

  init(plan: PlanRecord<Root>, isTrunk: Bool = false) {
    self.plan = plan
    self.isTrunk = isTrunk
  }

  func add(_ step: Step<Root>) {
    guard !plan.hasRun else {
      plan.report(.stepAfterRun, of: step.call, in: [])
      return
    }
    steps.append(step)
    if step.verb == .then(.changes) { preparesSteps = true }
  }
}

/// The parts of a plan besides its steps; it reports a plan that was never run.
package final class PlanRecord<Root: ScopeProtocol> {
  let given: () throws -> Root
  let location: CallLocation
  var hasRun = false
  let misuse = MisuseLog()
  /// Draws the scope, if pictures are requested.
  var draw: ((_ root: Root, _ name: String) throws -> Void)?
  /// An observer of its runs from another module.
  package var observer: (any PathObserver<Root>)?
  /// What was learned about the types in the state.
  let types = ReflectedTypes()
  /// The properties that reflection does not show to the steps of an exhaustive plan.
  var unseen: Set<String> = []
  /// The reporter of the plan's living documentation, if requested.
  private(set) var flowReporter: FlowReporter?
  /// The reporter at the creation of the plan, for the failure that is found only when the plan is released.
  private let reporter = FailureReporter.current

  init(location: CallLocation, given: @escaping () throws -> Root) {
    self.given = given
    self.location = location
  }

  deinit {
    if !hasRun { report(.neverRun, of: call, in: []) }
  }

  var call: StepCall { StepCall(location: location, verb: .given, arguments: [.closure]) }

  /// Reports a failure at the line of its step, with the `WITH`s and the forks around the step.
  func report(_ failure: FlowFailure, of call: StepCall, in forks: [StepCall]) {
    let around = (forks + call.within).map { "\n  in \($0.text) at \($0.location)" }.joined()
    let text = "\(call.text): \(failure)\(around)"
    let outcome = reporter.report(text, call.location)
    flowReporter?.record(text, at: call, outcome)
  }

  /// Begins the plan's living documentation, if requested.
  func beginReport(in function: StaticString, at location: CallLocation) {
    guard let documentation = LivingDocumentation.current else { return }
    flowReporter = FlowReporter(
      for: documentation,
      name: FlowName(function: function, location: location),
      scope: Root.self,
      types
    )
  }

  /// Ends the plan's living documentation; a later failure of the plan still changes it.
  func endReport() {
    noteUnseenState()
    if let failure = flowReporter?.end() { report(failure, of: call, in: []) }
  }

  /// Names the state that no step can assert, on one line for each type of scope.
  private func noteUnseenState() {
    var properties: [Substring: [Substring]] = [:]
    for name in unseen.sorted() {
      let end = name.lastIndex(of: ".") ?? name.endIndex
      properties[name[..<end], default: []].append(name[end...].dropFirst())
    }
    for (type, names) in properties.sorted(by: { $0.key < $1.key }) {
      let list = names.contains("") ? "its mirror is its own" : names.joined(separator: ", ")
      reporter.note(
        "statoscope: the plan at \(location) cannot see all state of \(type), so no THEN asserts it: \(list)\n"
      )
    }
  }
}
