import Statoscope
import TestSupport
import Testing

/// Values of effects that use the effects of their scope where they are released, hashed or compared.
@MainActor @Suite struct EffectsWithinChangeTests {
  /// A way in which an effect that never started ends.
  enum End: CaseIterable, Sendable {
    case cancelledByID
    case cancelledWithAll
    case cancelledByPredicate
    case replaced
    case ignored
    case enqueuedAndCancelled
    case rolledBack
    case removed
    case ownerReleased
    case released
  }

  /// The class of the value that is released with the effect.
  enum Payload: CaseIterable, Sendable {
    case plain
    case isolated
  }

  @Test(arguments: End.allCases, Payload.allCases)
  func `an effect that did not start may read the effects in its release`(_ end: End, _ payload: Payload)
    throws
  {
    var queue: Queue? = Queue()
    var shelf: Shelf? = Shelf(queue).send(.nothing)
    var counts: [Int] = []
    let reentry = Reentry { [weak queue] in counts.append(queue?.effects.count ?? -1) }
    queue?.next = payload == .plain ? RunsInDeinit(reentry) : RunsInIsolatedDeinit(reentry)
    queue?.send(.enqueue(.first, .queue))
    var expected = 0
    switch end {
    case .cancelledByID: queue?.send(.enqueueNext(.queue)).send(.cancelID(.first))
    case .cancelledWithAll: queue?.send(.enqueueNext(.queue)).send(.cancelAll)
    case .cancelledByPredicate:
      queue?.send(.enqueueNext(.queue)).send(.cancelNext)
      expected = 1
    case .replaced:
      queue?.send(.enqueueNext(.queue)).send(.enqueue(.first, .replace))
      expected = 1
    case .ignored:
      queue?.send(.enqueueNext(.ignore))
      expected = 1
    case .enqueuedAndCancelled:
      queue?.send(.enqueueNextAndCancel)
      expected = 1
    case .rolledBack:
      queue?.send(.enqueueNextAndThrow)
      expected = 1
    case .removed:
      queue?.send(.enqueueNext(.queue))
      shelf?.queue = nil
    case .ownerReleased:
      queue?.send(.enqueueNext(.queue))
      shelf = nil
    case .released:
      queue?.send(.enqueueNext(.queue))
      queue = nil
      shelf = nil
      expected = -1
    }
    #expect(reentry.count == 1)
    #expect(counts == [expected])
    withExtendedLifetime((shelf, queue)) {}
  }

  @Test func `an effect that did not start may send an event in its release`() {
    let queue = Queue()
    queue.next = RunsInDeinit(Reentry { queue.send(.enqueue(.second, .all)) })
    queue.send(.enqueue(.first, .queue)).send(.enqueueNext(.queue)).send(.cancelAll)
    #expect(queue.effects.count == 1)
    queue.send(.cancelAll)
    #expect(queue.effects.isEmpty)
  }

  @Test func `a hundred effects may read the effects in their release`() {
    let queue = Queue()
    var counts: [Int] = []
    let reentry = Reentry(times: 100) { counts.append(queue.effects.count) }
    queue.send(.enqueue(.first, .queue))
    for _ in 0..<100 {
      queue.next = RunsInDeinit(reentry)
      queue.send(.enqueueNext(.queue))
    }
    queue.send(.cancelAll)
    #expect(counts == Array(repeating: 0, count: 100))
  }

  @Test(arguments: [EffectPolicy.all, .replace, .ignore, .queue])
  func `an ID may read the effects while it is hashed and compared`(_ policy: EffectPolicy) {
    let queue = Queue()
    let reentry = Reentry(times: .max) { _ = queue.effects.count + queue.effectsState.effects.count }
    queue.send(.enqueue(.curious("a", reentry), policy)).send(.enqueue(.curious("a", reentry), policy))
    #expect(queue.effects.count == (policy == .all || policy == .queue ? 2 : 1))
    queue.send(.enqueue(.curious("b", reentry), policy)).send(.cancelID(.curious("a", reentry)))
    #expect(queue.effects.count == 1)
    queue.send(.cancelID(.curious("b", reentry)))
    #expect(queue.effects.isEmpty && reentry.count > 8)
  }

  @Test(.waitsForPrograms)
  nonisolated func `an ID may enqueue and cancel effects while it is compared`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      ProcessTimeLimit.begin()
      let queue = Queue()
      let reentry = Reentry(times: 50) {
        queue.effectsState.cancelEffect(id: "another")
        queue.effectsState.enqueue(AnyEffect { Queue.When.nothing }, id: ID.second)
        queue.effectsState.cancelEffect(id: ID.second)
      }
      for _ in 0..<20 { queue.send(.enqueue(.curious("a", reentry), .replace)) }
      precondition(queue.effects.count == 1 && reentry.count == 50)
      queue.send(.cancelID(.curious("a", reentry)))
      precondition(queue.effects.isEmpty)
    }
  }

  @Test func `an ID may read the effects in its release`() {
    let queue = Queue()
    var counts: [Int] = []
    let reentry = Reentry(times: 2) { counts.append(queue.effects.count) }
    queue.nextID = .held(RunsInDeinit(reentry))
    queue.send(.cancelNextID)
    #expect(counts == [0])
    queue.send(.enqueue(.held(RunsInDeinit(Reentry {})), .all))
    queue.nextID = .held(RunsInDeinit(reentry))
    queue.send(.cancelNextID)
    #expect(counts.count == 2 && queue.effects.isEmpty)
  }
}

/// An identifier that runs code of the app where the library uses it.
private enum ID: Hashable, Sendable {
  case first
  case second
  case curious(String, Reentry)
  case held(RunsInDeinit)

  private var name: String {
    switch self {
    case .first: return "first"
    case .second: return "second"
    case .curious(let name, let reentry):
      reentry.run()
      return name
    case .held: return "held"
    }
  }

  static func == (one: ID, other: ID) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// An effect with a value that is released with it.
private struct Next: Effect {
  let payload: (any Sendable)?
  func runEffect() async throws { try await UntilCancelled(started: Gate()) {}.runEffect() }
}

private final class Shelf: Scope {
  enum When: Sendable { case nothing }
  @Subscope var queue: Queue?

  init(_ queue: Queue?) {
    self.queue = queue
  }

  func update(_ when: When) throws {}
}

private final class Queue: Scope {
  enum When: Sendable {
    case nothing
    case enqueue(ID, EffectPolicy)
    case enqueueNext(EffectPolicy)
    case enqueueNextAndCancel
    case enqueueNextAndThrow
    case cancelNextID
    case cancelID(ID)
    case cancelNext
    case cancelAll
  }

  /// The value of the next effect, and the next identifier, each the only reference to it.
  var next: (any Sendable)?
  var nextID: ID?

  func update(_ when: When) throws {
    switch when {
    case .nothing: break
    case .enqueue(let id, let policy):
      effectsState.enqueue(Next(payload: nil).map { .nothing }, id: id, policy: policy)
    case .enqueueNext(let policy): enqueueNext(policy)
    case .enqueueNextAndCancel:
      enqueueNext(.queue)
      cancelNext()
    case .enqueueNextAndThrow:
      enqueueNext(.queue)
      throw InvalidStateError()
    case .cancelNextID: effectsState.cancelEffect(id: nextID.take())
    case .cancelID(let id): effectsState.cancelEffect(id: id)
    case .cancelNext: cancelNext()
    case .cancelAll: effectsState.cancelAllEffects()
    }
  }

  private func enqueueNext(_ policy: EffectPolicy) {
    effectsState.enqueue(Next(payload: next.take()).map { .nothing }, id: ID.first, policy: policy)
  }

  private func cancelNext() {
    effectsState.cancelEffect { ($0 as? Next)?.payload != nil }
  }
}
