import Dispatch
import Statoscope
import TestSupport
import Testing

/// Events from places where `#isolation` is nil though an actor seems to be there.
@Suite struct UnnamedPlaceTests {
  @Test @MainActor func `an event in an actor's initial value does not set a home`()
    async throws
  {
    try await withLoggedLines { journal in
      let session = InitialValueSession()
      #expect(journal.entries.count == 1)
      #expect(journal.entries.first?.contains("names no actor") == true)
      await session.countsOnItself()
    }
  }

  @Test @MainActor func `an event in an actor's synchronous init does not set a home`()
    async throws
  {
    try await withLoggedLines { journal in
      let session = SynchronousInitSession()
      #expect(journal.entries.count == 1)
      #expect(journal.entries.first?.contains("names no actor") == true)
      await session.countsOnItself()
    }
  }

  @Test func `a serial queue on the main thread is not the MainActor`() async throws {
    try await withLoggedLines { journal in
      let owner = QueueOwner()
      await MainActor.run { owner.enterQueueAndSend() }
      #expect(journal.entries.count == 1)
      await owner.countsOnItself()
    }
  }

  @Test func `an event without an actor starts effects on the known home`() async {
    let owner = QueueOwner()
    await owner.touch()
    await MainActor.run { owner.enterQueueAndSend() }
    await owner.countsOnItself()
    #expect(await owner.count == 10)
  }
}

/// Counts ten steps that an effect starts, each of which must arrive on the actor that owns the scope.
private final class Visits: Scope {
  enum When: Sendable {
    case nothing
    case start
    case stepped(Int)
  }

  weak var owner: (any Actor)?
  private(set) var count = 0
  private var continuation: CheckedContinuation<Void, Never>?

  func update(_ when: When) throws {
    switch when {
    case .nothing: break
    case .start:
      count = 0
      effectsState.enqueue(Steps().map(When.stepped))
    case .stepped(let step):
      owner?.preconditionIsolated()
      count = step
      if step == 10 { continuation.take()?.resume() }
    }
  }

  func reachesTen(isolation: isolated (any Actor)? = #isolation) async {
    guard count < 10 else { return }
    await withCheckedContinuation { continuation = $0 }
  }
}

private struct Steps: StreamEffect {
  typealias ResultType = Int
  func stream() -> AsyncStream<Int> {
    AsyncStream { continuation in
      for step in 1...10 { continuation.yield(step) }
      continuation.finish()
    }
  }
}

private actor InitialValueSession {
  private let visits = Visits().send(.start)

  func countsOnItself() async {
    visits.owner = self
    visits.send(.start)
    await visits.reachesTen()
  }
}

private actor SynchronousInitSession {
  private let visits: Visits

  init() {
    visits = Visits()
    visits.send(.start)
  }

  func countsOnItself() async {
    visits.owner = self
    visits.send(.start)
    await visits.reachesTen()
  }
}

/// An actor whose executor is a dispatch queue, which other code can enter.
private actor QueueOwner {
  private let executor = QueueExecutor("QueueOwner")
  private let visits = Visits()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated func enterQueueAndSend() {
    executor.queue.sync { assumeIsolated { $0.sendUnnamed() } }
  }

  /// Sends from a closure in which `#isolation` is nil.
  private func sendUnnamed() {
    let visits = visits
    visits.owner = self
    let body: () -> Void = { visits.send(.start) }
    body()
  }

  var count: Int { visits.count }

  func touch() { visits.send(.nothing) }

  func countsOnItself() async {
    if visits.effects.isEmpty { visits.send(.start) }
    await visits.reachesTen()
  }
}
