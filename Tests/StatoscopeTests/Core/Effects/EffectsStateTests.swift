import Statoscope
import TestSupport
import Testing

/// Where effects can be changed, and what lists them meanwhile.
@Suite struct EffectsStateTests {
  @Test(.waitsForPrograms) func `effectsState traps in a subscriber`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scope = Worker()
      let subscription = scope.subscribe { scope, _ in scope.effectsState.enqueue(Work().map { .done }) }
      scope.send(.nothing)
      subscription.cancel()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        effectsState.enqueue was called on Worker outside of its update(_:). A scope can start and cancel effects only \
        while it handles an event. Send Worker an event, and call effectsState.enqueue in the update(_:) that handles it.
        """
      )
    )
  }

  @Test(.waitsForPrograms) func `effectsState traps in a subscriber of an event with effects`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let scope = Worker()
      // The scope's first event takes another way than later ones.
      scope.send(.work)
      let subscription = scope.subscribe { scope, _ in scope.effectsState.cancelAllEffects() }
      scope.send(.work)
      subscription.cancel()
    }
  }

  @Test @MainActor func `effects inside an update include those that it enqueued`() {
    let scope = Worker().send(.work)
    #expect(scope.counts == [0, 1])
  }

  @Test @MainActor func `effects inside an update exclude those that it cancelled`() {
    let scope = Worker().send(.work).send(.cancel)
    #expect(scope.counts == [0, 1, 1, 0])
    #expect(scope.effects.isEmpty)
  }

  @Test(arguments: [EffectPolicy.all, .replace, .ignore, .queue]) @MainActor
  func `effects without an ID run concurrently under any policy`(_ policy: EffectPolicy) {
    let scope = Worker().send(.workWithPolicy(policy)).send(.workWithPolicy(policy))
    #expect(scope.effects.count == 2)
  }

  @Test @MainActor func `effects in a middleware include those that the update enqueued`() {
    let scope = Worker()
    let journal = Journal()
    scope.addMiddleware { scope, when, next in
      try next(when)
      journal.note("\(scope.effects.count)")
    }
    scope.send(.work)
    #expect(journal.entries == ["1"])
  }

  @Test @MainActor func `effects in a subscriber are those that started`() {
    let scope = Worker()
    let journal = Journal()
    let subscription = scope.subscribe { scope, _ in journal.note("\(scope.effects.count)") }
    scope.send(.work).send(.cancel)
    #expect(journal.entries == ["1", "0"])
    subscription.cancel()
  }
}

private struct Work: Effect {
  func runEffect() async throws {}
}

private final class Worker: Scope {
  enum When: Sendable {
    case nothing
    case work
    case cancel
    case workWithPolicy(EffectPolicy)
    case done
  }

  /// How many effects were listed before and after each change of them.
  private(set) var counts: [Int] = []

  func update(_ when: When) throws {
    switch when {
    case .nothing, .done: break
    case .work:
      counts.append(effects.count)
      effectsState.enqueue(Work().map { .done })
      counts.append(effects.count)
    case .workWithPolicy(let policy):
      effectsState.enqueue(Work().map { .done }, policy: policy)
    case .cancel:
      counts.append(effects.count)
      effectsState.cancelAllEffects()
      counts.append(effects.count)
    }
  }
}
