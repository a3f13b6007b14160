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
      case .appLaunched: launches += 1
      case .userTypedName(let name): self.name = name.isEmpty ? nil : name
      }
    }
  }

  struct Preferences: StorageSchema {
    @Stored("launches") var launches = 0
    @Stored("name") var name: String?
  }

  /// What the article on stored state shows.
  @Suite struct StoredStateArticleTests {
    @Test func twoScopesOfOneStorageSeeOneValue() throws {
      let storage = StateStorage.inMemory()
      let settings = Settings().injectObject(storage)
      let others = Settings().injectObject(storage)
      settings.send(.userTypedName("Ada"))
      #expect(others.name == "Ada")
    }

    @Test func aFileOutlivesItsStorage() throws {
      let folder = try TemporaryFolder()
      let url = folder.file("settings.json")
      Settings().injectObject(StateStorage.file(url)).send(.appLaunched)
      #expect(Settings().injectObject(StateStorage.file(url)).launches == 1)
    }

    @Test func severalValuesChangeTogether() throws {
      let storage = StateStorage.inMemory()
      try storage.update(Preferences.self) { preferences in
        preferences.launches += 1
        preferences.name = "Ada"
      }
      let preferences = storage.snapshot(of: Preferences.self)
      #expect(preferences.launches == 1)
      #expect(preferences.name == "Ada")
    }

    @Test func aSubscriberHearsOfChanges() throws {
      let (storage, journal) = (StateStorage.inMemory(), Journal())
      let subscription = storage.subscribe(Preferences.self) { preferences in
        journal.note(preferences.name ?? "nobody")
      }
      try storage.write("Ada", forKey: "name")
      #expect(journal.entries == ["nobody", "Ada"])
      subscription.cancel()
    }

    @Test func aPlanHasAStorageOfItsOwn() throws {
      try Settings.GIVEN { Settings().injectObject(StateStorage.inMemory()) }
        .WHEN(.appLaunched)
        .THEN(\.launches, equals: 1)
        .runTest()
    }
  }
}
