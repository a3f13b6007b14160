import Foundation
import PostgresStorage
import PostgresTestServer
import Statoscope
import StatoscopeTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct PostgresBackendTests {
  @Test func `PostgreSQL passes the checks of a remote back end`() async throws {
    let server = try await PostgresServer.start()
    try await StorageBackendChecks(remote: { try await PostgresBackend.open(server.address, size: 2) }).run()
  }

  @Test @MainActor func `two trees share a value`() async throws {
    let server = try await PostgresServer.start()
    let address = server.address
    let storage = StateStorage.remote(try await PostgresBackend.open(address))
    try await storage.load(["count"])
    let counter = Counter().injectObject(storage)
    counter.send(.up)
    try await storage.flush()
    let other = StateStorage.remote(try await PostgresBackend.open(address))
    try await other.load(["count"])
    #expect(Counter().injectObject(other).count == 1)
  }

  @Test func `each byte of a value and each character of a key is stored`() async throws {
    let server = try await PostgresServer.start()
    let backend = try await PostgresBackend.open(server.address)
    let values: [String: Data] = [
      "": Data(), "nul\u{0}": Data(0...255), "quote ' \" \\ {} , NULL": Data("NULL".utf8), "🧭 é": Data([0]),
      "large": Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
    ]
    #expect(try await backend.commit(StorageCommit(changes: values, expected: ["large": nil])))
    #expect(try await backend.values(of: Set(values.keys)) == values)
    #expect(try await backend.values(withPrefix: "nul\u{0}") == ["nul\u{0}": Data(0...255)])
    #expect(try await backend.values(of: []).isEmpty)
    let removal = StorageCommit(changes: values.mapValues { _ in nil }, expected: values)
    #expect(try await backend.commit(removal))
    #expect(try await backend.values(withPrefix: "").isEmpty)
    #expect(try await backend.commit(StorageCommit(changes: [:], expected: ["": nil])))
  }

  @Test func `a commit of more keys than there are locks is made`() async throws {
    let server = try await PostgresServer.start()
    let backend = try await PostgresBackend.open(server.address)
    let values = Dictionary(uniqueKeysWithValues: (0..<30_000).map { ("key \($0)", Data("\($0)".utf8)) })
    #expect(try await backend.commit(StorageCommit(changes: values, expected: values.mapValues { _ in nil })))
    #expect(try await backend.values(withPrefix: "key 29").count == 1_111)
  }

  @Test func `many processes that open an empty database at once make its tables once`() async throws {
    let server = try await PostgresServer.start()
    try await withThrowingTaskGroup(of: PostgresBackend.self) { group in
      for _ in 0..<12 { group.addTask { try await PostgresBackend.open(server.address, size: 1) } }
      for try await backend in group { try await backend.probe() }
    }
    #expect(try await PostgresBackend.open(server.address, creates: false).values(withPrefix: "").isEmpty)
  }

  @Test func `a database without tables, or with later ones, is refused`() async throws {
    let server = try await PostgresServer.start()
    await #expect(throws: PostgresFault.missing(try shown(server))) {
      try await PostgresBackend.open(server.address, creates: false)
    }
    _ = try await PostgresBackend.open(server.address)
    _ = try await PostgresBackend.open(server.address, creates: false)
    try await server.sql("COMMENT ON TABLE statoscope_state IS 'statoscope version 2'")
    await #expect(throws: PostgresFault.newer(try shown(server), version: "statoscope version 2")) {
      try await PostgresBackend.open(server.address)
    }
  }

  // MARK: Notifications

  @Test func `a back end reports the keys that another one has changed`() async throws {
    let server = try await PostgresServer.start()
    let (here, there) = (
      try await PostgresBackend.open(server.address), try await PostgresBackend.open(server.address)
    )
    var changes = try await changes(of: here).makeAsyncIterator()
    #expect(try await there.commit(StorageCommit(changes: ["nul\u{0} é": Data(), "b": nil], expected: [:])))
    #expect(await changes.next(isolation: #isolation) == ["nul\u{0} é", "b"])
    // Not its own, nor those of a commit that was refused.
    #expect(try await here.commit(StorageCommit(changes: ["own": Data()], expected: [:])))
    #expect(try await !there.commit(StorageCommit(changes: ["c": Data()], expected: ["c": Data()])))
    #expect(try await there.commit(StorageCommit(changes: ["d": Data()], expected: [:])))
    #expect(await changes.next(isolation: #isolation) == ["d"])
    // More keys than a notification can have.
    let many = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("key \($0)", Data?.some(Data())) })
    #expect(try await there.commit(StorageCommit(changes: many, expected: [:])))
    #expect(await changes.next(isolation: #isolation) == .some(nil))
  }

  @Test func `after a crash of the server everything is reported as changed, and all goes on`() async throws {
    let server = try await PostgresServer.start()
    let (here, there) = (
      try await PostgresBackend.open(server.address), try await PostgresBackend.open(server.address)
    )
    let all = try await changes(of: here)
    var changes = all.makeAsyncIterator()
    #expect(try await here.commit(StorageCommit(changes: ["a": Data([1])], expected: [:])))
    try await server.crash()
    #expect(await changes.next(isolation: #isolation) == .some(nil))
    await #expect(throws: PostgresFault.self) { try await here.values(of: ["a"]) }
    try await server.start()
    #expect(await changes.next(isolation: #isolation) == .some(nil))
    // On connections that do not know yet that the server was away.
    #expect(try await there.commit(StorageCommit(changes: ["b": Data([2])], expected: ["a": Data([1])])))
    #expect(await changes.next(isolation: #isolation) == ["b"])
    #expect(try await here.values(of: ["a", "b"]) == ["a": Data([1]), "b": Data([2])])
  }

  private func changes(of backend: PostgresBackend) async throws -> AsyncStream<Set<String>?> {
    let (changes, continuation) = AsyncStream.makeStream(of: Set<String>?.self)
    try await backend.observe { continuation.yield($0) }
    return changes
  }

  // MARK: Faults

  @Test func `a late answer of a server is none to another question`()
    async throws
  {
    let server = try await PostgresServer.start()
    let backend = try await PostgresBackend.open(server.address, patience: .seconds(1), size: 1)
    #expect(try await backend.commit(StorageCommit(changes: ["a": Data([1])], expected: [:])))
    var changes = try await changes(of: backend).makeAsyncIterator()
    try server.freeze()
    let late = StorageCommit(changes: ["a": Data([2])], expected: ["a": Data([1])])
    await #expect(throws: PostgresFault.unanswered(try shown(server), limit: .seconds(1))) {
      try await backend.commit(late)
    }
    try server.unfreeze()
    #expect(try await backend.values(of: ["b"]).isEmpty)
    // Nobody has been told that it was made.
    #expect(await changes.next(isolation: #isolation) == ["a"])
    // It was made once, by the first attempt or by this one.
    #expect(try await backend.commit(late))
    #expect(try await backend.values(of: ["a"]) == ["a": Data([2])])
  }

  @Test func `a refusal holds for an attempt that comes late`() async throws {
    let server = try await PostgresServer.start()
    let backend = try await PostgresBackend.open(server.address)
    #expect(try await backend.commit(StorageCommit(changes: ["a": Data([1])], expected: [:])))
    let commit = StorageCommit(changes: ["a": Data([3])], expected: ["a": Data([2])])
    #expect(try await !backend.commit(commit))
    #expect(try await backend.commit(StorageCommit(changes: ["a": Data([2])], expected: [:])))
    #expect(try await !backend.commit(commit))
  }

  @Test func `a commit waits for a lock no longer than its limit`() async throws {
    let server = try await PostgresServer.start()
    let backend = try await PostgresBackend.open(server.address, patience: .seconds(1))
    let lock = Task { try await server.sql("BEGIN; LOCK TABLE statoscope_state; SELECT pg_sleep(3600)") }
    let holders =
      "FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation = 'statoscope_state'::regclass"
    while try await server.sql("SELECT count(*) \(holders)") != "1" {}
    await #expect(throws: PostgresFault.unanswered(try shown(server), limit: .seconds(1))) {
      try await backend.commit(StorageCommit(changes: ["a": Data()], expected: [:]))
    }
    try await server.sql("SELECT pg_terminate_backend(pid) \(holders)")
    await #expect(throws: PostgresServer.Failure.self) { try await lock.value }
    #expect(try await backend.commit(StorageCommit(changes: ["a": Data()], expected: [:])))
  }

  @Test func `a cancelled call ends at once, and its connection is not lost to others`() async throws {
    let server = try await PostgresServer.start()
    let backend = try await PostgresBackend.open(server.address, patience: .seconds(30), size: 1)
    try server.freeze()
    let call = Task { try await backend.values(of: ["a"]) }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    try server.unfreeze()
    #expect(try await backend.values(of: ["a"]).isEmpty)
  }

  @Test func `a caller waits for a connection no longer than its limit`() async throws {
    let server = try await PostgresServer.start()
    let address = server.address + "&connect_timeout=4"
    let backend = try await PostgresBackend.open(address, patience: .seconds(1), size: 1)
    try server.freeze()
    await #expect(throws: PostgresFault.unanswered(try shown(server), limit: .seconds(1))) {
      try await backend.probe()
    }
    // One of them connects for four seconds, in vain.
    let faults = await withTaskGroup(of: PostgresFault?.self) { group in
      for _ in 0..<2 {
        group.addTask { await #expect(throws: PostgresFault.self) { try await backend.probe() } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // It came first, and was in time.
    #expect(faults.first == .busy(try shown(server), connections: 1, limit: .seconds(1)))
    #expect(faults.last??.description.contains(" cannot be connected to: ") == true)
    try server.unfreeze()
    try await backend.probe()
  }

  @Test func `a server that has become read-only is left for the next host`() async throws {
    let (first, second) = (try await PostgresServer.start(), try await PostgresServer.start())
    _ = try await PostgresBackend.open(second.address)
    let both = "\(first.address),\(second.folder)&target_session_attrs=read-write"
    let backend = try await PostgresBackend.open(both)
    #expect(try await backend.commit(StorageCommit(changes: ["a": Data()], expected: [:])))
    #expect(try await first.sql("SELECT count(*) FROM statoscope_state") == "1")
    try await first.sql("ALTER SYSTEM SET default_transaction_read_only = on")
    try await first.sql("SELECT pg_reload_conf()")
    while try await first.sql("SHOW default_transaction_read_only") != "on" {}
    #expect(try await backend.commit(StorageCommit(changes: ["b": Data()], expected: [:])))
    #expect(try await second.sql("SELECT count(*) FROM statoscope_state") == "1")
    // Without that, it is said what to do.
    let alone = try await PostgresBackend.open(first.address)
    await #expect(throws: PostgresFault.readOnly(try shown(first))) {
      try await alone.commit(StorageCommit(changes: ["b": Data()], expected: [:]))
    }
  }

  @Test(arguments: [
    "postgresql://shop:secret@127.0.0.1:1/data",
    "host=127.0.0.1 port=1 user=shop password=secret dbname=data",
    "postgresql://127.0.0.1:1/data?user=shop&password=secret",
  ])
  func `a password is in no text of an error`(address: String) async throws {
    let text = "postgresql://shop@127.0.0.1:1/data cannot be connected to: "
    try await expectFault(of: address, beginningWith: text)
  }

  @Test(arguments: [
    "postgresql://shop:secret@[::1/data", "postgresql://shop:secret%@host/data", "password=secret host",
    "secret",
    "postgresql://shop:top@secret@host/data",
  ])
  func `a text that is no address is not repeated`(address: String) async throws {
    try await expectFault(of: address, beginningWith: "the address of the database ")
  }

  private func expectFault(of address: String, beginningWith text: String) async throws {
    let fault = try #require(
      await #expect(throws: PostgresFault.self) { try await PostgresBackend.open(address) }
    )
    #expect(fault.description.hasPrefix(text))
    #expect(!fault.description.contains("secret"))
  }

  private func shown(_ server: PostgresServer) throws -> String {
    "postgresql://statoscope@\(server.folder)/postgres"
  }
}

private final class Counter: Scope {
  enum When {
    case up
  }

  @Stored("count") private(set) var count = 0

  func update(_ when: When) { $count.update { $0 += 1 } }
}
