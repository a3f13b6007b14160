import Statoscope

/// Runs the paths of a plan: the trunk first, then each fork in the order of the source.
struct PlanRunner<Root: ScopeProtocol> {
  let plan: PlanRecord<Root>
  let checks: EndChecks
  /// The `runTest()` that is running.
  let call: StepCall

  func run(_ trunk: PlanPath<Root>) {
    var waiting = [Leg(path: trunk, way: [], forks: [], branch: plan.telling?.trunk)]
    weak var previous: Root?
    while let leg = waiting.popLast() {
      let watch = checks.release ? ReleaseWatch() : nil
      plan.telling?.enter(leg.branch, given: plan.call)
      if let root = makeRoot(after: previous, forks: leg.forks, effects: .enqueueOnly) {
        // The last fork found is the last to run: they wait on a stack.
        waiting += run(leg, on: root, watch).reversed()
        // Not before it ran: an object that was ever referred to weakly is slower to use.
        previous = root
      }
      plan.telling?.leave()
      // Here, because the scope is gone now, if nothing keeps it.
      let leaks = watch?.leaks() ?? []
      if !leaks.isEmpty { plan.report(.scopesNotReleased(leaks), of: call, in: leg.forks) }
    }
    plan.endTelling()
  }

  /// A path, with the steps that lead to its first one and the forks that it lies in.
  struct Leg {
    let path: PlanPath<Root>
    let way: [Step<Root>]
    let forks: [StepCall]
    /// The path as it is told, if anybody is.
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

  /// Runs one path and returns the forks that leave it.
  private func run(_ leg: Leg, on root: Root, _ watch: ReleaseWatch?) -> [Leg] {
    let run = PathRun(root: root, plan: plan, forks: leg.forks, releaseWatch: watch)
    plan.telling?.start(on: root)
    for step in leg.way { run.replay(step) }
    plan.telling?.goOn()
    var forks: [Leg] = []
    let path = leg.path
    for (index, written) in path.written.enumerated() {
      let step = path.step(written)
      if step.kind == .other, case .fork(let fork) = step.action {
        let way = leg.way + path.way(to: index)
        forks.append(
          Leg(path: fork, way: way, forks: leg.forks + [step.call], branch: plan.telling?.fork(step.told))
        )
      } else if !take(step, in: run) {
        tellRest(of: path, from: index + 1)
        return forks
      }
    }
    run.end(checks, call)
    return forks
  }
}
