import Statoscope
import TestSupport
import Testing

/// How an effect is listed, ends, fails, is cancelled, and goes with its scope.
@MainActor @Suite struct EffectLifeTests {
  @Test func `an effect is listed as soon as send returns and until it ends`() async {
    let gate = Gate<String>()
    let loader = Loader().send(.load(gate))
    #expect(loader.effects.count == 1)
    #expect(loader.effects.first is PassGate<String>)
    await gate.open("a")
    await loader.receives(1)
    #expect(loader.effects.isEmpty)
  }

  @Test func `an effect has left the list when its event is updated`() async {
    let gate = Gate<String>()
    let scope = Lister()
    scope.send(.load(gate))
    await gate.open("a")
    await scope.ended()
    #expect(scope.listedWhenLoaded == 0)
  }

  @Test func `an effect cancelled by the next event never runs`() async {
    let (cancelled, next) = (Gate<String>(), Gate<String>())
    let loader = Loader().send(.load(cancelled)).send(.cancelAll).send(.load(next))
    await next.open("next")
    await loader.receives(1)
    await cancelled.open("cancelled")
    #expect(loader.received == ["next"])
    let arrivals = Task { await cancelled.arrived() }
    arrivals.cancel()
    _ = try? await cancelled.pass()
    await arrivals.value
    #expect(loader.received == ["next"])
  }

  @Test func `an effect that its own update cancels never runs`() async {
    let journal = Journal()
    let scope = SecondThoughts()
    scope.send(.startAndCancel(journal))
    #expect(scope.effects.isEmpty)
    // Tasks of one actor begin in their order: when this one has ended, the other would have run.
    scope.send(.start(journal))
    for await ends in scope.changes(of: \.ends) where ends > 0 { break }
    #expect(journal.entries == ["started"])
    #expect(scope.ends == 1)
  }

  @Test func `a result that comes after the cancellation is dropped`() async {
    let (late, next) = (Gate<String>(), Gate<String>())
    let loader = Loader().send(.load(late))
    await late.arrived()
    loader.send(.cancelAll)
    #expect(loader.effects.isEmpty)
    await late.open("late")
    loader.send(.load(next))
    await next.open("next")
    await loader.receives(1)
    #expect(loader.received == ["next"])
  }

  @Test func `an error mapped to a result arrives as an event`() async {
    let gate = Gate<String>()
    let loader = Loader().send(.load(gate))
    await gate.fail(InvalidStateError())
    await loader.receives(1)
    #expect(loader.received.first?.hasPrefix("failed: ") == true)
  }

  @Test func `an error that nothing maps is logged and the effect leaves the list`() async throws {
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

  @Test func `a scope that is released cancels its effects`() async {
    let cancelled = Gate<Bool>()
    var scope: Waiter? = Waiter()
    weak let released = scope
    let running = Gate<Void>()
    scope?.send(.wait(running: running, cancelled: cancelled))
    await running.arrived()
    scope = nil
    #expect(released == nil)
    #expect(await (try? cancelled.pass()) == true)
    await running.open(())
  }

  @Test func `a running effect does not keep its scope`() async {
    let gate = Gate<String>()
    var loader: Loader? = Loader().send(.load(gate))
    weak let released = loader
    await gate.arrived()
    loader = nil
    #expect(released == nil)
    await gate.open("too late")
  }

  @Test func `an update that throws starts none of its effects and cancels none`() async {
    let scope = Picky()
    scope.send(.keep)
    #expect(throws: InvalidStateError.self) { try scope.trySend(.enqueueCancelAndThrow) }
    #expect(scope.effects.count == 1)
    scope.send(.nothing)
    #expect(scope.effects.count == 1)
  }

  @Test func `effectsState lists what the current update would leave`() {
    let scope = Picky()
    scope.send(.keep)
    scope.send(.countWhileUpdating)
    #expect(scope.counts == [1, 2, 0, 1])
    #expect(scope.effects.count == 1)
  }

  @Test func `a replaced child has its effects cancelled, though it is still referenced`() async {
    let late = Gate<String>()
    let parent = LoaderParent()
    let old = parent.loader
    old.send(.load(late))
    await late.arrived()
    parent.send(.replace)
    #expect(old.effects.isEmpty)
    await late.open("late")
    let next = Gate<String>()
    parent.loader.send(.load(next))
    await next.open("next")
    await parent.loader.receives(1)
    #expect(old.received == [])
  }

  @Test(.waitsForPrograms) func `using the effects state outside an update traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Loader().effectsState.cancelAllEffects()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("effectsState.cancelAllEffects was called on Loader outside of its update(_:)"))
  }
}

private struct Offline: Error {}

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

/// Starts an effect, and may think better of it in the same update.
private final class SecondThoughts: Scope {
  enum When {
    case start(Journal)
    case startAndCancel(Journal)
    case ended
  }

  private(set) var ends = 0

  func update(_ when: When) throws {
    switch when {
    case .start(let journal):
      enqueue("started", journal)
    case .startAndCancel(let journal):
      enqueue("cancelled", journal)
      effectsState.cancelAllEffects()
    case .ended:
      ends += 1
    }
  }

  private func enqueue(_ line: String, _ journal: Journal) {
    effectsState.enqueue(
      AnyEffect {
        journal.note(line)
        return When.ended
      }
    )
  }
}

/// Runs an effect that waits until it is cancelled.
private final class Waiter: Scope {
  enum When {
    case wait(running: Gate<Void>, cancelled: Gate<Bool>)
    case never
  }

  func update(_ when: When) throws {
    guard case .wait(let running, let cancelled) = when else { return }
    effectsState.enqueue(
      AnyEffect {
        let (stream, _) = AsyncStream.makeStream(of: Void.self)
        let noticing = Task { try? await running.pass() }
        for await _ in stream {}
        await cancelled.open(Task.isCancelled)
        noticing.cancel()
        return When.never
      }
    )
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

private final class LoaderParent: Scope {
  enum When { case replace }
  @Subscope var loader = Loader()
  func update(_ when: When) throws { loader = Loader() }
}
