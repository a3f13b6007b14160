import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Back ends of the library and of others, checked for what each promises.
@Suite struct StorageBackendTests {
  @Test func `the memory's back end passes the checks`() async throws {
    let backend = MemoryBackend()
    try await StorageBackendChecks(observation: false) { backend }.run()
  }

  @Test func `the file's back end passes the checks`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    try await withLoggedLines { _ in
      try await StorageBackendChecks(damage: { try Data("{".utf8).write(to: url) }) { FileBackend(url: url) }
        .run()
    }
  }

  @Test func `the back end of the user's defaults passes the checks`() async throws {
    let suite = "statoscope-tests-\(UUID().uuidString)"
    try await withLoggedLines { _ in
      try await StorageBackendChecks {
        KeyedBackend(DefaultsStore(UserDefaults(suiteName: suite) ?? .standard))
      }.run()
    }
    UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite)
    UserDefaults(suiteName: suite)?.synchronize()
  }

  @Test func `a back end of another package is used like others`() async throws {
    let table = TableBackend()
    try await withLoggedLines { _ in
      try await StorageBackendChecks(observation: false) { table }.run()
    }
    let storage = StateStorage.custom(table)
    let tally = Tally().injectObject(storage).send(.set(3)).send(.rename("Ada"))
    #expect(tally.count == 3)
    #expect(table.texts == ["count": "3", "name": "\"Ada\""])
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 3)
    table.replace("count", by: "12")
    #expect(await changes.next(isolation: #isolation) == 12)
  }

  /// Ends in a dead lock if a storage looks values up in the call.
  @Test func `a back end may notify inside observe and inside commit`() async throws {
    let table = HookedBackend()
    try await withLoggedLines { _ in try await StorageBackendChecks { table }.run() }
    let (storage, other) = (StateStorage.custom(table), StateStorage.custom(table))
    let tally = Tally().injectObject(storage).send(.set(1))
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 1)
    try other.write(2, forKey: "count")
    #expect(await changes.next(isolation: #isolation) == 2)
    #expect(try storage.read(Int.self, forKey: "count") == 2)
  }

  @Test func `a value of another type is preserved under the key with a suffix`() async throws {
    try await withLoggedLines { log in
      let table = TableBackend()
      table.replace("count", by: "\"three\"")
      Tally().injectObject(StateStorage.custom(table)).send(.set(1))
      #expect(table.texts == ["count": "1", "count.damaged-Int": "\"three\""])
      #expect(log.entries.count == 1)
      // Damage of another kind leaves the first copy alone.
      try StateStorage.custom(table).write("one", forKey: "count")
      #expect(
        table.texts == [
          "count": "\"one\"", "count.damaged-Int": "\"three\"", "count.damaged-String": "1",
        ]
      )
    }
  }

  @Test func `a change of other code reads only the keys that properties use`() async throws {
    let table = TableBackend()
    let storage = StateStorage.custom(table)
    for number in 0..<100 { try storage.write(number, forKey: "visits of \(number)") }
    var tally: Tally? = Tally().injectObject(storage).send(.set(1))
    #expect(tally?.name == nil)
    let (lookUps, lookingUp) = AsyncStream.makeStream(of: Set<String>.self)
    table.onLookUp = { lookingUp.yield($0) }
    table.replace("count", by: "2")
    var found = lookUps.makeAsyncIterator()
    #expect(await found.next(isolation: #isolation) == ["count", "name"])
    // The next one is looked up when the values of this one are known.
    table.replace("name", by: "\"Ada\"")
    #expect(await found.next(isolation: #isolation) == ["count", "name"])
    #expect(tally?.count == 2)
    tally = nil
    table.replace("count", by: "3")
    #expect(await found.next(isolation: #isolation) == [])
    #expect(try storage.read(Int.self, forKey: "count") == 3)
    #expect(try storage.read(Int.self, forKey: "visits of 7") == 7)
  }

  @Test func `keys that no property uses are discarded when there are many`() throws {
    let table = TableBackend()
    let storage = StateStorage.custom(table)
    let lookUps = Locked<[String: Int]>([:])
    table.onLookUp = { keys in lookUps.withLock { for key in keys { $0[key, default: 0] += 1 } } }
    let tally = Tally().injectObject(storage).send(.set(1))
    for number in 0..<10_000 {
      let key = "\(number)"
      try storage.update { try $0.write((try $0.read(Int.self, forKey: key) ?? 0) + 1, forKey: key) }
    }
    // A key is looked up when it is used for the first time, and after it was forgotten.
    for number in [0, 9_999] {
      #expect(try storage.update { try $0.read(Int.self, forKey: "\(number)") } == 1)
    }
    #expect(tally.count == 1)
    lookUps.withLock { #expect([$0["0"], $0["9999"], $0["count"]] == [2, 1, 1]) }
  }

  @Test func `errors of a back end name the keys and its location`() async throws {
    try await withLoggedLines { _ in
      let table = TableBackend()
      let storage = StateStorage.custom(table)
      table.fault = "no connection"
      let unreadable = StorageError.unreadable(key: "count", place: "the table", reason: "no connection")
      #expect(throws: unreadable) { try storage.read(Int.self, forKey: "count") }
      let notSaved = StorageError.notSaved(keys: ["count"], place: "the table", reason: "no connection")
      #expect(throws: notSaved) { try storage.write(3, forKey: "count") }
      #expect(Tally().injectObject(storage).count == 3)
      await #expect(throws: notSaved) { try await storage.flush() }
      table.fault = nil
      try await storage.flush()
      #expect(table.texts == ["count": "3"])
    }
  }
}

/// A table in memory, as a package that knows only what is public writes it.
private final class TableBackend: StorageBackend {
  let place = "the table"
  private let rows = Locked<[String: Data]>([:])
  private let observers = Locked(Observers())
  private let storedFault = Locked<String?>(nil)

  /// A structure: a closure that a lock holds by itself is wrapped once more whenever the lock is taken.
  private struct Observers {
    var change: (@Sendable () -> Void)?
    var lookUp: (@Sendable (Set<String>) -> Void)?
  }

  struct Fault: Error, CustomStringConvertible { let description: String }

  var fault: String? {
    get { storedFault.withLock { $0 } }
    set { storedFault.withLock { $0 = newValue } }
  }

  var onLookUp: (@Sendable (Set<String>) -> Void)? {
    get { observers.withLock { $0.lookUp } }
    set { observers.withLock { $0.lookUp = newValue } }
  }

  var texts: [String: String] {
    rows.withLock { $0.mapValues { String(decoding: $0, as: UTF8.self) } }
  }

  /// What another process would do.
  func replace(_ key: String, by text: String) {
    rows.withLock { $0[key] = Data(text.utf8) }
    observers.withLock { $0.change }?()
  }

  func values(of keys: Set<String>) throws -> [String: Data] {
    onLookUp?(keys)
    if let fault { throw Fault(description: fault) }
    return rows.withLock { rows in keys.reduce(into: [:]) { found, key in found[key] = rows[key] } }
  }

  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    if let fault { throw Fault(description: fault) }
    return rows.withLock { rows in
      guard expected.allSatisfy({ rows[$0.key] == $0.value }) else { return false }
      for (key, value) in changes { rows[key] = value }
      return true
    }
  }

  func observe(_ onChange: @escaping @Sendable () -> Void) {
    observers.withLock { $0.change = onChange }
  }
}

/// A table that notifies all its observers inside `observe` and `commit`, with its lock held, like a database's hook.
private final class HookedBackend: StorageBackend {
  let place = "the table with hooks"
  private let table = Locked(Table())

  private struct Table: Sendable {
    var rows: [String: Data] = [:]
    var observers: [@Sendable () -> Void] = []
  }

  func values(of keys: Set<String>) -> [String: Data] {
    table.withLock { table in table.rows.filter { keys.contains($0.key) } }
  }

  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) -> Bool {
    table.withLock { table in
      guard expected.allSatisfy({ table.rows[$0.key] == $0.value }) else { return false }
      for (key, value) in changes { table.rows[key] = value }
      for observer in table.observers { observer() }
      return true
    }
  }

  func observe(_ onChange: @escaping @Sendable () -> Void) {
    table.withLock { $0.observers.append(onChange) }
    onChange()
  }
}
