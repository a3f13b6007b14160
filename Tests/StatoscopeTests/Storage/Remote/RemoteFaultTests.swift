import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Remote stores that are away: what is repeated, what is reported, and what is never lost.
///
/// The time between attempts is held by the test.
@Suite struct RemoteFaultTests {
  let table = RemoteTable()
  let clock = TestClock()
  let isAway = Locked(false)

  /// A storage of the table that fails while the table is away.
  private func storage(loading keys: Set<String>, place: String = "the table") async throws -> StateStorage {
    let line = RemoteTable.Line(to: table, place: place) { [isAway] _ in
      if isAway.withLock({ $0 }) { throw Offline() }
    }
    let storage = StateStorage.remote(line, clock: clock)
    try await storage.load(keys)
    return storage
  }

  private func notSent(_ keys: [String]) -> StorageError {
    .notSent(keys: keys, place: "the table", reason: "\(Offline())")
  }

  // MARK: Repetition

  @Test func `while the store is away the app goes on, and all is sent later`() async throws {
    try await withLoggedLines(inAllTasks: true) { log in
      // A name of its own: other tests log, too.
      let storage = try await storage(loading: ["count", "name"], place: "the distant table")
      isAway.exchange(true)
      let tally = Tally().injectObject(storage).send(.set(3))
      await clock.sleepers()
      tally.$count.update { $0 += 1 }
      tally.send(.rename("Ada"))
      #expect(tally.count == 4)
      #expect(tally.name == "Ada")
      clock.advance(by: .seconds(5))
      await clock.sleepers()
      // What has failed before is not logged again.
      let error = StorageError.notSent(keys: ["count"], place: "the distant table", reason: "\(Offline())")
      #expect(log.entries.filter { $0.contains("the distant table") } == ["errors: \(error)"])
      isAway.exchange(false)
      clock.advance(by: .seconds(5))
      try await storage.flush()
      #expect(table.texts == ["count": "4", "name": "\"Ada\""])
    }
  }

  @Test func `pauses between attempts grow up to five seconds`() async throws {
    let storage = try await storage(loading: ["count"])
    isAway.exchange(true)
    Tally().injectObject(storage).send(.set(3))
    for longest in [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5] {
      await clock.sleepers()
      let start = table.attempts
      // At least half of it: not before, and then.
      clock.advance(by: .seconds(longest / 2 - 0.001))
      await clock.sleepers()
      #expect(table.attempts == start)
      clock.advance(by: .seconds(longest / 2 + 0.001))
    }
    isAway.exchange(false)
    clock.advance(by: .seconds(5))
    try await storage.flush()
  }

  @Test(arguments: [false, true])
  func `a commit whose answer was lost is made once`(_ isMade: Bool) async throws {
    let table = table
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line, clock: clock)
    try await storage.load(["count"])
    let breaks = Locked(3)
    line.on { moment in
      let isMoment: Bool
      switch moment {
      case .commit: isMoment = !isMade
      case .answerCommit: isMoment = isMade
      default: isMoment = false
      }
      guard isMoment,
        breaks.withLock({
          $0 -= 1; return $0 >= 0
        })
      else { return }
      throw Offline()
    }
    let tally = Tally().injectObject(storage)
    tally.$count.update { $0 += 1 }
    for _ in 1...3 {
      await clock.sleepers()
      clock.advance(by: .seconds(5))
    }
    try await storage.flush()
    #expect(table.texts == ["count": "1"])
    #expect(table.commits.count == 1)
    #expect(tally.count == 1)
  }

  @Test func `a change of the own lost commit is not applied twice, even to what is shown`() async throws {
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line, clock: clock)
    try await storage.load(["count", "name"])
    let isLost = Locked(true)
    line.on { if case .answerCommit = $0, isLost.withLock({ $0 }) { throw Offline() } }
    let tally = Tally().injectObject(storage)
    tally.$count.update { $0 += 1 }
    await clock.sleepers()
    // The store reports the own change, and another one that is read at once.
    let (names, naming) = AsyncStream.makeStream(of: String?.self)
    let token = storage.subscribe(TallySchema.self) { naming.yield($0.name) }
    table.set(["count": "1", "name": "\"Ada\""])
    while tally.name != "Ada" {
      clock.advance(by: .seconds(5))
      await Task.yield()
    }
    #expect(tally.count == 1)
    isLost.exchange(false)
    clock.advance(by: .seconds(5))
    try await storage.flush()
    #expect(tally.count == 1)
    _ = names
    token.cancel()
  }

  // MARK: flush and connection

  @Test func `flush tries at once, throws what stands in the way, and can be repeated`() async throws {
    let storage = try await storage(loading: ["count"])
    try await storage.flush()
    isAway.exchange(true)
    Tally().injectObject(storage).send(.set(3))
    await #expect(throws: notSent(["count"])) { try await storage.flush() }
    await #expect(throws: notSent(["count"])) { try await storage.flush() }
    isAway.exchange(false)
    // Without a change of the time.
    try await storage.flush()
    #expect(table.texts == ["count": "3"])
  }

  @Test func `a flush that is cancelled ends`() async throws {
    let gate = Gate<Void>()
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(["count"])
    line.on { if case .commit = $0 { try await gate.pass() } }
    try storage.write(1, forKey: "count")
    await gate.arrived()
    let flush = Task { try await storage.flush() }
    flush.cancel()
    let reason = "the task that waits was cancelled"
    await #expect(throws: StorageError.notSent(keys: ["count"], place: "the table", reason: reason)) {
      try await flush.value
    }
    await gate.open(())
    try await storage.flush()
    #expect(table.texts == ["count": "1"])
  }

  @Test func `the connection says since when and what waits`() async throws {
    let storage = try await storage(loading: ["count", "name"])
    var connection = storage.connection.makeAsyncIterator()
    #expect(await connection.next(isolation: nil) == .connected)
    isAway.exchange(true)
    let tally = Tally().injectObject(storage).send(.set(3))
    guard case .waiting(let since, let error, 1)? = await connection.next(isolation: nil) else {
      Issue.record("the connection is not waiting")
      return
    }
    #expect(since <= .now)
    #expect(error == notSent(["count"]))
    tally.send(.rename("Ada"))
    tally.$count.update { $0 += 1 }
    while true {
      guard case .waiting(let later, _, let pending)? = await connection.next(isolation: nil) else { break }
      #expect(later == since)
      if pending == 3 { break }
    }
    isAway.exchange(false)
    try await storage.flush()
    while let state = await connection.next(isolation: nil), state != .connected {}
  }

  @Test func `the connection ends with its storage`() async throws {
    var storage: StateStorage? = .inMemory()
    var connection = storage?.connection.makeAsyncIterator()
    #expect(await connection?.next(isolation: nil) == .connected)
    storage = nil
    #expect(await connection?.next(isolation: nil) == nil)
  }

  @MainActor @Test func `a local store is waiting while a write has failed`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("in the way", to: "missing")
    let storage = StateStorage.file(folder.url.appending(path: "missing/values.json"))
    let (states, state) = AsyncStream.makeStream(of: StorageConnection.self)
    // On one actor, so that it waits for the next state before the write fails.
    let following = Task { for await connection in storage.connection { state.yield(connection) } }
    defer { following.cancel() }
    var connection = states.makeAsyncIterator()
    #expect(await connection.next(isolation: #isolation) == .connected)
    let error = #expect(throws: StorageError.self) { try storage.write(1, forKey: "count") }
    guard case .waiting(_, error, 1)? = await connection.next(isolation: #isolation) else {
      Issue.record("the connection is not waiting")
      return
    }
    try FileManager.default.removeItem(at: folder.url.appending(path: "missing"))
    try await storage.flush()
    #expect(await connection.next(isolation: #isolation) == .connected)
  }

  // MARK: Limits

  @Test func `updates wait up to a limit, then they are refused`() async throws {
    try await withLoggedLines { log in
      let storage = try await storage(loading: ["count"])
      isAway.exchange(true)
      let tally = Tally().injectObject(storage)
      for _ in 0..<10_000 { tally.$count.update { $0 += 1 } }
      #expect(log.entries == [])
      tally.$count.update { $0 += 1 }
      #expect(tally.count == 10_000)
      #expect(log.entries.count == 1)
      let text =
        "errors: Tally: the update of \"count\" was refused: 10000 updates wait for the table, the oldest since 20"
      #expect(log.entries.first?.hasPrefix(text) == true)
      // An assignment replaces all of them.
      tally.send(.set(3))
      tally.$count.update { $0 += 1 }
      isAway.exchange(false)
      try await storage.flush()
      #expect(table.texts == ["count": "4"])
    }
  }

  // MARK: Release

  @Test func `a tree and a storage that are released lose nothing`() async throws {
    let gate = Gate<Void>()
    let (texts, writing) = AsyncStream.makeStream(of: [String: String].self)
    let line = RemoteTable.Line(to: table)
    weak var released: StateStorage?
    do {
      let storage = StateStorage.remote(line)
      released = storage
      try await storage.load(["count"])
      line.on { [table] moment in
        if case .commit = moment { try await gate.pass() }
        if case .answerCommit = moment { writing.yield(table.texts) }
      }
      let tally = Tally().injectObject(storage).send(.set(3))
      tally.$count.update { $0 += 1 }
    }
    await gate.arrived()
    #expect(released != nil)
    await gate.open(())
    for await text in texts where text == ["count": "4"] { break }
    await until { released == nil }
  }

  @Test(.waitsForPrograms) func `an exit waits until all is sent`() async throws {
    let folder = try TemporaryFolder()
    let end = try await ChildProcess("storage-writer", "remote", folder.file().path).finish()
    #expect(end.code == 0)
    #expect(end.output == "file: false\n")
    #expect(try folder.read() == "2")
  }

  @Test(.waitsForPrograms) func `an exit says what it could not send in time`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "missing/file").path
    let end = try await ChildProcess("storage-writer", "remote", path).finish()
    #expect(end.code == 0)
    #expect(
      end.output.contains(
        "the process ended before all operations were sent to the file, which waited 0.5 seconds"
      )
    )
    #expect(end.output.contains(#"those of ["count"] are lost"#))
  }
}
