import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Changes of several keys that wait for their answer.
@Suite struct TransactionTests {
  let table = RemoteTable()

  @Test(arguments: StorageKind.allCases)
  func `a transaction changes all keys, or none when it throws`(_ kind: StorageKind) async throws {
    try await kind.withStorage { storage, reopened in
      try storage.write(3, forKey: "stock")
      let sold = try await storage.transaction(Self.sellOne)
      #expect(sold == 1)
      for storage in [storage, reopened()] {
        #expect(try storage.read(Int.self, forKey: "stock") == 2)
        #expect(try storage.read(Int.self, forKey: "sold") == 1)
      }
      try storage.write(0, forKey: "stock")
      await #expect(throws: InvalidStateError.self) { try await storage.transaction(Self.sellOne) }
      #expect(try reopened().read(Int.self, forKey: "sold") == 1)
    }
  }

  @Test func `values need not be loaded, and are known afterwards`() async throws {
    table.set(["stock": "3"])
    let storage = StateStorage.remote(RemoteTable.Line(to: table))
    #expect(try await storage.transaction(Self.sellOne) == 1)
    #expect(table.texts == ["stock": "2", "sold": "1"])
    #expect(try storage.read(Int.self, forKey: "stock") == 2)
    await #expect(throws: InvalidStateError.self) {
      try await storage.transaction { edit in
        try edit.write(100, forKey: "stock")
        throw InvalidStateError()
      }
    }
    #expect(table.texts == ["stock": "2", "sold": "1"])
  }

  @Test func `a transaction runs again when another machine came first`() async throws {
    table.set(["stock": "3"])
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(["stock", "sold"])
    let isFirst = Locked(true)
    line.on { [table] moment in
      guard case .commit = moment, isFirst.exchange(false) else { return }
      table.set(["stock": "1", "sold": "2"], quietly: true)
    }
    #expect(try await storage.transaction(Self.sellOne) == 3)
    #expect(table.texts == ["stock": "0", "sold": "3"])
  }

  @Test func `a transaction that changes nothing is judged by the newest values`() async throws {
    table.set(["stock": "0"])
    let storage = StateStorage.remote(RemoteTable.Line(to: table))
    try await storage.load(["stock", "sold"])
    // Known to be sold out, until another machine has filled the store.
    table.set(["stock": "5"], quietly: true)
    #expect(try await storage.transaction { try $0.read(Int.self, forKey: "stock") } == 5)
    table.set(["stock": "0"], quietly: true)
    await #expect(throws: InvalidStateError.self) { try await storage.transaction(Self.sellOne) }
    table.set(["stock": "1"], quietly: true)
    #expect(try await storage.transaction(Self.sellOne) == 1)
  }

  @Test func `a transaction comes after pending operations, and is shown by properties`() async throws {
    let gate = Gate<Void>()
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(["count"])
    line.on { if case .commit = $0 { try await gate.pass() } }
    let tally = Tally().injectObject(storage)
    tally.$count.update { $0 += 1 }
    await gate.arrived()
    let transaction = Task {
      try await storage.transaction { edit in
        let count = (try edit.read(Int.self, forKey: "count") ?? 0) * 10
        try edit.write(count, forKey: "count")
        return count
      }
    }
    await gate.open(())
    #expect(try await transaction.value == 10)
    #expect(tally.count == 10)
    tally.$count.update { $0 += 1 }
    try await storage.flush()
    #expect(table.texts == ["count": "11"])
  }

  @Test func `a pending update is shown as it follows from what a transaction made`() async throws {
    let (first, later) = (Gate<Void>(), Gate<Void>())
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(["count"])
    let isFirst = Locked(true)
    line.on { moment in
      guard case .commit = moment else { return }
      try await (isFirst.exchange(false) ? first : later).pass()
    }
    let shown = Journal()
    let token = storage.subscribe(TallySchema.self) { shown.note("\($0.count)") }
    await until { shown.entries == ["0"] }
    let transaction = Task { try await storage.transaction { try $0.write(10, forKey: "count") } }
    await first.arrived()
    let tally = Tally().injectObject(storage)
    tally.$count.update { $0 += 1 }
    await until { shown.entries == ["0", "1"] }
    await first.open(())
    try await transaction.value
    await until { shown.entries.last == "11" }
    #expect(shown.entries == ["0", "1", "11"])
    await later.open(())
    try await storage.flush()
    #expect(table.texts == ["count": "11"])
    token.cancel()
  }

  @Test func `a store that cannot be read ends a transaction at once`() async throws {
    let storage = StateStorage.remote(
      RemoteTable.Line(to: table) { _ in throw Offline() },
      clock: TestClock()
    )
    await #expect(throws: StorageError.unreadable(key: nil, place: "the table", reason: "\(Offline())")) {
      try await storage.transaction(Self.sellOne)
    }
  }

  @Test func `a transaction that has read the store ends the failure of reading it`() async throws {
    let clock = TestClock()
    table.set(["stock": "3"])
    let line = RemoteTable.Line(to: table) { if case .read = $0 { throw Offline() } }
    let storage = StateStorage.remote(line, clock: clock)
    let loading = Task { try await storage.load(["count"]) }
    await #expect(throws: StorageError.self) { try await loading.value }
    // The next attempt waits for the clock.
    await clock.sleepers()
    line.on { _ in }
    #expect(try await storage.transaction(Self.sellOne) == 1)
    var connection = storage.connection.makeAsyncIterator()
    #expect(await connection.next(isolation: nil) == .connected)
    clock.advance(by: .seconds(5))
  }

  @Test func `a transaction whose answer was lost is made once`() async throws {
    let clock = TestClock()
    table.set(["stock": "3"])
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line, clock: clock)
    try await storage.load(["stock", "sold"])
    let isLost = Locked(true)
    line.on { if case .answerCommit = $0, isLost.exchange(false) { throw Offline() } }
    let transaction = Task { try await storage.transaction(Self.sellOne) }
    await clock.sleepers()
    clock.advance(by: .seconds(5))
    #expect(try await transaction.value == 1)
    #expect(table.texts == ["stock": "2", "sold": "1"])
    #expect(table.commits.count == 1)
  }

  @Test func `a cancelled transaction says that it may have been made`() async throws {
    let clock = TestClock()
    table.set(["stock": "3"])
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line, clock: clock)
    try await storage.load(["stock", "sold"])
    line.on { if case .answerCommit = $0 { throw Offline() } }
    let transaction = Task { try await storage.transaction(Self.sellOne) }
    await clock.sleepers()
    transaction.cancel()
    let error = StorageError.unanswered(keys: ["sold", "stock"], place: "the table", reason: "\(Offline())")
    await #expect(throws: error) { try await transaction.value }
    let (cancellation, _) = AsyncStream.makeStream(of: Void.self)
    let late = Task {
      for await _ in cancellation {}
      return try await storage.transaction(Self.sellOne)
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    // Whether it was made, `load` tells.
    line.on { _ in }
    clock.advance(by: .seconds(5))
    try await storage.load(["stock"])
    #expect(table.texts == ["stock": "2", "sold": "1"] && table.commits.count == 1)
  }

  @Test func `what a transaction has made is not replaced by what was read before`() async throws {
    table.set(["count": "1"])
    let (gate, isFirst) = (Gate<Void>(), Locked(true))
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(["count", "name"])
    let (shown, showing) = AsyncStream.makeStream(of: TallyShown.self)
    let token = storage.subscribe(TallySchema.self) {
      showing.yield(TallyShown(count: $0.count, name: $0.name))
    }
    var states = shown.makeAsyncIterator()
    #expect(await states.next()?.count == 1)
    line.on { if case .answerRead = $0, isFirst.exchange(false) { try await gate.pass() } }
    // A change by others is announced, and the value is read before the transaction.
    table.set(["count": "1"])
    await gate.arrived()
    let transaction = Task { try await storage.transaction(Self.addTen) }
    await gate.open(())
    try await transaction.value
    #expect(try storage.read(Int.self, forKey: "count") == 11)
    table.set(["name": "\"Ada\""])
    while let state = await states.next() {
      #expect(state.count == 11)
      if state.name == "Ada" { break }
    }
    token.cancel()
  }

  @Test func `a late answer of a transaction replaces no newer value`() async throws {
    table.set(["count": "1"])
    let gate = Gate<Void>()
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(["count", "name"])
    let (shown, showing) = AsyncStream.makeStream(of: Int.self)
    let token = storage.subscribe(TallySchema.self) { showing.yield($0.count) }
    var counts: [Int] = []
    for await count in shown {
      counts.append(count)
      break
    }
    line.on { if case .answerCommit = $0 { try await gate.pass() } }
    let transaction = Task { try await storage.transaction(Self.addTen) }
    await gate.arrived()
    table.set(["count": "50"])
    await gate.open(())
    try await transaction.value
    for await count in shown {
      counts.append(count)
      if count == 50 { break }
    }
    #expect(try storage.read(Int.self, forKey: "count") == 50)
    token.cancel()
    showing.finish()
    for await count in shown { counts.append(count) }
    #expect(counts == counts.sorted() && counts.last == 50)
  }

  @Test func `an assignment during a transaction comes after it`() async throws {
    table.set(["count": "1"])
    let gate = Gate<Void>()
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    try await storage.load(["count"])
    line.on { moment in
      guard case .commit(let commit) = moment, commit.changes["count"] == Data("11".utf8) else { return }
      try await gate.pass()
    }
    let transaction = Task { try await storage.transaction(Self.addTen) }
    await gate.arrived()
    let tally = Tally().injectObject(storage).send(.set(5))
    await gate.open(())
    try await transaction.value
    #expect(tally.count == 5)
    try await storage.flush()
    #expect(table.commits.map { $0.changes["count"] } == [Data("11".utf8), Data("5".utf8)])
  }

  @Test func `transactions of many tasks lose nothing`() async throws {
    table.set(["stock": "100"])
    let storages = (0..<3).map { _ in StateStorage.remote(RemoteTable.Line(to: table)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<12 {
        group.addTask {
          for _ in 0..<8 { _ = try await storages[task % 3].transaction(Self.sellOne) }
        }
      }
      try await group.waitForAll()
    }
    #expect(table.texts == ["stock": "4", "sold": "96"])
    for storage in storages {
      // What each shows at last is what is stored.
      #expect(try await storage.transaction { try $0.read(Int.self, forKey: "stock") } == 4)
    }
  }

  @Test func `transactions of one storage never refuse each other`() async throws {
    table.set(["stock": "1000"])
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    let refusals = Locked(0)
    line.on { if case .answerCommit(_, false) = $0 { refusals.update { $0 += 1 } } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask { for _ in 0..<5 { _ = try await storage.transaction(Self.sellOne) } }
      }
      try await group.waitForAll()
    }
    #expect(table.texts == ["stock": "680", "sold": "320"])
    #expect(refusals.withLock { $0 } == 0)
    #expect(table.commits.count <= 320)
  }

  @Test func `a cancelled transaction ends, and those behind it go on`() async throws {
    table.set(["stock": "3"])
    let gate = Gate<Void>()
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    let isFirst = Locked(true)
    line.on { if case .answerCommit = $0, isFirst.exchange(false) { try await gate.pass() } }
    let first = Task { try await storage.transaction(Self.sellOne) }
    await gate.arrived()
    let second = Task { try await storage.transaction(Self.sellOne) }
    let third = Task { try await storage.transaction(Self.sellOne) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    first.cancel()
    await #expect(throws: StorageError.self) { try await first.value }
    await gate.open(())
    #expect(try await third.value == 2)
    #expect(table.texts == ["stock": "1", "sold": "2"])
  }

  @Test func `one that throws changes nothing of those made with it`() async throws {
    table.set(["stock": "2"])
    let line = RemoteTable.Line(to: table)
    let storage = StateStorage.remote(line)
    let sold = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try? await storage.transaction { edit in
            try edit.write(true, forKey: "isTried")
            return try Self.sellOne(&edit)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self).sorted()
    }
    #expect(sold == [1, 2])
    #expect(table.texts == ["stock": "0", "sold": "2", "isTried": "true"])
  }

  @Sendable private static func addTen(_ edit: inout StorageEdit) throws {
    try edit.write((try edit.read(Int.self, forKey: "count") ?? 0) + 10, forKey: "count")
  }

  @Sendable private static func sellOne(_ edit: inout StorageEdit) throws -> Int {
    let stock = try edit.read(Int.self, forKey: "stock") ?? 0
    guard stock > 0 else { throw InvalidStateError() }
    let sold = (try edit.read(Int.self, forKey: "sold") ?? 0) + 1
    try edit.write(stock - 1, forKey: "stock")
    try edit.write(sold, forKey: "sold")
    return sold
  }
}

/// What a tally shows.
private struct TallyShown: Sendable {
  let count: Int
  let name: String?
}
