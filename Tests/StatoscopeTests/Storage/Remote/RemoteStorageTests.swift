import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Properties on a store across a network: what they show, what is sent, and what comes back.
@Suite struct RemoteStorageTests {
  let table = RemoteTable()

  // MARK: What properties show

  @Test func `a loaded property has the store's value, and what is set is sent`() async throws {
    table.set(["count": "3", "name": "\"Ada\""])
    let storage = StateStorage.remote(RemoteTable.Line(to: table))
    try await storage.load(["count", "name"])
    let tally = Tally().injectObject(storage)
    #expect(tally.count == 3)
    #expect(tally.name == "Ada")
    tally.send(.set(4)).send(.rename(nil))
    #expect(tally.count == 4)
    try await storage.flush()
    #expect(table.texts == ["count": "4"])
  }

  @Test func `a change is visible at once in all scopes, before the store has answered`() async throws {
    let gate = Gate<Void>()
    let storage = try await storage(loading: ["count"]) { if case .commit = $0 { try await gate.pass() } }
    let (one, other) = (Tally().injectObject(storage), Tally().injectObject(storage))
    one.send(.set(3))
    #expect(other.count == 3)
    #expect(try storage.read(Int.self, forKey: "count") == 3)
    await gate.arrived()
    other.$count.update { $0 += 1 }
    #expect(one.count == 4)
    #expect(table.texts == [:])
    await gate.open(())
    try await storage.flush()
    #expect(table.texts == ["count": "4"])
  }

  @Test func `the pending assignments of a key are sent as one`() async throws {
    let gate = Gate<Void>()
    let storage = try await storage(loading: ["count"]) { if case .commit = $0 { try await gate.pass() } }
    let tally = Tally().injectObject(storage).send(.set(1))
    await gate.arrived()
    for count in 2...100 { tally.send(.set(count)) }
    await gate.open(())
    try await storage.flush()
    #expect(table.commits.map { $0.changes["count"] } == [Data("1".utf8), Data("100".utf8)])
  }

  @Test func `an observed change of another machine is shown`() async throws {
    let storage = try await storage(loading: ["count"])
    let (counts, counting) = AsyncStream.makeStream(of: Int.self)
    let token = storage.subscribe(TallySchema.self) { counting.yield($0.count) }
    let tally = Tally().injectObject(storage)
    table.set(["count": "7"])
    for await count in counts where count == 7 { break }
    #expect(tally.count == 7)
    table.set(["count": nil])
    for await count in counts where count == 0 { break }
    #expect(tally.count == 0)
    token.cancel()
  }

  @Test func `a back end that knows no keys has all of them read again`() async throws {
    let observer = Locked<(@Sendable (Set<String>?) -> Void)?>(nil)
    let backend = Announcer(line: RemoteTable.Line(to: table)) { change in observer.withLock { $0 = change } }
    let storage = StateStorage.remote(backend)
    try await storage.load(["count", "name"])
    let (counts, counting) = AsyncStream.makeStream(of: Int.self)
    let token = storage.subscribe(TallySchema.self) { counting.yield($0.count) }
    table.set(["count": "7"], quietly: true)
    observer.withLock { $0 }?(nil)
    for await count in counts where count == 7 { break }
    token.cancel()
  }

  // MARK: Keys that were not loaded

  @Test func `a key that was not loaded shows its default, and cannot be set`() async throws {
    try await withLoggedLines { log in
      table.set(["count": "7"])
      let gate = Gate<Void>()
      let line = RemoteTable.Line(to: table) { if case .read = $0 { try await gate.pass() } }
      let storage = StateStorage.remote(line)
      let tally = Tally().injectObject(storage)
      #expect(tally.count == 0)
      let error = StorageError.notLoaded(keys: ["count"], place: "the table")
      #expect(log.entries == ["errors: \(error)"])
      tally.send(.set(1))
      #expect(tally.count == 0)
      #expect(log.entries.last == "errors: Tally: \(error)")
      #expect(throws: error) { try storage.read(Int.self, forKey: "count") }
      #expect(throws: error) { try storage.remove(forKey: "count") }
      // It is fetched without a call of load.
      await gate.open(())
      try await storage.load(["count"])
      #expect(tally.count == 7)
      tally.send(.set(1))
      try await storage.flush()
      #expect(table.texts == ["count": "1"])
    }
  }

  @Test func `an update of a key that was not loaded is made when it is there`() async throws {
    try await withLoggedLines { log in
      table.set(["count": "7"])
      let gate = Gate<Void>()
      let line = RemoteTable.Line(to: table) { if case .read = $0 { try await gate.pass() } }
      let storage = StateStorage.remote(line)
      let tally = Tally().injectObject(storage)
      tally.$count.update { $0 += 1 }
      #expect(tally.count == 1)
      tally.send(.set(100))
      #expect(tally.count == 1)
      await gate.open(())
      try await storage.flush()
      #expect(tally.count == 8)
      #expect(table.texts == ["count": "8"])
    }
  }

  @Test func `damage that a back end reports is the error of the value`() async throws {
    try await withLoggedLines { _ in
      let damage = StorageError.damaged(
        key: nil,
        place: "the table",
        copiedTo: "a copy",
        reason: "no JSON"
      )
      let reads = Locked(0)
      let line = RemoteTable.Line(to: table) { moment in
        guard case .read = moment else { return }
        reads.withLock { $0 += 1 }
        throw damage
      }
      let storage = StateStorage.remote(line, clock: TestClock())
      try? await storage.load(["count"])
      #expect(reads.withLock { $0 } == 1)
      #expect(throws: StorageError.self) { try storage.read(Int.self, forKey: "count") }
    }
  }

  @Test func `load reads each key once, and throws when the store is away`() async throws {
    let isAway = Locked(true)
    let reads = Journal()
    // On a clock that stands still, only what is urgent is tried again.
    let storage = StateStorage.remote(
      RemoteTable.Line(to: table) { moment in
        guard case .read(let keys) = moment else { return }
        reads.note(keys.sorted().joined(separator: " "))
        if isAway.withLock({ $0 }) { throw Offline() }
      },
      clock: TestClock()
    )
    let reason = "\(Offline())"
    await #expect(throws: StorageError.unreadable(key: nil, place: "the table", reason: reason)) {
      try await storage.load(["count"])
    }
    isAway.exchange(false)
    try await storage.load(["count"])
    try await storage.load(["count", "name"])
    #expect(reads.entries == ["count", "count", "count name"])
  }

  // MARK: Other machines

  @Test func `an update is made of the newer value when another machine came first`() async throws {
    let gate = Gate<Void>()
    let storage = try await storage(loading: ["count"]) { if case .commit = $0 { try await gate.pass() } }
    let tally = Tally().injectObject(storage)
    #expect(
      tally.$count.update {
        $0 += 1; return $0
      } == 1
    )
    await gate.arrived()
    table.set(["count": "10"], quietly: true)
    await gate.open(())
    try await storage.flush()
    #expect(tally.count == 11)
    #expect(table.texts == ["count": "11"])
  }

  @Test func `operations are made in their order of a newer value`() async throws {
    let gate = Gate<Void>()
    let storage = try await storage(loading: ["count"]) { if case .commit = $0 { try await gate.pass() } }
    let tally = Tally().injectObject(storage)
    tally.$count.update { $0 += 1 }
    await gate.arrived()
    tally.$count.update { $0 *= 2 }
    table.set(["count": "10"], quietly: true)
    await gate.open(())
    try await storage.flush()
    #expect(table.texts == ["count": "22"])
    tally.send(.set(5))
    tally.$count.update { $0 *= 3 }
    try await storage.flush()
    #expect(table.texts == ["count": "15"])
  }

  @Test func `an assignment of the known value replaces a newer one`() async throws {
    let storage = try await storage(loading: ["count"])
    table.set(["count": "10"], quietly: true)
    let tally = Tally().injectObject(storage)
    try storage.write(0, forKey: "count")
    try await storage.flush()
    #expect(table.texts == ["count": "0"])
    table.set(["count": "3"], quietly: true)
    // At least 5: nothing to do for the known value, and something for the newer one.
    tally.$count.update { $0 = max($0, 0) }
    try await storage.flush()
    #expect(tally.count == 3)
  }

  @Test func `an update whose closure throws for a newer value is given up`() async throws {
    let gate = Gate<Void>()
    let storage = try await storage(loading: ["count", "name"]) {
      if case .commit = $0 { try await gate.pass() }
    }
    let tally = Tally().injectObject(storage)
    try tally.$count.update { count in
      guard count < 10 else { throw InvalidStateError() }
      count += 1
    }
    await gate.arrived()
    tally.$count.update { $0 += 100 }
    table.set(["count": "10"], quietly: true)
    await gate.open(())
    try await storage.flush()
    #expect(table.texts == ["count": "110"])
  }

  @Test func `machines that update at once lose nothing`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { [table] in
          let storage = StateStorage.remote(RemoteTable.Line(to: table))
          try await storage.load(["count"])
          let tally = Tally().injectObject(storage)
          for _ in 0..<50 {
            tally.$count.update { $0 += 1 }
            await Task.yield()
          }
          try await storage.flush()
        }
      }
      try await group.waitForAll()
    }
    #expect(table.texts == ["count": "200"])
  }

  @Test func `a value of another type is preserved, also one that comes later`() async throws {
    try await withLoggedLines { _ in
      table.set(["count": "\"three\""])
      let gate = Gate<Void>()
      let storage = try await storage(loading: ["count", "name"]) {
        if case .commit = $0 { try await gate.pass() }
      }
      try storage.write(1, forKey: "count")
      try storage.write("Ada", forKey: "name")
      await gate.arrived()
      table.set(["name": "5"], quietly: true)
      await gate.open(())
      try await storage.flush()
      #expect(
        table.texts == [
          "count": "1", "count.damaged-Int": "\"three\"", "name": "\"Ada\"", "name.damaged-String": "5",
        ]
      )
    }
  }

  @Test func `a former key is moved soon`() async throws {
    table.set(["title": "\"Ada\""])
    let storage = try await storage(loading: ["name"])
    let (names, naming) = AsyncStream.makeStream(of: String?.self)
    let token = storage.subscribe(RenamedSchema.self) { naming.yield($0.name) }
    for await name in names where name == "Ada" { break }
    #expect(table.texts == ["name": "\"Ada\""])
    token.cancel()
  }

  // MARK: By hand

  @Test func `changes of several keys by hand are one commit, if nothing is read`() async throws {
    let storage = try await storage(loading: ["a", "b"])
    try storage.update { edit in
      try edit.write(1, forKey: "a")
      try edit.write(2, forKey: "b")
    }
    try await storage.flush()
    #expect(table.commits.map(\.changes) == [["a": Data("1".utf8), "b": Data("2".utf8)]])
    let error = StorageError.needsTransaction(keys: ["a"], place: "the table")
    #expect(throws: error) {
      try storage.update { edit in
        try edit.write((try edit.read(Int.self, forKey: "a") ?? 0) + 1, forKey: "a")
      }
    }
    #expect(try storage.read(Int.self, forKey: "a") == 1)
  }

  @Test func `many keys without an observer are removed from memory, but not new ones`() async throws {
    let storage = StateStorage.remote(RemoteTable.Line(to: table))
    func isKnown(_ key: String) -> Bool { (try? storage.read(Int.self, forKey: key) ?? 0) != nil }
    func keys(_ name: String) -> Set<String> { Set((0..<1_000).map { "\(name) \($0)" }) }
    for name in ["a", "b"] { try await storage.load(keys(name)) }
    #expect(isKnown("b 0"))
    for name in ["c", "d", "e", "f", "g", "h"] { try await storage.load(keys(name)) }
    #expect(isKnown("h 0"))
    #expect(!isKnown("a 0"))
  }

  @Test func `load does not fail with a change that cannot be sent`() async throws {
    let (gate, clock) = (Gate<Void>(), TestClock())
    table.set(["b": "2"])
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line, clock: clock)
    try await storage.load(["a"])
    let isFirst = Locked(true)
    line.on { moment in
      switch moment {
      case .read(["c"]): try await gate.pass()
      case .commit: if isFirst.exchange(false) { throw Offline() }
      default: break
      }
    }
    // The change is sent between the two reads.
    let first = Task { try await storage.load(["c"]) }
    await gate.arrived()
    try storage.write(1, forKey: "a")
    let second = Task { try await storage.load(["b"]) }
    for _ in 0..<100 { await Task.yield() }
    let pause = Task {
      await clock.sleepers()
      clock.advance(by: .seconds(60))
    }
    await gate.open(())
    try await first.value
    try await second.value
    #expect(try storage.read(Int.self, forKey: "b") == 2)
    await pause.value
    try await storage.flush()
    #expect(table.texts == ["a": "1", "b": "2"])
  }

  /// Opens the table, and loads some keys before calls are delayed.
  private func storage(
    loading keys: Set<String>,
    _ onMoment: @escaping @Sendable (RemoteTable.Line.Moment) async throws -> Void = { _ in }
  ) async throws -> StateStorage {
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(keys)
    line.on(onMoment)
    return storage
  }
}

private struct RenamedSchema: StorageSchema {
  @Stored("name", formerly: "title") var name: String?
}

/// A back end whose changes the test announces.
private struct Announcer: RemoteStorageBackend {
  let line: RemoteTable.Line
  let onObserve: @Sendable (@escaping @Sendable (Set<String>?) -> Void) -> Void
  var place: String { line.place }

  init(
    line: RemoteTable.Line,
    _ onObserve: @escaping @Sendable (@escaping @Sendable (Set<String>?) -> Void) -> Void
  ) {
    (self.line, self.onObserve) = (line, onObserve)
  }

  func values(of keys: Set<String>) async throws -> [String: Data] { try await line.values(of: keys) }
  func commit(_ commit: StorageCommit) async throws -> Bool { try await line.commit(commit) }
  func observe(_ onChange: @escaping @Sendable (Set<String>?) -> Void) async throws { onObserve(onChange) }
}
