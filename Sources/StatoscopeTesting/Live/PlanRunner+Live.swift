import Statoscope

extension PlanRunner {
  /// Runs the paths of a live plan on the actor that its scopes live on, one after the other.
  func run(_ trunk: PlanPath<Root>, clock: TestClock, at home: isolated (any Actor)?) async {
    let thread = JobThread()
    defer { thread.close() }
    let start = clock.now
    var waiting = [Leg(path: trunk, way: [], forks: [], branch: plan.telling?.trunk)]
    weak var previous: Root?
    while let leg = waiting.popLast() {
      clock.set(to: start)
      let watch = checks.release ? ReleaseWatch() : nil
      plan.telling?.enter(leg.branch, given: plan.call)
      if let root = makeRoot(after: previous, forks: leg.forks, effects: .live) {
        previous = root
        if let home { root.settle(on: home) }
        let live = LiveRun(root: root, clock: clock, thread: thread)
        waiting += await run(leg, live, watch, at: home).reversed()
      }
      plan.telling?.leave()
      let leaks = watch?.leaks() ?? []
      if !leaks.isEmpty { plan.report(.scopesNotReleased(leaks), of: call, in: leg.forks) }
    }
    plan.endTelling()
  }

  /// Runs one path and returns the forks that leave it.
  private func run(
    _ leg: Leg,
    _ live: LiveRun<Root>,
    _ watch: ReleaseWatch?,
    at home: isolated (any Actor)?
  ) async -> [Leg] {
    let run = PathRun(root: live.root, plan: plan, forks: leg.forks, releaseWatch: watch)
    run.receive = { [unowned run] expected in try live.receive(expected, in: run) }
    plan.telling?.start(on: live.root)
    for step in leg.way {
      try? await live.prepare(step, at: home)
      run.replay(step)
      await live.goOn(at: home)
    }
    plan.telling?.goOn()
    var forks: [Leg] = []
    for (index, written) in leg.path.written.enumerated() {
      let step = leg.path.step(written)
      if step.kind == .other, case .fork(let path) = step.action {
        let way = leg.way + leg.path.way(to: index)
        forks.append(
          Leg(path: path, way: way, forks: leg.forks + [step.call], branch: plan.telling?.fork(step.told))
        )
      } else if step.kind == .check {
        _ = take(step, in: run)
      } else {
        plan.telling?.begin(step.told)
        do { try await live.prepare(step, at: home) } catch {
          run.report(error, of: step)
          plan.telling?.finish(step.told.kind)
          continue
        }
        let goesOn = plan.telling?.take { run.take(step) } ?? run.take(step)
        await live.goOn(at: home)
        plan.telling?.finish(step.told.kind)
        guard goesOn else {
          tellRest(of: leg.path, from: index + 1)
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
