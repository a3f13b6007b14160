import Statoscope

extension PlanRunner {
  /// Runs the paths of a live plan on the actor that its scopes live on, one after the other.
  func run(_ trunk: PlanPath<Root>, clock: TestClock, at home: isolated (any Actor)?) async {
    let thread = JobThread()
    defer { thread.close() }
    let start = clock.now
    var waiting = [PlannedPath(path: trunk, lead: [], forks: [], branch: plan.flowReporter?.trunk)]
    weak var previous: Root?
    while let planned = waiting.popLast() {
      clock.set(to: start)
      let release = checks.release ? ReleaseCheck() : nil
      plan.flowReporter?.enter(planned.branch, given: plan.call)
      if let root = makeRoot(after: previous, forks: planned.forks, effects: .live) {
        previous = root
        if let home { root.settle(on: home) }
        let live = LiveRun(root: root, clock: clock, thread: thread)
        waiting += await run(planned, live, release, at: home).reversed()
      }
      plan.flowReporter?.leave()
      let leaks = release?.leaks() ?? []
      if !leaks.isEmpty { plan.report(.scopesNotReleased(leaks), of: call, in: planned.forks) }
    }
    plan.endReport()
  }

  /// Runs one path and returns the forks that start from it.
  private func run(
    _ planned: PlannedPath,
    _ live: LiveRun<Root>,
    _ release: ReleaseCheck?,
    at home: isolated (any Actor)?
  ) async -> [PlannedPath] {
    let run = PathRun(root: live.root, plan: plan, forks: planned.forks, releaseCheck: release)
    run.receive = { [unowned run] expected in try live.receive(expected, in: run) }
    plan.flowReporter?.start(on: live.root)
    for step in planned.lead {
      try? await live.prepare(step, at: home)
      run.replay(step)
      await live.goOn(at: home)
    }
    // They have been reported where they occurred first.
    _ = live.takeFailures(refusingDefaults: run.refusesDefaultsOfEffects)
    plan.flowReporter?.goOn()
    var forks: [PlannedPath] = []
    for (index, step) in planned.path.steps.enumerated() {
      if step.kind == .other, case .fork(let path) = step.action {
        let lead = planned.lead + planned.path.steps(before: index)
        forks.append(
          PlannedPath(
            path: path,
            lead: lead,
            forks: planned.forks + [step.call],
            branch: plan.flowReporter?.fork(step.reported())
          )
        )
      } else if step.kind == .check {
        _ = take(step, in: run)
      } else {
        plan.flowReporter?.begin(step.reported(below: run.root))
        do { try await live.prepare(step, at: home) } catch {
          run.report(error, of: step)
          plan.flowReporter?.finish(step.reported().kind)
          continue
        }
        let goesOn = plan.flowReporter?.take { run.take(step) } ?? run.take(step)
        await live.goOn(at: home)
        for failure in live.takeFailures(refusingDefaults: run.refusesDefaultsOfEffects) {
          run.report(failure, of: step)
        }
        plan.flowReporter?.finish(step.reported().kind)
        guard goesOn else {
          reportRest(of: planned.path, from: index + 1)
          await live.end(at: home)
          return forks
        }
      }
    }
    run.end(checks, call) { live.leftovers }
    await live.end(at: home)
    return forks
  }
}
