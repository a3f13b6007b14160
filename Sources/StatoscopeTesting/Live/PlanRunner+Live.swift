import Statoscope

extension PlanRunner {
  /// Runs the paths of a live plan on the actor that its scopes live on, one after the other.
  func run(_ trunk: PlanPath<Root>, clock: TestClock, at home: isolated (any Actor)?) async {
    let jobs = JobQueue()
    let start = clock.now
    var waiting = [PlannedPath(path: trunk, branch: plan.flowReporter?.trunk)]
    weak var previous: Root?
    while let planned = waiting.popLast() {
      clock.set(to: start)
      let release = begin(planned)
      if let root = makeRoot(after: previous, forks: planned.forks, effects: .live) {
        previous = root
        if let home { root.settle(on: home) }
        let live = LiveRun(root: root, clock: clock, jobs: jobs)
        waiting += await run(planned, live, release, at: home).reversed()
      }
      end(planned, release)
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
    _ = live.effects.takeFailures(refusingDefaults: run.refusesDefaultsOfEffects)
    plan.flowReporter?.goOn()
    var forks: [PlannedPath] = []
    for (index, step) in planned.path.steps.enumerated() {
      if let fork = fork(at: index, of: planned) {
        forks.append(fork)
      } else if step.kind == .check {
        _ = take(step, in: run)
      } else if await !take(step, in: run, live, at: home) {
        reportRest(of: planned.path, from: index + 1)
        await live.end(at: home)
        return forks
      }
    }
    run.end(checks, call) { live.leftovers }
    await live.end(at: home)
    return forks
  }

  /// Runs a step that is neither a fork nor a check, and reports it.
  ///
  /// - Returns: false when the path ends there.
  private func take(
    _ step: Step<Root>,
    in run: PathRun<Root>,
    _ live: LiveRun<Root>,
    at home: isolated (any Actor)?
  ) async -> Bool {
    plan.flowReporter?.begin(step.lineKind, step.call.redacted(below: run.root))
    defer { plan.flowReporter?.finish(step.lineKind) }
    do { try await live.prepare(step, at: home) } catch {
      run.report(error, of: step)
      return true
    }
    let goesOn = plan.flowReporter?.take { run.take(step) } ?? run.take(step)
    await live.goOn(at: home)
    for failure in live.effects.takeFailures(refusingDefaults: run.refusesDefaultsOfEffects) {
      run.report(failure, of: step)
    }
    return goesOn
  }
}
