/// Runs one effect in a task of its own and brings its results home.
///
/// Unchecked and sound: the scope is held weakly and touched only in `handOver`, which is isolated to the actor
/// that the scope's tree lives on at that moment. Everything else here is `Sendable`.
struct EffectCourier<When: Sendable>: @unchecked Sendable {
  let work: EnqueuedEffect<When>
  let generation: UInt64
  weak let node: ScopeNode?
  let home: Home
  let withdrawal: EffectWithdrawal

  /// Starts the effect on the actor that the caller is isolated to.
  func launch(isolation: isolated (any Actor)?) -> RunningEffect {
    RunningEffect(task: task(isolation: isolation), withdrawal: withdrawal)
  }

  private func task(isolation: isolated (any Actor)?) -> Task<Void, Never> {
    if let hosted = withdrawal.hosted { return task(as: hosted, isolation: isolation) }
    return Task {
      // Naming the parameter makes the closure isolated to it.
      _ = isolation
      // Cancelled before it ran: then it does not run at all.
      guard !withdrawal.hasHappened else { return }
      // A task begins with what the one that started it sees, which may be an effect of another tree.
      if work.injection == nil, EffectInjection.current == nil { return await run(isolation: isolation) }
      await EffectInjection.$current.withValue(work.injection) { await run(isolation: isolation) }
    }
  }

  /// Starts the effect on the tree's home, after a check at run time that this is where we are.
  func launch<Owner: Actor>(assumingIsolatedTo home: Owner) -> RunningEffect {
    home.assumeIsolated { home in launch(isolation: home) }
  }

  func run(isolation: isolated (any Actor)?) async {
    let end: Result<When?, any Error>
    do {
      switch work.effect.body {
      case .once(let run):
        end = .success(try await run())
      case .stream(let start):
        end = .success(try await runStream(start(), isolation: isolation))
      }
    } catch is CancellationError where Task.isCancelled {
      // The effect cancelled its own task: no error, and no event either.
      end = .success(nil)
    } catch {
      end = .failure(error)
    }
    await bringHome(.end(end), from: isolation)
  }

  /// Brings home each element, and asks for the next only when the event of the last has run.
  ///
  /// - Returns: the event that the stream's end or its error was mapped to, if any.
  private func runStream(
    _ pull: AnyEffect<When>.Pull,
    isolation: isolated (any Actor)?
  ) async throws -> When? {
    while !withdrawal.hasHappened {
      switch try await pull() {
      case .element(let when): await bringHome(.element(when), from: isolation)
      case .last(let when): return when
      case .end: return nil
      }
    }
    return nil
  }

  /// Hands over a result on the actor that the tree lives on now, which may not be where the effect started.
  private func bringHome(_ result: EffectsHandler<When>.Delivery, from isolation: isolated (any Actor)?) async
  {
    // Without a host nothing may come between the effect's end and its event.
    if let hosted = withdrawal.hosted, await isHeld(result, as: hosted) { return }
    while !withdrawal.hasHappened, let home = home.actor {
      if home === isolation {
        handOver(result, isolation: isolation)
        return
      }
      if await arrives(result, isolation: home) { return }
    }
  }

  /// Hands over a result here, unless the tree has moved on meanwhile.
  private func arrives(_ result: EffectsHandler<When>.Delivery, isolation: isolated any Actor) async -> Bool {
    // Cancelled on the way here, the scope may be another actor's by now, though that one has not said so yet.
    guard !withdrawal.hasHappened, home.actor === isolation else { return false }
    handOver(result, isolation: isolation)
    return true
  }

  func handOver(_ result: EffectsHandler<When>.Delivery, isolation: isolated (any Actor)?) {
    guard let node, let handler = node.nodeEffects as? EffectsHandler<When> else { return }
    // The handler relies on its scope, and nothing else here may keep it.
    withExtendedLifetime(node) { handler.receive(result, of: generation, isolation: isolation) }
  }
}
