import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Remote stores that refuse, keep silent or are changed by others all the time.
///
/// The time between attempts is held by the test.
@Suite struct RemoteContentionTests {
  let table = RemoteTable()
  let clock = TestClock()

  // MARK: Loading

  @Test func `a change that arrives during the first load is not lost`() async throws {
    let gate = Gate<Void>()
    table.set(["count": "1"])
    let storage = StateStorage.remote(
      RemoteTable.Line(to: table) { if case .answerRead = $0 { try await gate.pass() } }
    )
    let loading = Task { try await storage.load(["count"]) }
    await gate.arrived()
    table.set(["count": "2"])
    await gate.open(())
    try await loading.value
    #expect(Tally().injectObject(storage).count == 2)
  }

  @Test func `load asks the store for keys that are known`() async throws {
    table.set(["count": "1"])
    let storage = StateStorage.remote(RemoteTable.Line(to: table))
    try await storage.load(["count"])
    table.set(["count": "2"], quietly: true)
    #expect(Tally().injectObject(storage).count == 1)
    try await storage.load(["count"])
    #expect(Tally().injectObject(storage).count == 2)
  }

  @Test func `after a transaction that was not answered, load tells whether it was made`() async throws {
    let gate = Gate<Void>()
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(["count"])
    line.on { if case .answerCommit = $0 { try await gate.pass() } }
    let transaction = Task { try await storage.transaction { try $0.write(1, forKey: "count") } }
    await gate.arrived()
    transaction.cancel()
    let reason = "\(CancellationError())"
    await #expect(throws: StorageError.unanswered(keys: ["count"], place: "the table", reason: reason)) {
      try await transaction.value
    }
    #expect(try storage.read(Int.self, forKey: "count") == nil)
    try await storage.load(["count"])
    #expect(try storage.read(Int.self, forKey: "count") == 1)
    await gate.open(())
  }

  @Test func `a transaction whose values are not answered ends when it is cancelled`() async throws {
    let gate = Gate<Void>()
    let storage = StateStorage.remote(
      RemoteTable.Line(to: table) { if case .read = $0 { try await gate.pass() } }
    )
    let transaction = Task { try await storage.transaction { try $0.read(Int.self, forKey: "count") } }
    await gate.arrived()
    transaction.cancel()
    await #expect(throws: CancellationError.self) { try await transaction.value }
    await gate.open(())
  }

  // MARK: Contention

  @Test func `updates that arrive while others are applied again do not begin them anew`() async throws {
    let gate = Gate<Void>()
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(["count"])
    line.on { if case .commit = $0 { try await gate.pass() } }
    let (runs, isAdding, left) = (Locked(0), Locked(false), Locked(100))
    // Adds one more when it is applied again for the first time.
    @Sendable func add(andAnother isLast: Bool) {
      let another = Locked(isLast)
      isAdding.exchange(true)
      Tally().injectObject(storage).$count.update { count in
        count += 1
        runs.withLock { $0 += 1 }
        guard !isAdding.withLock({ $0 }), another.exchange(false), left.withLock({ $0 > 0 }) else { return }
        left.withLock { $0 -= 1 }
        add(andAnother: true)
      }
      isAdding.exchange(false)
    }
    for number in 1...200 { add(andAnother: number == 200) }
    await gate.arrived()
    table.set(["count": "1000"], quietly: true)
    await gate.open(())
    try await storage.flush()
    #expect(table.texts == ["count": "1300"])
    // Each when it was added, when the commit was refused, and when the newest value was there.
    #expect(runs.withLock { $0 } <= 3 * 300)
  }

  @Test func `a store that refuses again and again is asked with pauses`() async throws {
    let refuses = Locked(true)
    let storage = StateStorage.remote(RefusingBackend(refuses: refuses), clock: clock)
    try await storage.load(["count"])
    try storage.write(1, forKey: "count")
    await clock.sleepers()
    let connection = storage.connection.current
    guard case .waiting(_, .notSent(["count"], "the refusing store", let reason), 1) = connection else {
      Issue.record("\(connection)")
      return
    }
    #expect(reason == "it was refused 11 times, because its values had changed each time")
    clock.advance(by: .seconds(5))
    await clock.sleepers()
    guard case .waiting(_, .notSent(_, _, let later), _) = storage.connection.current else { return }
    #expect(later == "it was refused 12 times, because its values had changed each time")
    refuses.exchange(false)
    clock.advance(by: .seconds(5))
    try await storage.flush()
    #expect(storage.connection.current == .connected)
  }

  // MARK: flush

  @Test func `many callers of flush do not take the pauses from a store that is away`() async throws {
    let isAway = Locked(false)
    let line = RemoteTable.Line(to: table) { _ in if isAway.withLock({ $0 }) { throw Offline() } }
    let storage = StateStorage.remote(line, clock: clock)
    try await storage.load(["count"])
    isAway.exchange(true)
    let before = table.attempts
    try storage.write(1, forKey: "count")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 { group.addTask { for _ in 0..<5 { try? await storage.flush() } } }
      await clock.sleepers()
      let attempts = table.attempts - before
      #expect(attempts <= 6)
      isAway.exchange(false)
      clock.advance(by: .seconds(5))
      await group.waitForAll()
    }
    #expect(table.texts == ["count": "1"])
  }

  @Test func `flush within a time does not hurry the store, and says what waits`() async throws {
    let isAway = Locked(false)
    let line = RemoteTable.Line(to: table) { _ in if isAway.withLock({ $0 }) { throw Offline() } }
    let storage = StateStorage.remote(line, clock: clock)
    try await storage.flush(within: .zero)
    try await storage.load(["count"])
    isAway.exchange(true)
    try storage.write(1, forKey: "count")
    await clock.sleepers()
    let attempts = table.attempts
    let flush = Task { try await storage.flush(within: .milliseconds(1)) }
    await clock.sleepers(2)
    clock.advance(by: .milliseconds(1))
    let error = await #expect(throws: StorageError.self) { try await flush.value }
    guard case .notSent(["count"], "the table", let reason) = error else { return }
    #expect(reason.hasPrefix("0.001 seconds have passed: \"count\" was not sent to the table yet: "))
    #expect(table.attempts == attempts)
    isAway.exchange(false)
    let later = Task { try await storage.flush(within: .seconds(60)) }
    await clock.sleepers(2)
    clock.advance(by: .seconds(5))
    try await later.value
    #expect(storage.connection.current == .connected)
    #expect(table.texts == ["count": "1"])
  }

  @Test func `flush within a time writes what a file defers`() async throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file(), durability: .deferred(by: .seconds(3_600)))
    try storage.write(1, forKey: "count")
    try await storage.flush(within: .seconds(60))
    #expect(try folder.read() == "{\n  \"count\" : 1\n}\n")
    #expect(storage.connection.current == .connected)
  }
}

/// A store that answers each commit that something was changed before.
private struct RefusingBackend: RemoteStorageBackend {
  let refuses: Locked<Bool>
  let place = "the refusing store"
  func values(of keys: Set<String>) async throws -> [String: Data] { [:] }
  func commit(_ commit: StorageCommit) async throws -> Bool { !refuses.withLock { $0 } }
  func observe(_ onChange: @escaping @Sendable (_ keys: Set<String>?) -> Void) async throws {}
}
