import Statoscope

/// Runs the paths of a plan: the trunk first, then each fork in the order of the source.
struct PlanRunner<Root: ScopeProtocol> {
  let plan: PlanRecord<Root>
  let checks: EndChecks
  /// The call of `runTest()` in progress.
  let call: StepCall

  /// A path to run, with the steps that lead to it and the forks that contain it.
  struct PlannedPath {
    let path: PlanPath<Root>
    var lead: [Step<Root>] = []
    var forks: [StepCall] = []
    /// The report of the path, if requested.
    let branch: FlowBranch?
  }

  func run(_ trunk: PlanPath<Root>) {
    var waiting = [PlannedPath(path: trunk, branch: plan.flowReporter?.trunk)]
    weak var previous: Root?
    while let planned = waiting.popLast() {
      let release = begin(planned)
      if let root = makeRoot(after: previous, forks: planned.forks, effects: .enqueueOnly) {
        // A stack: the last fork found runs last.
        waiting += run(planned, on: root, release).reversed()
        // Only after the run: an object with weak references is slower to use.
        previous = root
      }
      end(planned, release)
    }
    plan.endReport()
  }

  /// Begins a path, before its scope is created.
  ///
  /// - Returns: the check of its scopes' release, if requested.
  func begin(_ planned: PlannedPath) -> ReleaseCheck? {
    plan.flowReporter?.enter(planned.branch, given: plan.call)
    return checks.release ? ReleaseCheck() : nil
  }

  /// Ends a path, after its scope was released, unless something retains it.
  func end(_ planned: PlannedPath, _ release: ReleaseCheck?) {
    let leaks = release?.leaks() ?? []
    if !leaks.isEmpty { plan.report(.scopesNotReleased(leaks), of: call, in: planned.forks) }
  }

  func makeRoot(after previous: Root?, forks: [StepCall], effects: EffectsExecution) -> Root? {
    do {
      let root = try plan.given()
      guard root !== previous else {
        plan.report(.sameScopeGivenTwice(scope: typeName(type(of: root))), of: plan.call, in: forks)
        return nil
      }
      root.injectObject(effects)
      return root
    } catch {
      plan.report(.givenThrew(error: "\(error)"), of: plan.call, in: forks)
      return nil
    }
  }

  /// Runs one path and returns the forks that start from it.
  private func run(_ planned: PlannedPath, on root: Root, _ release: ReleaseCheck?) -> [PlannedPath] {
    let run = PathRun(root: root, plan: plan, forks: planned.forks, releaseCheck: release)
    plan.flowReporter?.start(on: root)
    for step in planned.lead { run.replay(step) }
    plan.flowReporter?.goOn()
    var forks: [PlannedPath] = []
    let path = planned.path
    // By index: an iterator over a generic type looks up four other types for each step.
    for index in path.steps.indices {
      let step = path.steps[index]
      if step.kind == .other, let fork = fork(at: index, of: planned) {
        forks.append(fork)
      } else if !take(step, in: run) {
        reportRest(of: path, from: index + 1)
        return forks
      }
    }
    run.end(checks, call)
    return forks
  }

  /// Returns the fork that leaves a path at a step; nil for any other step.
  func fork(at index: Int, of planned: PlannedPath) -> PlannedPath? {
    let step = planned.path.steps[index]
    guard case .fork(let path) = step.action else { return nil }
    return PlannedPath(
      path: path,
      lead: planned.lead + planned.path.steps(before: index),
      forks: planned.forks + [step.call],
      branch: plan.flowReporter?.fork(step.call)
    )
  }
}
