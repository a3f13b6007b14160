import Foundation
import Statoscope
import TestSupport
import Testing

/// `snapshot(of:)`, `subscribe` and `update` with a schema.
@Suite struct SnapshotTests {
  @Test(.from(.userDefaultsSnapshot)) func `a snapshot has all values or their defaults`() throws {
    let storage = StateStorage.inMemory()
    let empty = storage.snapshot(of: TallySchema.self)
    #expect(empty.count == 0)
    #expect(empty.name == nil)
    #expect(empty.profile == TallyProfile(name: "unknown", score: 0))
    Tally().injectObject(storage).send(.set(3)).send(.rename("Ada"))
    let full = storage.snapshot(of: TallySchema.self)
    #expect(full.count == 3)
    #expect(full.name == "Ada")
    #expect(full.greeting == "Hello, Ada!")
  }

  @Test(.from(.userDefaultsSnapshot)) func `an old snapshot never changes`() throws {
    let storage = StateStorage.inMemory()
    try storage.write(1, forKey: "count")
    let old = storage.snapshot(of: TallySchema.self)
    try storage.write(2, forKey: "count")
    try storage.update(TallySchema.self) { $0.name = "Ada" }
    #expect(old.count == 1)
    #expect(old.name == nil)
    #expect(old.greeting == "Hello, you!")
  }

  @Test func `snapshots are equal when all their values are`() throws {
    let (one, other) = (StateStorage.inMemory(), StateStorage.inMemory())
    #expect(one.snapshot(of: TallySchema.self) == other.snapshot(of: TallySchema.self))
    try one.write("Ada", forKey: "name")
    #expect(one.snapshot(of: TallySchema.self) != other.snapshot(of: TallySchema.self))
    try other.write("Ada", forKey: "name")
    try other.write("not of the schema", forKey: "stranger")
    #expect(one.snapshot(of: TallySchema.self) == other.snapshot(of: TallySchema.self))
    // The default, written down, is the same value.
    try other.write(0, forKey: "count")
    #expect(one.snapshot(of: TallySchema.self) == other.snapshot(of: TallySchema.self))
  }

  @Test func `a snapshot may be sent to another thread`() async throws {
    let storage = StateStorage.inMemory()
    try storage.write(5, forKey: "count")
    let snapshot = storage.snapshot(of: TallySchema.self)
    #expect(await Task.detached { snapshot.count }.value == 5)
  }

  @Test func `a schema has its defaults and the values that were set`() {
    var schema = TallySchema()
    schema.count = 3
    let copy = schema
    schema.count = 4
    #expect(schema.count == 4)
    #expect(copy.count == 3)
    #expect(TallySchema().count == 0)
  }

  @Test(.from(.userDefaultsSnapshot))
  func `a subscriber receives the current snapshot, then one for each change`() async throws {
    let storage = StateStorage.inMemory()
    let (snapshots, snapshot) = AsyncStream.makeStream(of: String.self)
    var received = snapshots.makeAsyncIterator()
    try storage.write(1, forKey: "count")
    let token = storage.subscribe(TallySchema.self) { snapshot.yield("\($0.count) \($0.name ?? "-")") }
    #expect(await received.next() == "1 -")
    try storage.write(2, forKey: "count")
    #expect(await received.next() == "2 -")
    try storage.write(2, forKey: "count")
    try storage.write("not of the schema", forKey: "stranger")
    try storage.update(TallySchema.self) { schema in
      schema.count += 1
      schema.name = "Ada"
    }
    #expect(await received.next() == "3 Ada")
    Tally().injectObject(storage).send(.rename(nil))
    #expect(await received.next() == "3 -")
    token.cancel()
  }

  @Test(.from(.userDefaultsSnapshot), arguments: [true, false])
  func `a subscription ends when its token is cancelled or released`(isCancelled: Bool) async throws {
    let (storage, journal, released) = (StateStorage.inMemory(), Journal(), Gate<Void>())
    var token: StorageSubscription? = {
      let end = OnRelease { Task { await released.open(()) } }
      return storage.subscribe(TallySchema.self) { snapshot in
        end.keep()
        journal.note("\(snapshot.count)")
      }
    }()
    await until { journal.entries == ["0"] }
    if isCancelled {
      token?.cancel()
      token?.cancel()
    }
    token = nil
    try storage.write(1, forKey: "count")
    try await released.pass()
    #expect(journal.entries == ["0"])
    #expect(token == nil)
  }

  @Test func `a subscriber may write, and is called again afterwards`() async throws {
    let (storage, journal) = (StateStorage.inMemory(), Journal())
    let token = storage.subscribe(TallySchema.self) { [unowned storage] snapshot in
      journal.note("begin \(snapshot.count)")
      if snapshot.count < 3 { try? storage.write(snapshot.count + 1, forKey: "count") }
      journal.note("end \(snapshot.count)")
    }
    await until { journal.entries.last == "end 3" }
    #expect(journal.entries == (0...3).flatMap { ["begin \($0)", "end \($0)"] })
    token.cancel()
  }

  @Test func `snapshots of concurrent writers are in order, and end with the last`() async throws {
    let storage = StateStorage.inMemory()
    let (counts, count) = AsyncStream.makeStream(of: Int.self)
    let token = storage.subscribe(TallySchema.self) { snapshot in
      count.yield(snapshot.count)
      if snapshot.count == 400 { count.finish() }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<50 { try storage.update(TallySchema.self) { $0.count += 1 } } }
      }
      try await group.waitForAll()
    }
    // Changes before a call and during one lead to one more, so some may be missing.
    var received: [Int] = []
    for await count in counts { received.append(count) }
    #expect(zip(received, received.dropFirst()).allSatisfy(<))
    #expect(received.last == 400)
    token.cancel()
  }

  @Test(.from(.userDefaultsSnapshot)) func `an update of a schema that throws changes nothing`() throws {
    let storage = StateStorage.inMemory()
    #expect(throws: InvalidStateError.self) {
      try storage.update(TallySchema.self) { schema in
        schema.count = 1
        throw InvalidStateError()
      }
    }
    #expect(throws: StorageError.self) {
      try storage.update(TallySchema.self) { schema in
        schema.count = 1
        schema.profile.score = .infinity
      }
    }
    #expect(storage.snapshot(of: TallySchema.self) == StateStorage.inMemory().snapshot(of: TallySchema.self))
  }

  @Test func `an update writes nested schemas`() throws {
    let storage = StateStorage.inMemory()
    try storage.update(OfficeSchema.self) { schema in
      schema.desk.count = 3
      schema.guest?.visits = 2
      schema.name = "Ada"
    }
    let snapshot = storage.snapshot(of: OfficeSchema.self)
    #expect(snapshot.desk.count == 3)
    #expect(snapshot.guest?.visits == 2)
    #expect(snapshot.name == "Ada")
  }

  @Test(.from(.userDefaultsSnapshot)) func `an update of a schema writes only the values that were set`()
    throws
  {
    let storage = StateStorage.inMemory()
    let (count, name) = try storage.update(TallySchema.self) { schema in
      schema.count += 2
      return (schema.count, schema.name)
    }
    #expect(count == 2)
    #expect(name == nil)
    #expect(try storage.read(Int.self, forKey: "count") == 2)
    #expect(try storage.read(TallyProfile.self, forKey: "profile") == nil)
  }

  @Test(.from(.userDefaultsSnapshot)) func `two schemas may share a key`() throws {
    let storage = StateStorage.inMemory()
    try storage.update(TallySchema.self) { $0.name = "John" }
    try storage.update(NameSchema.self) { $0.name += " Lennon" }
    #expect(storage.snapshot(of: TallySchema.self).name == "John Lennon")
  }
}

private struct OfficeSchema: StorageSchema {
  struct Desk: StorageSchema {
    @Stored("count") var count = 0
  }

  struct Guest {
    @Stored("visits") var visits = 0
  }

  var desk = Desk()
  var guest: Guest? = Guest()
  @Stored("office") var name = ""
}

private struct NameSchema: StorageSchema {
  @Stored("name") var name = ""
}
