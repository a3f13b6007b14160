import Statoscope

/// Runs the paths of a plan: the trunk first, then each fork in the order of the source.
struct PlanRunner<Root: ScopeProtocol> {
  let plan: PlanRecord<Root>

  func run(_ trunk: PlanPath<Root>) {
    var waiting = [Leg(path: trunk, way: [], forks: [])]
    var previous: Root?
    while let leg = waiting.popLast() {
      guard let root = makeRoot(after: previous, forks: leg.forks) else { continue }
      previous = root
      // The last fork found is the last to run: they wait on a stack.
      waiting.append(contentsOf: run(leg, on: root).reversed())
    }
  }

  /// A path, with the events that lead to its first step and the forks that it lies in.
  private struct Leg {
    let path: PlanPath<Root>
    let way: [Step<Root>]
    let forks: [StepWords]
  }

  private func makeRoot(after previous: Root?, forks: [StepWords]) -> Root? {
    do {
      let root = try plan.given()
      guard root !== previous else {
        plan.report(.sameScopeGivenTwice(scope: typeName(type(of: root))), of: plan.words, in: forks)
        return nil
      }
      root.injectObject(EffectsExecution.enqueueOnly)
      return root
    } catch {
      plan.report(.givenThrew(error: "\(error)"), of: plan.words, in: forks)
      return nil
    }
  }

  /// Runs one path and returns the forks that leave it.
  private func run(_ leg: Leg, on root: Root) -> [Leg] {
    var way = leg.way
    var forks: [Leg] = []
    for step in leg.way {
      // What throws on the way has thrown, and was reported, on the path that the fork leaves.
      if case .event(let perform) = step.action { try? perform(root) }
    }
    for step in leg.path.steps {
      switch step.action {
      case .check(let check):
        do { try check(root) } catch { report(error, of: step, leg.forks) }
      case .event(let perform):
        do { try perform(root) } catch {
          report(error, of: step, leg.forks)
          // A step that found no scope to speak to did nothing, so what comes after it can still be told.
          if case FlowFailure.missingChild = error { continue }
          return forks
        }
        way.append(step)
      case .live:
        report(FlowFailure.live(.effectsDoNotRun), of: step, leg.forks)
      case .fork(let path):
        forks.append(Leg(path: path, way: way, forks: leg.forks + [step.words]))
      }
    }
    return forks
  }

  private func report(_ error: any Error, of step: Step<Root>, _ forks: [StepWords]) {
    let failure = error as? FlowFailure ?? .checkThrew(error: "\(error)")
    plan.report(failure, of: step.words, in: forks + step.within)
  }
}
