import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Keeps the names of one page apart from those of others.
enum StoredStateArticle {
  final class Settings: Scope {
    @Stored("launches") var launches = 0
    @Stored("name") var name: String?

    enum When {
      case appLaunched
      case userTypedName(String)
    }

    func update(_ when: When) throws {
      switch when {
      case .appLaunched: $launches.update { $0 += 1 }
      case .userTypedName(let name): self.name = name.isEmpty ? nil : name
      }
    }
  }

  final class Session: Scope {
    @Stored var visits: Int

    init(id: String) {
      _visits = Stored(wrappedValue: 0, "visits of \(id)")
    }

    enum When {
      case visited
    }

    func update(_ when: When) throws { $visits.update { $0 += 1 } }
  }

  struct Renamed: StorageSchema {
    @Stored("name", formerly: "title") var name: String?
  }

  struct Timeout: Codable, Equatable {
    let seconds: Int
  }

  struct Preferences: StorageSchema {
    @Stored("launches") var launches = 0
    @Stored("name") var name: String?
  }

  /// The example of `StorageBackend`; not with its `Mutex`, whose turns the thread sanitizer does not see on Linux.
  final class TableBackend: StorageBackend {
    let place = "the table"
    private let rows = Locked<[String: Data]>([:])

    func values(of keys: Set<String>) -> [String: Data] {
      rows.withLock { rows in rows.filter { keys.contains($0.key) } }
    }

    func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) -> Bool {
      rows.withLock { rows in
        guard expected.allSatisfy({ rows[$0.key] == $0.value }) else { return false }
        for (key, value) in changes { rows[key] = value }
        return true
      }
    }
  }

  /// What the article on stored state shows.
  @Suite struct StoredStateArticleTests {
    @Test func `two scopes on one storage have the same value`() throws {
      let storage = StateStorage.inMemory()
      let settings = Settings().injectObject(storage)
      let others = Settings().injectObject(storage)
      settings.send(.userTypedName("Ada"))
      #expect(others.name == "Ada")
    }

    @Test func `a file's values outlive the storage`() throws {
      let folder = try TemporaryFolder()
      let url = folder.file("settings.json")
      Settings().injectObject(StateStorage.file(url)).send(.appLaunched)
      #expect(Settings().injectObject(StateStorage.file(url)).launches == 1)
    }

    @Test func `a deferred change is written by a flush`() async throws {
      let folder = try TemporaryFolder()
      let url = folder.file("settings.json")
      let storage = StateStorage.file(url, durability: .deferred(by: .seconds(1)))
      Settings().injectObject(storage).send(.userTypedName("Ada"))
      try await storage.flush()
      #expect(Settings().injectObject(StateStorage.file(url)).name == "Ada")
    }

    @Test func `each session has a key of its own`() throws {
      let storage = StateStorage.inMemory()
      let (ada, grace) = (Session(id: "Ada"), Session(id: "Grace"))
      for session in [ada, grace] { session.injectObject(storage).send(.visited) }
      ada.send(.visited)
      #expect(ada.visits == 2)
      #expect(try storage.read(Int.self, forKey: "visits of Grace") == 1)
    }

    @Test func `a back end passes the checks`() async throws {
      let backend = TableBackend()
      try await StorageBackendChecks(observation: false) { backend }.run()
    }

    @Test func `a remote storage is loaded before a tree uses it`() async throws {
      let backend = RemoteTable.Line(to: RemoteTable())
      let storage = StateStorage.remote(backend)
      try await storage.load(["launches", "name"])
      let settings = Settings().injectObject(storage)
      settings.send(.appLaunched)
      #expect(settings.launches == 1)
      try await storage.flush()
      let other = StateStorage.remote(backend)
      try await other.load(["launches"])
      #expect(Settings().injectObject(other).launches == 1)
    }

    @Test func `a transaction sells what is there`() async throws {
      struct SoldOut: Error {}
      let storage = StateStorage.remote(RemoteTable.Line(to: RemoteTable()))
      try await storage.load(["stock"])
      try storage.write(2, forKey: "stock")
      let left = try await storage.transaction { edit in
        let stock = try edit.read(Int.self, forKey: "stock") ?? 0
        guard stock > 0 else { throw SoldOut() }
        try edit.write(stock - 1, forKey: "stock")
        return stock - 1
      }
      #expect(left == 1)
    }

    @Test func `a connection is followed`() async throws {
      let storage = StateStorage.remote(RemoteTable.Line(to: RemoteTable()))
      var texts: [String] = []
      for await connection in storage.connection {
        switch connection {
        case .connected: texts.append("")
        case .waiting(let since, _, let pending): texts.append("\(pending) changes wait since \(since)")
        }
        break  // Not shown.
      }
      #expect(texts == [""])
    }

    @Test func `a remote back end passes the checks`() async throws {
      let table = RemoteTable()
      try await StorageBackendChecks(remote: { RemoteTable.Line(to: table) }).run()
    }

    @Test func `several values change together`() throws {
      let storage = StateStorage.inMemory()
      try storage.update(Preferences.self) { preferences in
        preferences.launches += 1
        preferences.name = "Ada"
      }
      let preferences = storage.snapshot(of: Preferences.self)
      #expect(preferences.launches == 1)
      #expect(preferences.name == "Ada")
    }

    @Test func `values change their shape`() throws {
      let folder = try TemporaryFolder()
      let url = folder.file()
      try StateStorage.file(url).write(5, forKey: "timeout")
      try StateStorage.file(url).write("Ada", forKey: "title")
      let storage = StateStorage.file(
        url,
        migrations: [
          .init(to: 2) { edit in
            let seconds = try edit.read(Int.self, forKey: "timeout")
            try edit.write(seconds.map { Timeout(seconds: $0) }, forKey: "timeout")
          }
        ]
      )
      #expect(try storage.read(Timeout.self, forKey: "timeout") == Timeout(seconds: 5))
      #expect(storage.snapshot(of: Renamed.self).name == "Ada")
      #expect(try folder.names == ["values.json"])
    }

    @Test func `a subscriber is notified of changes`() async throws {
      let (storage, journal) = (StateStorage.inMemory(), Journal())
      let subscription = storage.subscribe(Preferences.self) { preferences in
        journal.note(preferences.name ?? "unnamed")
      }
      await until { journal.entries == ["unnamed"] }
      try storage.write("Ada", forKey: "name")
      await until { journal.entries == ["unnamed", "Ada"] }
      subscription.cancel()
    }

    @Test func `a plan has a storage of its own`() throws {
      try Settings.GIVEN { Settings().injectObject(StateStorage.inMemory()) }
        .WHEN(.appLaunched)
        .THEN(\.launches, equals: 1)
        .runTest()
    }
  }
}
