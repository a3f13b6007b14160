import Foundation
import Statoscope

/// Writes to a storage from a process of its own, for the tests that need two, or need one to die.
@main enum StorageWriter {
  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    let task = arguments.popFirst() ?? ""
    let rest = Array(arguments)
    switch task {
    case "once": try patientStorage(at: rest[0]).write(Int(rest[2]), forKey: rest[1])
    case "often": try writeOften(to: rest[0], name: rest[1], count: Int(rest[2]) ?? 0)
    case "generations": try writeGenerations(to: rest[0])
    case "count": try count(to: rest[0], turns: Int(rest[1]) ?? 0)
    case "deferred": try await writeDeferred(to: rest[0])
    case "exit": try writeAndExit(to: rest[0])
    case "release": try exitDuringRelease(of: rest[0])
    case "remote": try await updateAndExit(rest[0])
    case "watch": try watch(rest[0], count: Int(rest[1]) ?? 0)
    case "hold": try hold(rest[0])
    case "limited": try writeWithinLimit(to: rest[0])
    case "defaults": try writeDefaults(of: rest[0], key: rest[1], value: rest[2])
    case "damage": try DamagedFiles.meet(Int(rest[0]) ?? 0, seed: UInt64(rest[1]) ?? 0)
    default: fatalError("storage-writer has no task '\(task)'")
    }
  }

  /// A storage that waits for its turn, however long others have the lock on a busy machine.
  ///
  /// That a wait ends is tested elsewhere.
  private static func patientStorage(at path: String) -> StateStorage {
    StateStorage.file(URL(fileURLWithPath: path), longestWait: .seconds(600))
  }

  /// Writes under keys of its own, and counts under one that it shares.
  private static func writeOften(to path: String, name: String, count: Int) throws {
    let storage = patientStorage(at: path)
    for turn in 0..<count {
      if turn.isMultiple(of: 2) {
        try storage.write(turn, forKey: "\(name) \(turn % 20)")
      } else {
        try storage.update { edit in
          try edit.write(turn, forKey: "\(name) \(turn % 20)")
          try edit.write((try edit.read(Int.self, forKey: "sum") ?? 0) + 1, forKey: "sum")
        }
      }
    }
  }

  /// Writes one generation after the other, and reports each when it is stored, until it is killed.
  private static func writeGenerations(to path: String) throws {
    let storage = StateStorage.file(URL(fileURLWithPath: path))
    while true {
      let number = try storage.update { edit in
        let number = (try edit.read(Int.self, forKey: "number") ?? 0) + 1
        try edit.write(number, forKey: "number")
        // As long as a page and more, so that one write to the disk is not all of it.
        try edit.write(String(repeating: "\(number) ", count: number % 7 * 1_000), forKey: "text")
        try edit.write(number, forKey: "z")
        return number
      }
      try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
    }
  }

  /// Counts with a scope's property, one step at a time.
  private static func count(to path: String, turns: Int) throws {
    let visits = Visits().injectObject(patientStorage(at: path))
    for _ in 0..<turns { try visits.trySend(.visited) }
  }

  /// Writes one generation after the other, and reports those that are on the disk, until it is killed.
  ///
  /// A write in the background begins when the delay of the first change in it has passed. So what was set before it
  /// began, which is all that is older than the delay, is on the disk when it has ended.
  private static func writeDeferred(to path: String) async throws {
    let latest = Locked(0)
    let delay = StorageDelay { time, write in
      StorageDelay.dispatch.run(time) {
        let number = latest.withLock { $0 }
        write()
        report(number)
      }
    }
    let url = URL(fileURLWithPath: path)
    let storage = StateStorage.file(url, durability: .deferred(by: .milliseconds(5)), delay: delay)
    var number = try storage.read(Int.self, forKey: "number") ?? 0
    latest.withLock { [number] in $0 = number }
    while true {
      number += 1
      // It reads nothing, so it is deferred.
      try storage.update { [number] edit in
        try edit.write(number, forKey: "number")
        try edit.write(String(repeating: "\(number) ", count: number % 7 * 1_000), forKey: "text")
        try edit.write(number, forKey: "z")
      }
      latest.withLock { [number] in $0 = number }
      if number.isMultiple(of: 1_000) {
        try await storage.flush()
        report(number)
      }
    }
  }

  private static func report(_ number: Int) {
    // Without a reader no test is left to end it, and it would write for ever.
    do { try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8)) } catch { exit(1) }
  }

  /// Ends normally with a write that is deferred for an hour.
  private static func writeAndExit(to path: String) throws {
    let storage = StateStorage.file(URL(fileURLWithPath: path), durability: .deferred(by: .seconds(3600)))
    try storage.write(1, forKey: "count")
    try withExtendedLifetime(storage) {
      try FileHandle.standardOutput.write(
        contentsOf: Data("file: \(FileManager.default.fileExists(atPath: path))\n".utf8)
      )
      exit(0)
    }
  }

  /// Ends normally with an update that a slow store has not answered.
  private static func updateAndExit(_ path: String) async throws {
    StatoscopeLogger.sink = { _, line in print(line) }
    let backend = SlowFile(path: path)
    let storage = StateStorage.remote(backend, clock: ContinuousClock(), longestExit: .seconds(0.5))
    try await storage.load(["count"])
    let visits = Visits().injectObject(storage)
    for _ in 1...2 { visits.send(.visited) }
    print("file: \(FileManager.default.fileExists(atPath: path))")
    backend.isExiting.signal()
    withExtendedLifetime(storage) { exit(0) }
  }

  /// The lock of a file, which is released when the process exits.
  private static let held = Locked<OpenFile?>(nil)

  /// Exits normally while another thread releases a storage, which waits for the file's lock.
  private static func exitDuringRelease(of path: String) throws {
    let url = URL(fileURLWithPath: path)
    let storage = Locked<StateStorage?>(.file(url, durability: .deferred(by: .seconds(3600))))
    weak let released = storage.withLock { $0 }
    try storage.withLock { $0 }?.write(1, forKey: "count")
    let lock = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).lock")
    guard let taken = try OpenFile.locked(lock.path, until: .now) else {
      fatalError("\(lock.path) is locked")
    }
    held.withLock { $0 = taken }
    // Called before those that were registered earlier, as that of the storage.
    atexit { StorageWriter.held.withLock { $0 }?.unlock() }
    Thread.detachNewThread { _ = storage.withLock { $0.take() } }
    // To look retains the storage for a moment, so that the last release may be that of a look: not on this thread, which
    // holds the lock, and with another one that looks on.
    let release = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      Thread.detachNewThread {
        while released != nil { sched_yield() }
        release.signal()
      }
    }
    release.wait()
    exit(0)
  }

  /// Observes many files, and reports how many threads and descriptors that takes.
  private static func watch(_ folder: String, count: Int) throws {
    let kinds = ["task", "fd"]
    // Descriptors of the process that started this one may be among those that are open already.
    let before = try kinds.map(entries)
    let storages = (0..<count).map { StateStorage.file(URL(fileURLWithPath: "\(folder)/\($0).json")) }
    for storage in storages { _ = try storage.read(Int.self, forKey: "count") }
    for (kind, before) in zip(kinds, before) { print("\(kind): \(try entries(of: kind) - before) more") }
    withExtendedLifetime(storages) {}
  }

  /// How many threads ("task") or descriptors ("fd") this process has.
  private static func entries(of kind: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(kind)").count
  }

  /// Keeps a file locked until it is killed.
  private static func hold(_ path: String) throws {
    guard let lock = try OpenFile.locked(path, until: .now) else { fatalError("\(path) is locked") }
    try FileHandle.standardOutput.write(contentsOf: Data("held\n".utf8))
    while true { pause() }
    lock.unlock()
  }

  /// Writes what fits, then what does not, and reports how that ended.
  private static func writeWithinLimit(to path: String) throws {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
    #if canImport(Darwin)
      setrlimit(RLIMIT_FSIZE, &limit)
    #else
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #endif
    let storage = StateStorage.file(URL(fileURLWithPath: path))
    try storage.write(1, forKey: "small")
    do { try storage.write(String(repeating: "x", count: 100_000), forKey: "large") } catch { print(error) }
    print(try storage.read(String.self, forKey: "large")?.count ?? 0)
    do { try storage.write("y", forKey: "large") } catch { print(error) }
    print(try storage.read(String.self, forKey: "large") ?? "nothing")
  }

  private static func writeDefaults(of suite: String, key: String, value: String) throws {
    guard let defaults = UserDefaults(suiteName: suite) else { fatalError("there is no suite '\(suite)'") }
    try StateStorage.userDefaults(defaults).write(value, forKey: key)
  }
}

/// A remote store that writes when the process exits.
private final class SlowFile: RemoteStorageBackend {
  let place = "the file"
  let isExiting = DispatchSemaphore(value: 0)
  private let path: String

  init(path: String) { self.path = path }

  func values(of keys: Set<String>) async throws -> [String: Data] { [:] }

  func commit(_ commit: StorageCommit) async throws -> Bool {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [isExiting] in
        isExiting.wait()
        isExiting.signal()
        continuation.resume()
      }
    }
    try (commit.changes["count"] ?? nil)?.write(to: URL(fileURLWithPath: path))
    return true
  }

  func observe(_ onChange: @escaping @Sendable (Set<String>?) -> Void) async throws {}
}

/// Counts in one step.
private final class Visits: Scope {
  enum When { case visited }
  @Stored("count") var count = 0
  func update(_ when: When) throws { $count.update { $0 += 1 } }
}
