/// Runs one effect in a task of its own and brings its result home.
///
/// Unchecked and sound: the scope is held weakly and touched only in `handOver`, which is isolated to the actor
/// that the scope's tree lives on at that moment. Everything else here is `Sendable`.
struct EffectCourier<When: Sendable>: @unchecked Sendable {
  let effect: AnyEffect<When>
  let generation: UInt64
  weak let node: ScopeNode?
  let home: Home

  /// Starts the effect on the actor that the caller is isolated to.
  func launch(isolation: isolated (any Actor)?) -> Task<Void, Never> {
    Task {
      // Naming the parameter makes the closure isolated to it.
      _ = isolation
      // Cancelled before it ran: then it does not run at all.
      guard !Task.isCancelled else { return }
      let end: Result<When, any Error>
      do { end = .success(try await effect.runEffect()) } catch { end = .failure(error) }
      await bringHome(end, from: isolation)
    }
  }

  /// Starts the effect on the tree's home, after a check at run time that this is where we are.
  func launch<Owner: Actor>(assumingIsolatedTo home: Owner) -> Task<Void, Never> {
    home.assumeIsolated { home in launch(isolation: home) }
  }

  /// Hands over the result on the actor that the tree lives on now, which may not be where the effect started.
  private func bringHome(_ end: Result<When, any Error>, from isolation: isolated (any Actor)?) async {
    while !Task.isCancelled, let home = home.actor {
      if home === isolation {
        handOver(end, isolation: isolation)
        return
      }
      if await arrives(end, isolation: home) { return }
    }
  }

  /// Hands over the result here, unless the tree has moved on meanwhile.
  private func arrives(_ end: Result<When, any Error>, isolation: isolated any Actor) async -> Bool {
    guard home.actor === isolation else { return false }
    handOver(end, isolation: isolation)
    return true
  }

  private func handOver(_ end: Result<When, any Error>, isolation: isolated (any Actor)?) {
    guard let node, let handler = node.nodeEffects as? EffectsHandler<When> else { return }
    // The handler relies on its scope, and nothing else here may keep it.
    withExtendedLifetime(node) { handler.end(generation, with: end, isolation: isolation) }
  }
}
