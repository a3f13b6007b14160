import Statoscope

/// A path of a plan to run, with the steps that lead to it and the forks that contain it.
struct PlannedPath<Root: ScopeProtocol> {
  let path: PlanPath<Root>
  /// The steps before the fork, which are repeated.
  var lead: [Step<Root>] = []
  var forks: [StepCall] = []
  /// The report of the path, if requested.
  let branch: FlowBranch?
}

/// The checks that `runTest` requests for the end of a path.
struct EndChecks {
  var release = false
  var pendingEffects = false
}

/// Runs the paths of a plan: the trunk first, then each fork in the order of the source.
///
/// A plain plan and a live one have a loop each, because `runTest()` cannot suspend. All that the loops do is here and
/// in ``PathRun``; the live one, in ``LiveRun``, waits for effects in addition.
final class PlanRunner<Root: ScopeProtocol> {
  private let plan: PlanRecord<Root>
  private let checks: EndChecks
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

  /// Runs a plan whose effects never start.
  func run() {
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
  func makeReleaseCheck() -> ReleaseCheck? { checks.release ? ReleaseCheck() : nil }

  /// Begins a path on a scope of its own; nil, with a failure, when there is none.
  func begin(_ path: PlannedPath<Root>, _ release: ReleaseCheck?, effects: EffectsExecution) -> PathRun<Root>?
  {
    plan.flowReporter?.enter(path.branch, given: plan.call)
    do {
      let root = try plan.given()
      guard root !== previous else {
        plan.report(.sameScopeGivenTwice(scope: typeName(type(of: root))), of: plan.call, in: path.forks)
        return nil
      }
      root.injectObject(effects)
      return PathRun(path, of: plan, on: root, releaseCheck: release)
    } catch {
      plan.report(.givenThrew(error: "\(error)"), of: plan.call, in: path.forks)
      return nil
    }
  }

  /// Ends a path; the forks that start from it come next.
  func end(_ run: PathRun<Root>) {
    run.end(checks, call)
    // A stack: the last fork found runs last.
    waiting += run.foundForks.reversed()
    // Only after the run: an object with weak references is slower to use.
    previous = run.root
  }

  /// Reports the scopes of a path that its run, now released, has left behind.
  func report(_ release: ReleaseCheck?, of path: PlannedPath<Root>) {
    let leaks = release?.leaks() ?? []
    if !leaks.isEmpty { plan.report(.scopesNotReleased(leaks), of: call, in: path.forks) }
  }
}
