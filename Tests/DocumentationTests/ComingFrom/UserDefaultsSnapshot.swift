import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Keeps the names of one page apart from those of others.
enum UserDefaultsSnapshotPage {
  struct MyDefaults: StorageSchema {
    @Stored("count") var count = 0
    @Stored("name") var name: String?
  }

  final class MyState: Scope {
    @Stored("name") var name: String?
    var localizedName: String { (name ?? "") + "+something" }

    enum When { case nothing }
    func update(_ when: When) throws {}
  }

  struct Snapshots: StreamEffect, Equatable {
    @InjectedForEffect var storage: StateStorage

    func stream() -> AsyncStream<StorageSnapshot<MyDefaults>> {
      AsyncStream { continuation in
        let token = storage.subscribe(MyDefaults.self) { continuation.yield($0) }
        continuation.onTermination = { _ in token.cancel() }
      }
    }
  }

  final class Embedding: Scope {
    private(set) var defaults: StorageSnapshot<MyDefaults>?
    var localizedName: String { (defaults?.name ?? "") + "+something" }

    enum When {
      case opened
      case defaultsChanged(StorageSnapshot<MyDefaults>)
    }

    func update(_ when: When) throws {
      switch when {
      case .opened:
        effectsState.enqueue(Snapshots().map(When.defaultsChanged), id: "defaults", policy: .ignore)
      case .defaultsChanged(let snapshot): defaults = snapshot
      }
    }
  }

  /// What the page for those who come from UserDefaultsSnapshot shows.
  @Suite struct FromUserDefaultsSnapshotPageTests {
    @Test func `a schema is written, and read as a snapshot`() throws {
      let suite = "statoscope-documentation-\(UUID().uuidString)"
      let defaults = try #require(UserDefaults(suiteName: suite))
      defer { defaults.removePersistentDomain(forName: suite) }
      let storage = StateStorage.userDefaults(defaults)
      try storage.update(MyDefaults.self) { values in
        values.name = "John"
      }
      #expect(defaults.string(forKey: "name") == "John")
      let snapshot = storage.snapshot(of: MyDefaults.self)
      #expect(snapshot.name == "John")
    }

    @Test func `a subscriber receives snapshots`() async throws {
      let (storage, journal) = (StateStorage.inMemory(), Journal())
      let token = storage.subscribe(MyDefaults.self) { snapshot in
        journal.note(snapshot.name ?? "unknown")
      }
      await until { journal.entries == ["unknown"] }
      try storage.write("John", forKey: "name")
      await until { journal.entries == ["unknown", "John"] }
      token.cancel()
    }

    @Test(.from(.userDefaultsSnapshot)) func `a snapshot is part of a state`() throws {
      let storage = StateStorage.inMemory()
      try storage.write("John", forKey: "name")
      try Embedding.GIVEN { Embedding() }
        .WHEN(.opened)
        .WHEN_StreamYields(Snapshots.self, storage.snapshot(of: MyDefaults.self))
        .THEN(\.localizedName, equals: "John+something")
        .runTest()
    }

    @Test @MainActor func `each change delivers a snapshot`() async throws {
      let storage = StateStorage.inMemory()
      let embedding = Embedding().injectObject(storage).send(.opened)
      try storage.write("John", forKey: "name")
      for await name in embedding.changes(of: \.localizedName) where name == "John+something" { break }
      try storage.write("Jane", forKey: "name")
      for await name in embedding.changes(of: \.localizedName) where name == "Jane+something" { break }
      #expect(embedding.defaults?.name == "Jane")
    }

    @Test func `a scope has the value of the same key`() throws {
      let storage = StateStorage.inMemory()
      let state = MyState().injectObject(storage)
      try storage.write("John", forKey: "name")
      #expect(state.localizedName == "John+something")
    }
  }
}
