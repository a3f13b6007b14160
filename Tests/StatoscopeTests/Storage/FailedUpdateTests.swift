import Foundation
import Statoscope
import TestSupport
import Testing

/// Updates that cannot be written: what was made of older values replaces nothing that others write.
@Suite struct FailedUpdateTests {
  @Test func `a failed update changes nothing, and loses no other changes`() throws {
    let backend = FaultyBackend()
    let (storage, other) = (StateStorage.custom(backend), StateStorage.custom(backend.memory))
    try other.write(5, forKey: "count")
    backend.isFull.withLock { $0 = true }
    #expect(throws: backend.error(["count"])) { try storage.increment() }
    #expect(try storage.read(Int.self, forKey: "count") == 5)
    for _ in 0..<100 { try other.increment() }
    #expect(try storage.read(Int.self, forKey: "count") == 105)
    backend.isFull.withLock { $0 = false }
    try storage.write("Ada", forKey: "name")
    #expect(try other.read(Int.self, forKey: "count") == 105)
    try storage.increment()
    #expect(try other.read(Int.self, forKey: "count") == 106)
  }

  @Test func `a failed update of a property is reported, and its value is as stored`() async throws {
    try await withLoggedLines { log in
      let backend = FaultyBackend()
      let (storage, other) = (StateStorage.custom(backend), StateStorage.custom(backend.memory))
      let counter = Counter().injectObject(storage).send(.add)
      backend.isFull.withLock { $0 = true }
      counter.send(.add)
      #expect(log.entries == ["errors: Counter: \(backend.error(["count"]))"])
      #expect(counter.count == 1)
      for _ in 0..<100 { try other.increment() }
      backend.isFull.withLock { $0 = false }
      counter.send(.add)
      #expect(counter.count == 102)
      #expect(try other.read(Int.self, forKey: "count") == 102)
    }
  }

  @Test func `a failed update of a property that is tried throws, and logs nothing`() async throws {
    try await withLoggedLines { log in
      let backend = FaultyBackend()
      let counter = Counter().injectObject(StateStorage.custom(backend))
      try counter.trySend(.tryAdd(1))
      backend.isFull.withLock { $0 = true }
      #expect(throws: backend.error(["count"])) { try counter.trySend(.tryAdd(1)) }
      backend.isFull.withLock { $0 = false }
      #expect(throws: CancellationError.self) { try counter.trySend(.tryAdd(0)) }
      #expect(throws: StorageError.self) { try counter.trySend(.trySetRatio(.infinity)) }
      #expect(counter.count == 1 && counter.ratio == 0)
      try counter.trySend(.tryAdd(2))
      #expect(counter.count == 3)
      #expect(log.entries.isEmpty)
    }
  }

  @Test func `a failed update of a schema changes nothing`() throws {
    let backend = FaultyBackend()
    let (storage, other) = (StateStorage.custom(backend), StateStorage.custom(backend.memory))
    backend.isFull.withLock { $0 = true }
    #expect(throws: backend.error(["count", "name"])) {
      try storage.update(TallySchema.self) { values in
        values.count += 1
        values.name = "Ada"
      }
    }
    #expect(storage.snapshot(of: TallySchema.self).name == nil)
    backend.isFull.withLock { $0 = false }
    try storage.write(0, forKey: "other")
    #expect(other.snapshot(of: TallySchema.self).count == 0)
  }

  @Test func `an update that only writes is deferred like a write`() async throws {
    let backend = FaultyBackend()
    let (storage, other) = (StateStorage.custom(backend), StateStorage.custom(backend.memory))
    backend.isFull.withLock { $0 = true }
    #expect(throws: backend.error(["count"])) { try storage.update { try $0.write(3, forKey: "count") } }
    #expect(try storage.read(Int.self, forKey: "count") == 3)
    // What waits goes on waiting when an update of it fails.
    #expect(throws: backend.error(["count"])) { try storage.increment() }
    #expect(try storage.read(Int.self, forKey: "count") == 3)
    backend.isFull.withLock { $0 = false }
    try storage.increment()
    #expect(try other.read(Int.self, forKey: "count") == 4)
    try await storage.flush()
  }

  @Test func `a write in the background does not repeat a failed update`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("in the way", to: "later")
    let file = folder.url.appending(path: "later/values.json")
    // No write comes by itself: the test flushes.
    let delay = StorageDelay { _, _ in }
    let storage = StateStorage.file(file, durability: .deferred(by: .seconds(3)), delay: delay)
    try storage.write("Ada", forKey: "name")
    #expect(throws: StorageError.self) { try storage.increment() }
    let tally = Tally().injectObject(storage)
    #expect(tally.count == 0)
    #expect(tally.name == "Ada")
    try FileManager.default.removeItem(at: file.deletingLastPathComponent())
    let other = StateStorage.file(file)
    for _ in 0..<3 { try other.increment() }
    try await storage.flush()
    #expect(try other.read(Int.self, forKey: "count") == 3)
    #expect(try other.read(String.self, forKey: "name") == "Ada")
    try storage.increment()
    #expect(try other.read(Int.self, forKey: "count") == 4)
  }
}

extension StateStorage {
  /// Adds 1 to a count, in one step.
  fileprivate func increment() throws {
    try update { edit in
      try edit.write((try edit.read(Int.self, forKey: "count") ?? 0) + 1, forKey: "count")
    }
  }
}

/// Memory that others share, behind a connection that can fail to write.
private final class FaultyBackend: StorageBackend {
  let place = "the full disk"
  let memory = MemoryBackend()
  let isFull = Locked(false)

  func error(_ keys: [String]) -> StorageError { .notSaved(keys: keys, place: place, reason: "it is full") }

  func values(of keys: Set<String>) -> [String: Data] { memory.values(of: keys) }

  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    if isFull.withLock({ $0 }) { throw error(changes.keys.sorted()) }
    return memory.commit(changes, expecting: expected)
  }
}

private final class Counter: Scope {
  enum When {
    case add
    case tryAdd(Int)
    case trySetRatio(Double)
  }
  @Stored("count") var count = 0
  @Stored("ratio") var ratio = 0.0

  func update(_ when: When) throws {
    switch when {
    case .add: $count.update { $0 += 1 }
    case .tryAdd(let number):
      try $count.tryUpdate { count in
        guard number > 0 else { throw CancellationError() }
        count += number
      }
    case .trySetRatio(let ratio): try $ratio.tryUpdate { $0 = ratio }
    }
  }
}
