import Statoscope
import TestSupport
import Testing

/// How an effect is listed, ends, fails, is cancelled, and goes with its scope.
@MainActor @Suite struct EffectLifeTests {
  @Test func `an effect is listed from the return of send until its end`() async {
    let gate = Gate<String>()
    let loader = Loader().send(.load(gate))
    #expect(loader.effects.count == 1)
    #expect(loader.effects.first is PassGate<String>)
    await gate.open("a")
    await loader.receives(1)
    #expect(loader.effects.isEmpty)
  }

  @Test func `an effect is no longer listed during the update of its event`() async {
    let gate = Gate<String>()
    let scope = Lister()
    scope.send(.load(gate))
    await gate.open("a")
    await scope.ended()
    #expect(scope.listedWhenLoaded == 0)
  }

  /// A completion rewrote the effects' state in the middle of another update.
  @Test(.lesson(3))
  func `a completion waits for the update in progress`() async {
    let blocker = BlockedScope().send(.goElsewhere)
    await blocker.hasLeft()
    blocker.send(.finishItWhileUpdating)
    #expect(blocker.counts == [1, 2])
    #expect(blocker.effects.count == 2)
    await blocker.receives()
    #expect(blocker.received == 1)
    #expect(blocker.effects.count == 1)
    await blocker.letTheOtherEnd()
  }

  @Test func `an error that is mapped to a result arrives as an event`() async {
    let gate = Gate<String>()
    let loader = Loader().send(.load(gate))
    await gate.fail(InvalidStateError())
    await loader.receives(1)
    #expect(loader.received.first?.hasPrefix("failed: ") == true)
  }

  @Test(.lesson(6)) func `an unmapped error is logged, and its effect is no longer listed`() async throws {
    try await withLoggedLines { journal in
      let (failing, next) = (Gate<String>(), Gate<String>())
      let loader = Loader().send(.loadUnmapped(failing))
      await failing.fail(Offline())
      await failing.arrived()
      loader.send(.load(next))
      await next.open("next")
      await loader.receives(1)
      #expect(loader.effects.isEmpty)
      #expect(journal.entries.count == 1)
      #expect(journal.entries.first?.contains("of Loader threw Offline(), and nothing maps") == true)
    }
  }

  @Test func `a running effect does not retain its scope`() async {
    let gate = Gate<String>()
    var loader: Loader? = Loader().send(.load(gate))
    weak let released = loader
    await gate.arrived()
    loader = nil
    #expect(released == nil)
    await gate.open("too late")
  }

  @Test(.lesson(1)) func `an update that throws starts and cancels no effects`() async {
    let scope = Picky()
    scope.send(.keep)
    #expect(throws: InvalidStateError.self) { try scope.trySend(.enqueueCancelAndThrow) }
    #expect(scope.effects.count == 1)
    scope.send(.nothing)
    #expect(scope.effects.count == 1)
  }

  @Test func `effectsState lists what the current update will leave`() {
    let scope = Picky()
    scope.send(.keep)
    scope.send(.countWhileUpdating)
    #expect(scope.counts == [1, 2, 0, 1])
    #expect(scope.effects.count == 1)
  }

  @Test(.waitsForPrograms) func `using effectsState outside of an update traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Loader().effectsState.cancelAllEffects()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("effectsState.cancelAllEffects was called on Loader outside of its update(_:)"))
  }
}

private final class Lister: Scope {
  enum When {
    case load(Gate<String>)
    case loaded(String)
  }

  private(set) var listedWhenLoaded: Int?
  private var continuation: CheckedContinuation<Void, Never>?

  func update(_ when: When) throws {
    switch when {
    case .load(let gate):
      effectsState.enqueue(PassGate(gate).map(When.loaded))
    case .loaded:
      listedWhenLoaded = effects.count
      continuation?.resume()
    }
  }

  @MainActor func ended() async {
    if listedWhenLoaded == nil { await withCheckedContinuation { continuation = $0 } }
  }
}

private final class Picky: Scope {
  enum When {
    case keep
    case enqueueCancelAndThrow
    case countWhileUpdating
    case nothing
  }

  private(set) var counts: [Int] = []

  func update(_ when: When) throws {
    switch when {
    case .keep:
      effectsState.enqueue(forever)
    case .enqueueCancelAndThrow:
      effectsState.enqueue(forever)
      effectsState.cancelAllEffects()
      effectsState.enqueue(forever)
      throw InvalidStateError()
    case .countWhileUpdating:
      counts.append(effectsState.effects.count)
      effectsState.enqueue(forever)
      counts.append(effectsState.effects.count)
      effectsState.cancelEffect { _ in true }
      counts.append(effectsState.effects.count)
      effectsState.enqueue(forever)
      counts.append(effectsState.effects.count)
    case .nothing:
      break
    }
  }

  private var forever: AnyEffect<When> { PassGate(Gate<When>()).eraseToAnyEffect() }
}
