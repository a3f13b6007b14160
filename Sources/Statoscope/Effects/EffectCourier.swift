/// Runs one effect in a task of its own and brings its results home.
struct EffectCourier<When: Sendable>: Sendable {
  /// What comes back from an effect: an event, or an end without one.
  enum Delivery: Sendable {
    case element(When)
    case last(When)
    case silence
    case failure(any Error)
  }

  let effect: AnyEffect<When>
  let injection: EffectInjection?
  let run: EffectRun

  /// Starts the effect on the actor that the caller is isolated to.
  func launch(isolation: isolated (any Actor)?) -> RunningEffect {
    RunningEffect(task: task(isolation: isolation), run: run)
  }

  private func task(isolation: isolated (any Actor)?) -> Task<Void, Never> {
    if let hosted = run.hosted { return task(as: hosted, isolation: isolation) }
    return Task {
      // Naming the parameter makes the closure isolated to it.
      _ = isolation
      // Cancelled before it ran: then it does not run at all.
      guard !run.isCancelled else { return }
      // A task begins with what the one that started it sees, which may be an effect of another tree.
      if injection == nil, EffectInjection.current == nil { return await work(isolation: isolation) }
      await EffectInjection.$current.withValue(injection) { await work(isolation: isolation) }
    }
  }

  func work(isolation: isolated (any Actor)?) async {
    do {
      switch effect.ownBody {
      case nil:
        await bringHome(.last(try await effect.runPristine()), from: isolation)
      case .once(let body):
        await bringHome(.last(try await body()), from: isolation)
      case .stream(let start):
        await bringHome(try await stream(start(), isolation: isolation), from: isolation)
      }
    } catch is CancellationError where Task.isCancelled {
      // The effect cancelled its own task: no error, and no event either.
      await bringHome(.silence, from: isolation)
    } catch {
      await bringHome(.failure(error), from: isolation)
    }
  }

  /// Brings home each element, and asks for the next only when the event of the last has run.
  ///
  /// - Returns: what the stream's end or its error was mapped to, if anything.
  private func stream(_ pull: AnyEffect<When>.Pull, isolation: isolated (any Actor)?) async throws -> Delivery
  {
    while !run.isCancelled {
      switch try await pull() {
      case .element(let when): await bringHome(.element(when), from: isolation)
      case .last(let when): return .last(when)
      case .end: return .silence
      }
    }
    return .silence
  }

  /// Hands over a result on the actor that the tree lives on now, which may not be where the effect started.
  private func bringHome(_ result: Delivery, from isolation: isolated (any Actor)?) async {
    // Without a host nothing may come between the effect's end and its event.
    if let hosted = run.hosted, await isHeld(result, as: hosted) { return }
    while !run.isCancelled, let home = run.home.actor {
      if home === isolation {
        handOver(result, isolation: isolation)
        return
      }
      if await arrives(result, isolation: home) { return }
    }
  }

  /// Hands over a result here, unless the tree has moved on meanwhile.
  private func arrives(_ result: Delivery, isolation: isolated any Actor) async -> Bool {
    // Cancelled on the way here, the scope may be another actor's by now, though that one has not said so yet.
    guard !run.isCancelled, run.home.actor === isolation else { return false }
    handOver(result, isolation: isolation)
    return true
  }

  func handOver(_ result: Delivery, isolation: isolated (any Actor)?) {
    guard let node = run.scope.node, let nodeEffects = node.nodeEffects else { return }
    // Sound: a scope's class has one type of event, and this effect is one of that scope's.
    let handler = unsafeDowncast(nodeEffects, to: TypedEffectsHandler<When>.self)
    // The handler relies on its scope, and nothing else here may keep it.
    withExtendedLifetime(node) { handler.receive(result, of: run.generation, isolation: isolation) }
  }
}
