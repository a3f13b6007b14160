import Statoscope
import TestSupport
import Testing

/// Streams: each element an event, in order, one at a time, until the end, an error or a cancellation.
@MainActor @Suite struct StreamEffectTests {
  @Test func `each element becomes an event in order`() async {
    let scope = Listener().send(.listen(Numbers(values: [1, 2, 3])))
    await scope.receives(4)
    #expect(scope.received == ["1", "2", "3", "end"])
    #expect(scope.effects.isEmpty)
  }

  @Test func `the end is an event only if it is mapped`() async {
    let scope = Listener().send(.listenWithoutEnd(Numbers(values: [1])))
    await scope.receives(1)
    await until { scope.effects.isEmpty }
    scope.send(.listen(Numbers(values: [])))
    await scope.receives(2)
    #expect(scope.received == ["1", "end"])
    #expect(scope.effects.isEmpty)
  }

  @Test func `the end may be one more element, which is mapped like the others`() async {
    let scope = Listener().send(.listenForNumberAtEnd(Numbers(values: [1, 2]), 0))
    await scope.receives(3)
    #expect(scope.received == ["1", "2", "0"])
  }

  @Test func `a stream whose elements are discarded runs to its end`() async {
    let journal = Journal()
    let scope = await Listener().perform(.discard(Numbers(values: [1, 2], journal: journal)))
    #expect(journal.entries == ["asked", "asked", "asked"])
    #expect(scope.received == [])
    #expect(scope.effects.isEmpty)
  }

  @Test func `an error that is mapped to a result replaces the end's event`() async {
    let scope = Listener().send(.listenForResults(Numbers(values: [1], error: Offline())))
    await scope.receives(2)
    scope.send(.listen(Numbers(values: [])))
    await scope.receives(3)
    #expect(scope.received == ["1", "failed: Offline()", "end"])
    #expect(scope.effects.isEmpty)
  }

  @Test func `an unmapped error is logged, and ends the stream`() async throws {
    try await withLoggedLines { journal in
      let scope = Listener()
      let failed = Gate<String>()
      scope.onUnhandledEffectError = { error in Task { await failed.open("\(error)") } }
      scope.send(.listenWithoutEnd(Numbers(values: [1], error: Offline())))
      let error = try await failed.pass()
      #expect(error == "Offline()")
      #expect(scope.received == ["1"])
      #expect(scope.effects.isEmpty)
      #expect(journal.entries.count == 1)
    }
  }

  @Test func `the next element is requested after the event of the last has run`() async {
    let journal = Journal()
    let scope = Listener()
    scope.journal = journal
    scope.send(.listen(Numbers(values: [1, 2], journal: journal)))
    await scope.receives(3)
    #expect(journal.entries == ["asked", "event 1", "asked", "event 2", "asked", "event end"])
  }

  @Test func `a stream is listed as its pristine effect until it ends`() async {
    let gate = Gate<Int>()
    let scope = Listener().send(.listenToGate(GateStream(gate: gate)))
    #expect(scope.effects.first is GateStream)
    await gate.arrived()
    #expect(scope.effects.count == 1)
    await gate.open(1)
    await scope.receives(1)
  }

  @Test func `a cancelled stream delivers nothing more`() async {
    let gate = Gate<Int>()
    let scope = Listener().send(.listenToGate(GateStream(gate: gate)))
    await gate.arrived()
    scope.send(.cancelAll)
    #expect(scope.effects.isEmpty)
    await gate.open(1)
    scope.send(.listen(Numbers(values: [7])))
    await scope.receives(2)
    #expect(scope.received == ["7", "end"])
  }

  @Test func `an event that cancels its own stream is its last event`() async {
    let journal = Journal()
    let scope = Listener()
    scope.stopsAfterFirst = true
    scope.send(.listen(Numbers(values: [1, 2, 3], journal: journal)))
    await scope.receives(1)
    scope.stopsAfterFirst = false
    scope.send(.listen(Numbers(values: [7])))
    await scope.receives(3)
    #expect(scope.received == ["1", "7", "end"])
    #expect(journal.entries == ["asked"])
  }

  @Test func `a released scope ends its stream`() async {
    let ended = Gate<Bool>()
    var scope: Listener? = Listener().send(.listenForever(Endless(ended: ended)))
    weak let released = scope
    await ended.arrived()
    scope = nil
    #expect(released == nil)
    #expect((try? await ended.pass()) == true)
  }

  @Test func `a map that throws behind a retry does not repeat the stream`() async throws {
    try await withLoggedLines { _ in
      let (scope, journal, failed) = (Listener(), Journal(), Gate<String>())
      scope.onUnhandledEffectError = { error in Task { await failed.open("\(error)") } }
      scope.send(.listenAndRefuse(Numbers(values: [1, 2], journal: journal)))
      let error = try await failed.pass()
      #expect(error == "Offline()")
      #expect(journal.entries == ["asked"])
    }
  }

  @Test func `a stream may be made asynchronously, with an error that is its own`() async throws {
    let scope = Listener().send(.listenToConnection(Connection(values: [1, 2])))
    await scope.receives(3)
    #expect(scope.received == ["1", "2", "end"])
    scope.send(.listenToConnection(Connection(values: [])))
    await scope.receives(4)
    #expect(scope.received.last == "failed: Offline()")
    #expect(try await Connection(values: [3]).runEffect() == 3)
  }

  @Test func `runEffect of a stream returns its last element`() async throws {
    #expect(try await Numbers(values: [1, 2, 3]).runEffect() == 3)
    let error = await #expect(throws: StreamEffectEmptyError.self) {
      try await Numbers(values: []).runEffect()
    }
    #expect(
      error?.description
        == "Numbers ended without an element. Enqueue it, rather than run it, to have each element as an event."
    )
  }
}

private struct Numbers: StreamEffect {
  var values: [Int]
  var error: Offline?
  var journal: Journal?

  func stream() -> some AsyncSequence<Int, any Error> {
    Countdown(values: values, error: error, journal: journal)
  }
}

/// Gives some numbers, and notes when it is asked for one.
private struct Countdown: AsyncSequence, AsyncIteratorProtocol {
  typealias Element = Int
  var values: [Int]
  var error: Offline?
  var journal: Journal?

  func makeAsyncIterator() -> Countdown { self }

  mutating func next() async throws -> Int? {
    journal?.note("asked")
    if values.isEmpty, let error { throw error }
    return values.isEmpty ? nil : values.removeFirst()
  }
}

/// Opens a connection before it gives some numbers; fails without any.
private struct Connection: StreamEffect {
  let values: [Int]

  func stream() async throws -> some AsyncSequence<Int, any Error> {
    await Task.yield()
    guard !values.isEmpty else { throw Offline() }
    return Countdown(values: values)
  }
}

private struct GateStream: StreamEffect {
  let gate: Gate<Int>

  func stream() -> some AsyncSequence<Int, any Error> {
    AsyncThrowingStream { try await gate.pass() }
  }
}

/// Never gives anything; opens a gate when it is cancelled.
private struct Endless: StreamEffect {
  let ended: Gate<Bool>

  func stream() -> some AsyncSequence<Int, Never> {
    AsyncStream { continuation in
      continuation.onTermination = { _ in Task { await ended.open(true) } }
      Task { try await ended.pass() }
    }
  }
}

private final class Listener: Scope {
  enum When {
    case listen(Numbers)
    case listenWithoutEnd(Numbers)
    case listenForNumberAtEnd(Numbers, Int)
    case listenForResults(Numbers)
    case listenAndRefuse(Numbers)
    case listenToGate(GateStream)
    case listenToConnection(Connection)
    case listenForever(Endless)
    case discard(Numbers)
    case heard(Int)
    case heardResult(Result<Int, any Error>)
    case ended
    case cancelAll
  }

  private(set) var received: [String] = []
  var journal: Journal?
  var stopsAfterFirst = false
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func update(_ when: When) throws {
    switch when {
    case .listen(let numbers): effectsState.enqueue(numbers.map(When.heard).mapEnd(to: .ended))
    case .listenWithoutEnd(let numbers): effectsState.enqueue(numbers.map(When.heard))
    case .listenForNumberAtEnd(let numbers, let end):
      effectsState.enqueue(numbers.mapEnd(to: end).map(When.heard))
    case .listenForResults(let numbers):
      effectsState.enqueue(numbers.mapToResult().map(When.heardResult).mapEnd(to: .ended))
    case .listenAndRefuse(let numbers):
      effectsState.enqueue(numbers.retry(3).map { _ throws -> When in throw Offline() })
    case .listenToConnection(let connection):
      effectsState.enqueue(connection.mapToResult().map(When.heardResult).mapEnd(to: .ended))
    case .listenToGate(let stream): effectsState.enqueue(stream.map(When.heard))
    case .listenForever(let stream): effectsState.enqueue(stream.map(When.heard))
    case .discard(let numbers): effectsState.enqueue(numbers.fireAndForget())
    case .heard(let number): note("\(number)")
    case .heardResult(.success(let number)): note("\(number)")
    case .heardResult(.failure(let error)): note("failed: \(error)")
    case .ended: note("end")
    case .cancelAll: effectsState.cancelAllEffects()
    }
  }

  private func note(_ line: String) {
    received.append(line)
    journal?.note("event \(line)")
    if stopsAfterFirst { effectsState.cancelAllEffects() }
    for watcher in watchers where watcher.count <= received.count { watcher.continuation.resume() }
    watchers.removeAll { $0.count <= received.count }
  }

  @MainActor func receives(_ count: Int) async {
    guard received.count < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}
