import Statoscope
import TestSupport
import Testing

/// Waiting for what an event starts, and effects that end in no event.
@MainActor @Suite struct PerformTests {
  @Test func `an event without effects returns at once`() async {
    let office = await Office().perform(.note("a"))
    #expect(office.journal.entries == ["a"])
  }

  @Test func `perform waits for effects, and for those of their events`() async {
    let office = await Office().perform(.chain(3))
    #expect(office.journal.entries == ["chain 3", "chain 2", "chain 1", "chain 0"])
    #expect(office.effects.isEmpty)
  }

  @Test func `perform waits for effects of children and of other trees`() async {
    let (office, other) = (Office(), Office().send(.chain(0)))
    office.branch = Office()
    office.partner = other
    await office.perform(.delegate)
    #expect(office.branch?.journal.entries == ["chain 1", "chain 0"])
    #expect(other.journal.entries == ["chain 0", "chain 1", "chain 0"])
  }

  @Test func `perform waits for effects that wait in a queue`() async {
    let office = await Office().perform(.queue(["a", "b", "c"]))
    #expect(office.journal.entries == ["a", "b", "c"])
  }

  @Test func `effects of earlier events are not waited for`() async throws {
    let gate = Gate<String>()
    let office = Office().send(.pass(gate))
    await gate.arrived()
    await office.perform(.chain(1))
    #expect(office.effects.count == 1)
    await gate.open("late")
  }

  @Test func `an effect that starts at the end of another one's is not waited for`() async throws {
    let gate = Gate<String>()
    let office = Office()
    office.send(.queue(["first"]))
    // It waits for the first in the queue, whose end is none of the performed event.
    office.send(.passQueued(gate))
    await office.perform(.queue([]))
    #expect(!office.journal.entries.contains("late"))
    await gate.open("late")
  }

  @Test func `discarded, cancelled and failing effects are not waited for`() async {
    let office = await Office().perform(.discard)
    #expect(office.journal.entries == [])
    #expect(office.effects.isEmpty)
  }

  @Test func `a removed child's effects are not waited for`() async {
    let office = Office()
    office.branch = Office()
    await office.perform(.close)
    #expect(office.branch == nil)
  }

  @Test func `cancelling the caller cancels what it still waits for`() async throws {
    let gate = Gate<String>()
    let office = Office()
    let earlier = Gate<String>()
    office.send(.pass(earlier))
    let task = Task {
      await office.perform(.pass(gate))
      office.send(.note("cancelled"))
    }
    await gate.arrived()
    #expect(office.effects.count == 2)
    task.cancel()
    await task.value
    #expect(office.effects.count == 1)
    #expect(office.journal.entries == ["cancelled"])
    await gate.open("late")
    await earlier.open("in time")
  }

  @Test func `cancelling the caller cancels its effects, the oldest first`() async {
    let gates = (1...8).map { _ in Gate<String>() }
    let (office, ends) = (Office(), Ends())
    office.addObserver(ends)
    let task = Task { _ = await office.perform(.passAll(gates)) }
    for gate in gates { await gate.arrived() }
    task.cancel()
    await task.value
    #expect(office.effects.isEmpty)
    #expect(ends.cancelled.count == gates.count)
    #expect(ends.cancelled == ends.cancelled.sorted())
    for gate in gates { await gate.open("late") }
    #expect(office.journal.entries == [])
  }

  @Test func `cancelling the caller starts what waited for its effect`() async throws {
    let (first, second) = (Gate<String>(), Gate<String>())
    let (office, starts) = (Office(), Starts())
    office.addObserver(starts)
    let task = Task { _ = await office.perform(.passQueued(first)) }
    await first.arrived()
    office.send(.passQueued(second))
    #expect(starts.count == 1)
    task.cancel()
    await task.value
    #expect(starts.count == 2)
    #expect(office.effects.count == 1)
    await second.open("next")
    await first.open("late")
  }

  @Test func `what the code of an effect sends is not a part, nor what a task of an event does`() async {
    let (office, owner) = (Office(), Owner())
    let (abroad, aside) = (Gate<String>(), Gate<String>())
    await office.perform(.passAbroad(owner, abroad))
    #expect(office.journal.entries == ["passed"])
    await office.perform(.passAside(owner, aside))
    await abroad.arrived()
    await aside.arrived()
    #expect(await owner.effectCount == 2)
    await abroad.open("late")
    await aside.open("late")
  }

  // MARK: Several callers

  @Test func `a second caller waits for the effect that was kept instead of its own`() async {
    let gate = Gate<String>()
    let office = Office()
    let first = Task { _ = await office.perform(.passOnce(gate)) }
    await gate.arrived()
    let second = Task {
      await office.perform(.passOnce(Gate()))
      return office.journal.entries
    }
    // It has joined: it waits, and there is one effect.
    for _ in 0..<100 { await Task.yield() }
    #expect(office.effects.count == 1)
    await gate.open("loaded")
    #expect(await second.value == ["loaded"])
    await first.value
  }

  @Test func `an effect is cancelled with the last of its callers`() async {
    let gate = Gate<String>()
    let office = Office()
    let first = Task { _ = await office.perform(.passOnce(gate)) }
    await gate.arrived()
    let begun = Locked(false)
    let second = Task {
      begun.withLock { $0 = true }
      _ = await office.perform(.passOnce(Gate()))
    }
    while !begun.withLock({ $0 }) { await Task.yield() }
    first.cancel()
    await first.value
    #expect(office.effects.count == 1)
    second.cancel()
    await second.value
    #expect(office.effects.isEmpty)
    await gate.open("late")
    #expect(office.journal.entries == [])
  }

  @Test func `a joined effect that no performance enqueued outlives its callers`() async {
    let gate = Gate<String>()
    let office = Office().send(.passOnce(gate))
    await gate.arrived()
    let caller = Task { _ = await office.perform(.passOnce(Gate())) }
    for _ in 0..<100 { await Task.yield() }
    caller.cancel()
    await caller.value
    #expect(office.effects.count == 1)
    await gate.open("in time")
    await office.perform(.chain(0))
    while office.journal.entries.count < 2 { await Task.yield() }
  }

  // MARK: Errors

  @Test func `tryPerform throws the error of the event at once`() async {
    let office = Office()
    await #expect(throws: InvalidStateError.self) { _ = try await office.tryPerform(.refuse) }
  }

  @Test func `tryPerform throws the first error that no map turned into an event`() async throws {
    let office = Office()
    await #expect(throws: Offline.self) { _ = try await office.tryPerform(.forgetFailing) }
    try await office.tryPerform(.chain(1))
    #expect(office.journal.entries == ["chain 1", "chain 0"])
  }

  @Test func `tryPerform throws when its caller was cancelled`() async {
    let (office, gate) = (Office(), Gate<String>())
    let task = Task { _ = try await office.tryPerform(.pass(gate)) }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(office.effects.isEmpty)
    await gate.open("late")
  }

  @Test func `a caller that was cancelled before waits for nothing`() async {
    let (office, gate) = (Office(), Gate<String>())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await office.perform(.pass(gate))
      #expect(office.effects.isEmpty)
    }
    await task.value
    await gate.open("late")
    #expect(office.journal.entries == [])
  }

  @Test func `effects that never start are not waited for`() async {
    let office = Office().injectObject(EffectsExecution.enqueueOnly)
    await office.perform(.queue(["a", "b"]))
    #expect(office.effects.count == 2)
  }

  @Test func `an actor performs events of its scope`() async {
    let entries = await Owner().performed()
    #expect(entries == ["chain 1", "chain 0"])
  }

  @Test func `a fire-and-forget effect ends in no event`() async {
    let office = await Office().perform(.forget("draft"))
    #expect(office.journal.entries == ["saved draft"])
    #expect(office.effects.isEmpty)
  }

  @Test func `the error of a fire-and-forget effect is logged`() async throws {
    try await withLoggedLines { logged in
      await Office().perform(.forgetFailing)
      #expect(
        logged.entries == [
          """
          errors: the effect Failing() of Office threw Offline(), and nothing maps its errors to an event. Enqueue it with \
          .mapToResult().
          """
        ]
      )
    }
  }

  @Test func `a fire-and-forget effect is listed, and cancelled by its identifier`() async {
    let gate = Gate<String>()
    let office = Office().send(.forgetGate(gate))
    #expect(office.effects.first is PassGate<String>)
    await gate.arrived()
    office.send(.cancel)
    #expect(office.effects.isEmpty)
    await gate.open("late")
  }
}

private actor Owner {
  let office = Office()

  var effectCount: Int { office.effects.count }

  func pass(_ gate: Gate<String>) { office.send(.pass(gate)) }

  func performed() async -> [String] {
    await office.perform(.chain(1))
    return office.journal.entries
  }
}

/// Counts the effects that start.
private final class Starts: TreeObserver {
  private(set) var count = 0
  var observedChanges: ObservedChanges { .events }
  func effect(_ generation: UInt64, of scope: ScopeNode, didStart pristine: any Effect) { count += 1 }
}

/// The numbers of the effects that were cancelled, in that order.
private final class Ends: TreeObserver {
  private(set) var cancelled: [UInt64] = []
  var observedChanges: ObservedChanges { .events }

  func effect(_ generation: UInt64, of scope: ScopeNode, didEnd result: EffectResult) {
    if case .cancelled = result { cancelled.append(generation) }
  }
}

private struct Save: Effect {
  let text: String
  let journal: Journal

  func runEffect() async throws -> Int {
    journal.note("saved \(text)")
    return text.count
  }
}

private struct Failing: Effect {
  func runEffect() async throws { throw Offline() }
}

private final class Office: Scope {
  enum When {
    case note(String)
    case chain(Int)
    case delegate
    case queue([String])
    case pass(Gate<String>)
    case passAll([Gate<String>])
    case passQueued(Gate<String>)
    case passOnce(Gate<String>)
    case passAbroad(Owner, Gate<String>)
    case passAside(Owner, Gate<String>)
    case refuse
    case discard
    case close
    case forget(String)
    case forgetFailing
    case forgetGate(Gate<String>)
    case cancel
  }

  let journal = Journal()
  @Subscope var branch: Office?
  var partner: Office?

  func update(_ when: When) throws {
    switch when {
    case .note(let text): journal.note(text)
    case .chain(let length):
      journal.note("chain \(length)")
      if length > 0 { effectsState.enqueue(AnyEffect { .chain(length - 1) }) }
    case .delegate:
      branch?.send(.chain(1))
      partner?.send(.chain(1))
    case .queue(let texts):
      for text in texts { effectsState.enqueue(AnyEffect { .note(text) }, id: "queue", policy: .queue) }
    case .pass(let gate): effectsState.enqueue(PassGate(gate).map(When.note))
    case .passAll(let gates):
      for gate in gates { effectsState.enqueue(PassGate(gate).map(When.note)) }
    case .passQueued(let gate):
      effectsState.enqueue(PassGate(gate).map(When.note), id: "queue", policy: .queue)
    case .passOnce(let gate):
      effectsState.enqueue(PassGate(gate).map(When.note), id: "once", policy: .ignore)
    case .refuse: throw InvalidStateError()
    case .passAside(let owner, let gate):
      Task { await owner.pass(gate) }
    case .passAbroad(let owner, let gate):
      effectsState.enqueue(
        AnyEffect {
          await owner.pass(gate)
          return .note("passed")
        }
      )
    case .discard:
      effectsState.enqueue(AnyEffect { .note("kept") }, id: "one", policy: .all)
      effectsState.enqueue(AnyEffect { .note("ignored") }, id: "one", policy: .ignore)
      effectsState.cancelEffect(id: "one")
      effectsState.enqueue(Failing().map { When.note("never") })
      onUnhandledEffectError = { _ in }
    case .close:
      branch?.send(.pass(Gate()))
      branch = nil
    case .forget(let text): effectsState.enqueue(Save(text: text, journal: journal).fireAndForget())
    case .forgetFailing: effectsState.enqueue(Failing().fireAndForget())
    case .forgetGate(let gate): effectsState.enqueue(PassGate(gate).fireAndForget(), id: "gate")
    case .cancel: effectsState.cancelEffect(id: "gate")
    }
  }
}
