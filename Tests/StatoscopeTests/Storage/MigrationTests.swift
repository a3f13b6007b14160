import Foundation
import Statoscope
import TestSupport
import Testing

/// Values that change their shape with the app.
@Suite struct MigrationTests {
  static let toTimeout = StorageMigration(to: 2) { edit in
    let seconds = try edit.read(Int.self, forKey: "timeout")
    try edit.write(seconds.map { Timeout(seconds: $0) }, forKey: "timeout")
  }

  static let toMilliseconds = StorageMigration(to: 3) { edit in
    guard let timeout = try edit.read(Timeout.self, forKey: "timeout") else { return }
    try edit.write(Timeout(seconds: timeout.seconds * 1_000), forKey: "timeout")
  }

  // MARK: Steps

  @Test(arguments: [StorageKind.file, .userDefaults])
  func `steps run once, in the order of their versions, before anything is read`(kind: StorageKind) throws {
    try kind.withOpening { open in
      try open([]).write(5, forKey: "timeout")
      for _ in 1...2 {
        let storage = open([Self.toMilliseconds, Self.toTimeout])
        let clock = Clock().injectObject(storage)
        #expect(clock.timeout == Timeout(seconds: 5_000))
        #expect(try storage.read(Timeout.self, forKey: "timeout") == Timeout(seconds: 5_000))
      }
    }
  }

  @Test(arguments: [StorageKind.file, .userDefaults])
  func `a later step begins with the values of those before`(kind: StorageKind) throws {
    try kind.withOpening { open in
      try open([]).write(5, forKey: "timeout")
      #expect(try open([Self.toTimeout]).read(Timeout.self, forKey: "timeout") == Timeout(seconds: 5))
      let storage = open([Self.toTimeout, Self.toMilliseconds])
      #expect(try storage.read(Timeout.self, forKey: "timeout") == Timeout(seconds: 5_000))
    }
  }

  @Test(arguments: [StorageKind.file, .userDefaults])
  func `values of a new storage have the newest version`(kind: StorageKind) throws {
    try kind.withOpening { open in
      try open([Self.toTimeout]).write(Timeout(seconds: 5), forKey: "timeout")
      #expect(try open([Self.toTimeout]).read(Timeout.self, forKey: "timeout") == Timeout(seconds: 5))
    }
  }

  @Test func `a storage in memory runs its steps on no values`() throws {
    let storage = StateStorage.inMemory(migrations: [
      StorageMigration(to: 2) { edit in try edit.write("here", forKey: "place") }
    ])
    #expect(try storage.read(String.self, forKey: "place") == "here")
  }

  @Test func `a value that changes its type is not preserved as damaged`() async throws {
    try await withLoggedLines { log in
      let folder = try TemporaryFolder()
      try StateStorage.file(folder.file()).write(5, forKey: "timeout")
      let storage = StateStorage.file(folder.file(), migrations: [Self.toTimeout])
      #expect(try storage.read(Timeout.self, forKey: "timeout") == Timeout(seconds: 5))
      #expect(log.entries == [])
      #expect(try folder.names == ["values.json"])
    }
  }

  @Test func `a removed file does not make the next write an old one`() throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file(), migrations: [Self.toTimeout])
    try storage.write(Timeout(seconds: 1), forKey: "timeout")
    try FileManager.default.removeItem(at: folder.file())
    #expect(try storage.read(Timeout.self, forKey: "timeout") == nil)
    try storage.write(Timeout(seconds: 2), forKey: "timeout")
    let reopened = StateStorage.file(folder.file(), migrations: [Self.toTimeout])
    #expect(try reopened.read(Timeout.self, forKey: "timeout") == Timeout(seconds: 2))
  }

  // MARK: Failures

  @Test(arguments: [StorageKind.file, .userDefaults])
  func `when a step fails, nothing is read or written`(kind: StorageKind) throws {
    try kind.withOpening { open in
      try open([]).write(5, forKey: "timeout")
      let isFixed = Locked(false)
      let failing = StorageMigration(to: 2) { edit in
        try edit.write("half", forKey: "other")
        guard isFixed.withLock({ $0 }) else { throw Unready() }
        try Self.toTimeoutBody(&edit)
      }
      let storage = open([failing])
      let error = #expect(throws: StorageError.self) { try storage.read(Timeout.self, forKey: "timeout") }
      guard case .notMigrated(to: 2, _, "not ready")? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(throws: StorageError.self) { try storage.write(Timeout(seconds: 9), forKey: "timeout") }
      #expect(throws: StorageError.self) { try storage.update { try $0.write(1, forKey: "timeout") } }
      #expect(try open([]).read(Int.self, forKey: "timeout") == 5)
      #expect(try open([]).read(String.self, forKey: "other") == nil)
      isFixed.withLock { $0 = true }
      #expect(try storage.read(Timeout.self, forKey: "timeout") == Timeout(seconds: 5))
    }
  }

  @Test func `values of a newer version are neither read nor written`() async throws {
    try await withLoggedLines { log in
      let folder = try TemporaryFolder()
      try StateStorage.file(folder.file(), migrations: [Self.toTimeout, Self.toMilliseconds])
        .write(Timeout(seconds: 5), forKey: "timeout")
      let before = try folder.read()
      let clock = Clock().injectObject(StateStorage.file(folder.file(), migrations: [Self.toTimeout]))
      #expect(clock.timeout == Timeout(seconds: 30))
      clock.send(.set(1))
      #expect(try folder.read() == before)
      #expect(
        log.entries.first?.hasPrefix(
          "errors: the values in \(folder.file().path) were not brought to version 2, so none is read or written: they have "
            + "version 3, and this version of the app knows version 2 only. They are as they were."
        ) == true
      )
    }
  }

  @Test func `values that got a newer version meanwhile are not written`() throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file(), migrations: [Self.toTimeout])
    try storage.write(Timeout(seconds: 5), forKey: "timeout")
    let newer = StateStorage.file(folder.file(), migrations: [Self.toTimeout, Self.toMilliseconds])
    #expect(try newer.read(Timeout.self, forKey: "timeout") == Timeout(seconds: 5_000))
    let before = try folder.read()
    let error = #expect(throws: StorageError.self) {
      try storage.write(Timeout(seconds: 6), forKey: "timeout")
    }
    guard
      case .notMigrated(to: 2, _, "they have version 3, and this version of the app knows version 2 only")? =
        error
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try folder.read() == before)
  }

  @Test func `steps need versions of their own`() async {
    await #expect(processExitsWith: .failure) {
      _ = StateStorage.inMemory(migrations: [StorageMigration(to: 1) { _ in }])
    }
  }

  // MARK: Interruptions

  @Test func `a step that is interrupted anywhere is finished or not begun`() throws {
    let step = StorageMigration(to: 2) { edit in
      for key in ["a", "b", "c"] {
        try edit.write((try edit.read(Int.self, forKey: key) ?? 0) * 10, forKey: key)
      }
      edit.remove(forKey: "d")
    }
    let old = ["a": "1", "b": "2", "c": "3", "d": "4"]
    for moment in 0...12 {
      let store = InterruptedStore(old, dyingAfter: moment)
      let interrupted = StateStorage.custom(KeyedBackend(store), migrations: [step])
      _ = try? interrupted.read(Int.self, forKey: "a")
      store.revive()
      let storage = StateStorage.custom(KeyedBackend(store), migrations: [step])
      #expect(
        try ["a", "b", "c"].map { try storage.read(Int.self, forKey: $0) } == [10, 20, 30],
        "\(moment)"
      )
      #expect(try storage.read(Int.self, forKey: "d") == nil, "\(moment)")
      #expect(store.texts["statoscope.migration"] == nil, "\(moment)")
    }
  }

  @Test func `storages of one file run a step once`() async throws {
    let folder = try TemporaryFolder()
    try StateStorage.file(folder.file()).write(1, forKey: "count")
    let step = StorageMigration(to: 2) { edit in
      try edit.write((try edit.read(Int.self, forKey: "count") ?? 0) * 10, forKey: "count")
    }
    let file = folder.file()
    await withTaskGroup(of: Int?.self) { group in
      for _ in 1...8 {
        group.addTask {
          try? StateStorage.file(file, migrations: [step]).read(Int.self, forKey: "count")
        }
      }
      for await count in group { #expect(count == 10) }
    }
  }

  // MARK: Former keys

  @Test(arguments: StorageKind.allCases)
  func `a former key is read once, and moved`(kind: StorageKind) throws {
    try kind.withStorage { storage, reopened in
      try storage.write("Ada", forKey: "title")
      let person = Person().injectObject(storage)
      #expect(person.name == "Ada")
      #expect(try storage.read(String.self, forKey: "title") == nil)
      person.send(.rename("Grace"))
      try storage.write("Old", forKey: "title")
      #expect(Person().injectObject(reopened()).name == "Grace")
    }
  }

  @Test(arguments: StorageKind.allCases)
  func `a schema reads a former key, too`(kind: StorageKind) throws {
    try kind.withStorage { storage, _ in
      try storage.write("Ada", forKey: "title")
      #expect(storage.snapshot(of: Names.self).name == "Ada")
      #expect(try storage.read(String.self, forKey: "name") == "Ada")
    }
  }

  @Test func `a former key that cannot be moved now is moved later`() async throws {
    try await withLoggedLines { log in
      let backend = FullBackend()
      let storage = StateStorage.custom(backend)
      #expect(Person().injectObject(storage).name == nil)
      #expect(log.entries.count == 1)
      #expect(log.entries.first?.contains("the disk is full") == true)
      backend.isFull.withLock { $0 = false }
      #expect(Person().injectObject(storage).name == "Ada")
      #expect(backend.rows.withLock { Set($0.keys) } == ["name"])
    }
  }

  @Test func `a value that does not decode keeps its copy under the new key`() async throws {
    try await withLoggedLines { log in
      let storage = StateStorage.inMemory()
      try storage.write(3, forKey: "title")
      let person = Person().injectObject(storage)
      #expect(person.name == nil)
      #expect(try storage.read(Int.self, forKey: "name") == 3)
      #expect(log.entries.count == 1)
    }
  }

  private static func toTimeoutBody(_ edit: inout StorageEdit) throws {
    let seconds = try edit.read(Int.self, forKey: "timeout")
    try edit.write(seconds.map { Timeout(seconds: $0) }, forKey: "timeout")
  }
}

/// A back end with a value under a former key, which it cannot move while it is full.
private final class FullBackend: StorageBackend {
  struct Full: Error, CustomStringConvertible { let description = "the disk is full" }

  let place = "the full disk"
  let isFull = Locked(true)
  let rows = Locked(["title": Data(#""Ada""#.utf8)])

  func values(of keys: Set<String>) -> [String: Data] {
    rows.withLock { rows in rows.filter { keys.contains($0.key) } }
  }

  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    if isFull.withLock({ $0 }) { throw Full() }
    rows.withLock { rows in for (key, value) in changes { rows[key] = value } }
    return true
  }
}

private struct Unready: Error, CustomStringConvertible {
  let description = "not ready"
}

struct Timeout: Codable, Equatable, Sendable {
  var seconds: Int
}

private final class Clock: Scope {
  enum When { case set(Int) }
  @Stored("timeout") var timeout = Timeout(seconds: 30)

  func update(_ when: When) {
    switch when {
    case .set(let seconds): timeout = Timeout(seconds: seconds)
    }
  }
}

private final class Person: Scope {
  enum When { case rename(String) }
  @Stored("name", formerly: "title") var name: String?

  func update(_ when: When) {
    switch when {
    case .rename(let name): self.name = name
    }
  }
}

private struct Names: StorageSchema {
  @Stored("name", formerly: "title") var name: String?
}

/// A store whose process is killed after some changes: the further ones do not happen.
private final class InterruptedStore: KeyedStore {
  struct Killed: Error {}

  let name = "the store"
  let lock = NSRecursiveLock()
  private let state: Locked<(values: [String: Data], changesLeft: Int)>

  init(_ texts: [String: String], dyingAfter changes: Int) {
    state = Locked((texts.mapValues { Data($0.utf8) }, changes))
  }

  var texts: [String: String] {
    state.withLock { $0.values.mapValues { String(decoding: $0, as: UTF8.self) } }
  }

  func revive() { state.withLock { $0.changesLeft = .max } }

  func value(forKey key: String) -> Data? { state.withLock { $0.values[key] } }

  func set(_ raw: Data?, forKey key: String) throws {
    try state.withLock { state in
      guard state.changesLeft > 0 else { throw Killed() }
      state.changesLeft -= 1
      state.values[key] = raw
    }
  }
}
