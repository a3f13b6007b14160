import Statoscope

/// Runs the paths of a plan: the trunk first, then each fork in the order of the source.
struct PlanRunner<Root: ScopeProtocol> {
  let plan: PlanRecord<Root>
  let checks: EndChecks
  /// The call of `runTest()` in progress.
  let call: StepCall

  func run(_ trunk: PlanPath<Root>) {
    var waiting = [PlannedPath(path: trunk, lead: [], forks: [], branch: plan.flowReporter?.trunk)]
    weak var previous: Root?
    while let planned = waiting.popLast() {
      let release = checks.release ? ReleaseCheck() : nil
      plan.flowReporter?.enter(planned.branch, given: plan.call)
      if let root = makeRoot(after: previous, forks: planned.forks, effects: .enqueueOnly) {
        // A stack: the last fork found runs last.
        waiting += run(planned, on: root, release).reversed()
        // Only after the run: an object with weak references is slower to use.
        previous = root
      }
      plan.flowReporter?.leave()
      // Here, because the scope has been released now, unless something retains it.
      let leaks = release?.leaks() ?? []
      if !leaks.isEmpty { plan.report(.scopesNotReleased(leaks), of: call, in: planned.forks) }
    }
    plan.endReport()
  }

  /// A path to run, with the steps that lead to it and the forks that contain it.
  struct PlannedPath {
    let path: PlanPath<Root>
    let lead: [Step<Root>]
    let forks: [StepCall]
    /// The report of the path, if requested.
    let branch: FlowBranch?
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
      if step.kind == .other, case .fork(let fork) = step.action {
        let lead = planned.lead + path.steps(before: index)
        forks.append(
          PlannedPath(
            path: fork,
            lead: lead,
            forks: planned.forks + [step.call],
            branch: plan.flowReporter?.fork(step.reported())
          )
        )
      } else if !take(step, in: run) {
        reportRest(of: path, from: index + 1)
        return forks
      }
    }
    run.end(checks, call)
    return forks
  }
}
