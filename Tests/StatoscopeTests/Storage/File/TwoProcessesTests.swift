import Foundation
import Observation
import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// Several processes on one file, or on the same defaults.
@Suite(.waitsForPrograms) struct TwoProcessesTests {
  @Test func `two processes that write 1,000 times each lose nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file().path
    let children = try ["one", "other"].map { try ChildProcess("storage-writer", "often", path, $0, "1000") }
    for child in children { #expect(await child.finish().code == 0) }
    let storage = StateStorage.file(folder.file())
    #expect(try storage.read(Int.self, forKey: "sum") == 1_000)
    for name in ["one", "other"] {
      for slot in 0..<20 { #expect(try storage.read(Int.self, forKey: "\(name) \(slot)") == 980 + slot) }
    }
  }

  @Test func `a write of another process is read at once`() async throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file())
    try storage.write(1, forKey: "count")
    #expect(
      try await ChildProcess("storage-writer", "once", folder.file().path, "count", "2").finish().code == 0
    )
    #expect(try storage.read(Int.self, forKey: "count") == 2)
    #expect(storage.snapshot(of: TallySchema.self).count == 2)
  }

  @Test func `a write of another process notifies scopes and subscribers`() async throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file())
    let tally = Tally().injectObject(storage)
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 0)
    let (tracked, tracking) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
      _ = tally.count
    } onChange: {
      tracking.finish()
    }
    let (snapshots, receiving) = AsyncStream.makeStream(of: Int.self)
    let token = storage.subscribe(TallySchema.self) { receiving.yield($0.count) }
    var received: [Int] = []
    for await count in snapshots {
      received.append(count)
      break
    }
    let child = try ChildProcess("storage-writer", "once", folder.file().path, "count", "7")
    #expect(await changes.next(isolation: #isolation) == 7)
    #expect(tally.count == 7)
    for await _ in tracked {}
    for await count in snapshots {
      received.append(count)
      if count == 7 { break }
    }
    #expect(received == [0, 7])
    token.cancel()
    #expect(await child.finish().code == 0)
  }

  @Test @MainActor func `a write of another process notifies a scope on its actor`() async throws {
    let folder = try TemporaryFolder()
    let tally = Tally().injectObject(StateStorage.file(folder.file())).send(.read)
    let (notified, notifying) = AsyncStream.makeStream(of: Void.self)
    let token = tally.objectWillChange.sink {
      MainActor.assertIsolated()
      notifying.finish()
    }
    let child = try ChildProcess("storage-writer", "once", folder.file().path, "count", "7")
    for await _ in notified {}
    #expect(tally.count == 7)
    token.cancel()
    #expect(await child.finish().code == 0)
  }

  @Test func `two storages on one file in one process notify each other`() async throws {
    let folder = try TemporaryFolder()
    let (one, other) = (StateStorage.file(folder.file()), StateStorage.file(folder.file()))
    let tally = Tally().injectObject(other)
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 0)
    Tally().injectObject(one).send(.set(3))
    #expect(await changes.next(isolation: #isolation) == 3)
  }

  @Test func `the removal or edit of a file notifies observers`() async throws {
    let folder = try TemporaryFolder()
    let tally = Tally().injectObject(StateStorage.file(folder.file())).send(.set(3))
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 3)
    try FileManager.default.removeItem(at: folder.file())
    #expect(await changes.next(isolation: #isolation) == 0)
    try folder.write("{ \"count\": 12 }")
    #expect(await changes.next(isolation: #isolation) == 12)
  }

  @Test func `defaults that another process sets notify observers`() async throws {
    let suite = "statoscope-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    let tally = Tally().injectObject(StateStorage.userDefaults(defaults)).send(.rename("Ada"))
    var changes = tally.changes(of: \.name).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == "Ada")
    let child = try ChildProcess("storage-writer", "defaults", suite, "name", "Grace")
    #expect(await changes.next(isolation: #isolation) == "Grace")
    #expect(tally.name == "Grace")
    #expect(await child.finish().code == 0)
    defaults.removePersistentDomain(forName: suite)
    defaults.synchronize()
  }
}
