import Foundation
import Statoscope
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

  /// What the page for those who come from UserDefaultsSnapshot shows.
  @Suite struct FromUserDefaultsSnapshotPageTests {
    @Test func aSchemaIsWrittenAndReadInSnapshots() throws {
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

    @Test func aSubscriberGetsSnapshots() throws {
      let (storage, journal) = (StateStorage.inMemory(), Journal())
      let token = storage.subscribe(MyDefaults.self) { snapshot in
        journal.note(snapshot.name ?? "nobody")
      }
      try storage.write("John", forKey: "name")
      #expect(journal.entries == ["nobody", "John"])
      token.cancel()
    }

    @Test func aScopeShowsTheSameKey() throws {
      let storage = StateStorage.inMemory()
      let state = MyState().injectObject(storage)
      try storage.write("John", forKey: "name")
      #expect(state.localizedName == "John+something")
    }
  }
}
