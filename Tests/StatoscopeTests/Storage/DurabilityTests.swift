import Foundation
import Statoscope
import TestSupport
import Testing

/// Deferred writes: when they come to the disk, and what happens until then.
///
/// Time is held by the test.
@Suite struct DurabilityTests {
  @Test func `a deferred change is visible at once, and written after the delay`() throws {
    let (folder, delays) = (try TemporaryFolder(), Delays())
    let storage = delays.storage(folder)
    let (one, other) = (Tally().injectObject(storage), Tally().injectObject(storage))
    for count in 1...100 { one.send(.set(count)) }
    one.send(.rename("Ada"))
    #expect(other.count == 100)
    #expect(try storage.read(Int.self, forKey: "count") == 100)
    #expect(try folder.names == [])
    // All changes of the time are one write.
    #expect(delays.times == [.seconds(3)])
    delays.pass()
    #expect(try folder.read() == "{\n  \"count\" : 100,\n  \"name\" : \"Ada\"\n}\n")
    one.send(.rename(nil))
    #expect(delays.times == [.seconds(3)])
    delays.pass()
    #expect(try folder.read() == "{\n  \"count\" : 100\n}\n")
  }

  @Test func `flush writes pending changes and returns afterwards`() async throws {
    let (folder, delays) = (try TemporaryFolder(), Delays())
    let storage = delays.storage(folder)
    try await storage.flush()
    #expect(try folder.names == [])
    Tally().injectObject(storage).send(.set(3))
    try await storage.flush()
    #expect(try folder.read() == "{\n  \"count\" : 3\n}\n")
    // The write that was to come finds nothing to do.
    try FileManager.default.removeItem(at: folder.file())
    delays.pass()
    #expect(try folder.names == [])
  }

  @Test func `pending changes of a released storage are written`() async throws {
    let (folder, delays) = (try TemporaryFolder(), Delays())
    var tally: Tally? = Tally().injectObject(delays.storage(folder)).send(.set(3))
    #expect(try folder.names == [])
    tally = nil
    await until { (try? folder.read()) == "{\n  \"count\" : 3\n}\n" }
    delays.pass()
    #expect(tally == nil)
  }

  @Test func `the release of a storage does not wait for a locked file`() async throws {
    let (folder, delays) = (try TemporaryFolder(), Delays())
    let child = try ChildProcess("storage-writer", "hold", folder.file(".values.json.lock").path)
    #expect(await child.nextOutput() == "held\n")
    try delays.storage(folder).write(3, forKey: "count")
    #expect(try folder.names == [])
    child.kill()
    _ = await child.finish()
    await until { (try? folder.read()) == "{\n  \"count\" : 3\n}\n" }
  }

  @Test func `a normal exit writes pending changes`() async throws {
    let folder = try TemporaryFolder()
    let end = try await ChildProcess("storage-writer", "exit", folder.file().path).finish()
    #expect(end.code == 0)
    #expect(end.output == "file: false\n")
    #expect(try folder.read() == "{\n  \"count\" : 1\n}\n")
  }

  @Test func `an exit waits for a storage that another thread releases`() async throws {
    let folder = try TemporaryFolder()
    let end = try await ChildProcess("storage-writer", "release", folder.file().path).finish()
    #expect(end.code == 0)
    #expect(try folder.read() == "{\n  \"count\" : 1\n}\n")
  }

  @Test func `the number of concurrent background writes is bounded`() async {
    let running = Locked(0)
    let most = Locked(0)
    let gate = DispatchSemaphore(value: 0)
    let (arrivals, arriving) = AsyncStream.makeStream(of: Void.self)
    let (ends, ending) = AsyncStream.makeStream(of: Void.self)
    for _ in 0..<200 {
      BackgroundWrites.run {
        let now = running.withLock { running in
          running += 1
          return running
        }
        most.withLock { $0 = max($0, now) }
        arriving.yield()
        gate.wait()
        running.withLock { $0 -= 1 }
        ending.yield()
      }
    }
    var count = 0
    for await _ in arrivals {
      count += 1
      if count == BackgroundWrites.mostAtOnce { break }
    }
    // The system's pool still has threads for others.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume() }
    }
    for _ in 0..<200 { gate.signal() }
    count = 0
    for await _ in ends {
      count += 1
      if count == 200 { break }
    }
    #expect(most.withLock { $0 } == BackgroundWrites.mostAtOnce)
  }

  @Test func `a failed background write is reported, and repeated with the next change`() async throws {
    try await withLoggedLines { log in
      let (folder, delays) = (try TemporaryFolder(), Delays())
      try folder.write("in the way", to: "missing")
      let file = folder.url.appending(path: "missing/values.json")
      let storage = StateStorage.file(file, durability: .deferred(by: .seconds(3)), delay: delays.delay)
      let tally = Tally().injectObject(storage).send(.set(3))
      #expect(log.entries == [])
      delays.pass()
      let reason = "a part of its path is a file, not a folder"
      let error = StorageError.notSaved(keys: ["count"], place: file.path, reason: reason)
      #expect(log.entries == ["errors: \(error)"])
      #expect(tally.count == 3)
      await #expect(throws: error) { try await storage.flush() }
      try FileManager.default.removeItem(at: file.deletingLastPathComponent())
      tally.send(.rename("Ada"))
      delays.pass()
      #expect(try StateStorage.file(file).read(Int.self, forKey: "count") == 3)
      try await storage.flush()
    }
  }

  @Test func `an update that reads is written at once, with all pending changes`() throws {
    let (folder, delays) = (try TemporaryFolder(), Delays())
    let storage = delays.storage(folder)
    try storage.write("Ada", forKey: "name")
    try StateStorage.file(folder.file()).write(5, forKey: "count")
    let count = try storage.update { edit in
      let count = (try edit.read(Int.self, forKey: "count") ?? 0) + 1
      try edit.write(count, forKey: "count")
      return count
    }
    #expect(count == 6)
    #expect(try folder.read() == "{\n  \"count\" : 6,\n  \"name\" : \"Ada\"\n}\n")
  }

  @Test func `values of other processes are visible, but for keys with pending changes`() throws {
    let (folder, delays) = (try TemporaryFolder(), Delays())
    let storage = delays.storage(folder)
    try storage.write(1, forKey: "count")
    let other = StateStorage.file(folder.file())
    try other.write(2, forKey: "count")
    try other.write("Ada", forKey: "name")
    #expect(try storage.read(Int.self, forKey: "count") == 1)
    #expect(try storage.read(String.self, forKey: "name") == "Ada")
    delays.pass()
    #expect(try folder.read() == "{\n  \"count\" : 1,\n  \"name\" : \"Ada\"\n}\n")
  }

  @Test func `a deferred write preserves a value of another type that came later`() async throws {
    try await withLoggedLines { log in
      let (folder, delays) = (try TemporaryFolder(), Delays())
      let storage = delays.storage(folder)
      try storage.write(1, forKey: "count")
      try StateStorage.file(folder.file()).write("three", forKey: "count")
      delays.pass()
      #expect(try folder.read() == "{\n  \"count\" : 1,\n  \"count.damaged-Int\" : \"three\"\n}\n")
      #expect(log.entries.count == 1)
      #expect(log.entries.first?.contains("A copy is stored as count.damaged-Int:") == true)
    }
  }

  @Test func `concurrent writers lose nothing during a background write`() async throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file(), durability: .deferred(by: .microseconds(100)))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<100 { try storage.write(turn, forKey: "task \(task)") }
          try await storage.flush()
        }
      }
      try await group.waitForAll()
    }
    let reopened = StateStorage.file(folder.file())
    for task in 0..<8 { #expect(try reopened.read(Int.self, forKey: "task \(task)") == 99) }
  }

  @Test(arguments: [.max, .min, 1 << 40] as [Int64])
  func `a delay may have any length`(_ seconds: Int64) async throws {
    let folder = try TemporaryFolder()
    let time = Duration(secondsComponent: seconds, attosecondsComponent: 0)
    let storage = StateStorage.file(folder.file(), durability: .deferred(by: time))
    try storage.write(1, forKey: "count")
    try await storage.flush()
    #expect(try folder.read() == "{\n  \"count\" : 1\n}\n")
  }
}

/// Deferred writes, which the test runs.
private final class Delays: Sendable {
  private struct Waiting: Sendable {
    let time: Duration
    let body: @Sendable () -> Void
  }

  private let waiting = Locked<[Waiting]>([])

  var delay: StorageDelay {
    StorageDelay { time, body in
      self.waiting.withLock { $0.append(Waiting(time: time, body: body)) }
    }
  }

  var times: [Duration] { waiting.withLock { $0.map(\.time) } }

  func storage(_ folder: TemporaryFolder) -> StateStorage {
    .file(folder.file(), durability: .deferred(by: .seconds(3)), delay: delay)
  }

  /// Runs all that wait.
  func pass() {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for one in all { one.body() }
  }
}
