import Foundation
import Statoscope
import TestSupport
import Testing

/// `StateStorage.userDefaults`: what others find in the defaults, and what scopes find of others.
@Suite struct UserDefaultsStorageTests {
  private let suite = "statoscope-tests-\(UUID().uuidString)"

  private func withDefaults(_ test: (UserDefaults) async throws -> Void) async throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    try await test(defaults)
    defaults.removePersistentDomain(forName: suite)
    defaults.synchronize()
  }

  @Test(.from(.userDefaultsSnapshot)) func `property-list values are stored as themselves`() async throws {
    try await withDefaults { defaults in
      let storage = StateStorage.userDefaults(defaults)
      Tally().injectObject(storage).send(.set(3)).send(.rename("Ada"))
      try storage.write(true, forKey: "flag")
      try storage.write(0.25, forKey: "ratio")
      try storage.write(["a", "b"], forKey: "list")
      try storage.write(["a": [1, 2]], forKey: "table")
      #expect(defaults.integer(forKey: "count") == 3)
      #expect(defaults.string(forKey: "name") == "Ada")
      #expect(defaults.bool(forKey: "flag"))
      #expect(defaults.double(forKey: "ratio") == 0.25)
      #expect(defaults.stringArray(forKey: "list") == ["a", "b"])
      #expect(defaults.dictionary(forKey: "table") as? [String: [Int]] == ["a": [1, 2]])
    }
  }

  @Test func `other values are stored as JSON`() async throws {
    try await withDefaults { defaults in
      try StateStorage.userDefaults(defaults).write(TallyProfile(name: "Ada", score: 1), forKey: "profile")
      #expect(defaults.data(forKey: "profile") == Data(#"{"name":"Ada","score":1}"#.utf8))
    }
  }

  @Test func `a string that would be read as nil is stored as JSON`() async throws {
    try await withDefaults { defaults in
      let tally = Tally().injectObject(StateStorage.userDefaults(defaults)).send(.rename("$null"))
      #expect(tally.name == "$null")
      let storage = StateStorage.userDefaults(defaults)
      try storage.write(["a", "$null"], forKey: "list")
      try storage.write(["a": ["$null", nil]], forKey: "table")
      let other = StateStorage.userDefaults(defaults)
      #expect(try other.read(String.self, forKey: "name") == "$null")
      #expect(try other.read([String].self, forKey: "list") == ["a", "$null"])
      #expect(try other.read([String: [String?]].self, forKey: "table") == ["a": ["$null", nil]])
      // No other value is taken for one of those.
      defaults.set(Data("12".utf8), forKey: "count")
      #expect(throws: StorageError.self) { try other.read(Int.self, forKey: "count") }
    }
  }

  @Test(.from(.userDefaultsSnapshot)) func `a scope reads values that other code sets`() async throws {
    try await withDefaults { defaults in
      let storage = StateStorage.userDefaults(defaults)
      let tally = Tally().injectObject(storage)
      #expect(tally.name == nil)
      defaults.set("Grace", forKey: "name")
      #expect(tally.name == "Grace")
      defaults.set(7, forKey: "count")
      #expect(tally.count == 7)
      #expect(storage.snapshot(of: TallySchema.self).count == 7)
      defaults.removeObject(forKey: "name")
      #expect(tally.name == nil)
      #expect(storage.snapshot(of: TallySchema.self).name == nil)
    }
  }

  @Test(.from(.userDefaultsSnapshot)) func `nil removes the object`() async throws {
    try await withDefaults { defaults in
      let tally = Tally().injectObject(StateStorage.userDefaults(defaults)).send(.rename("Ada"))
      tally.send(.rename(nil))
      #expect(defaults.object(forKey: "name") == nil)
    }
  }

  @Test func `a value of another type is preserved before it is replaced`() async throws {
    try await withLoggedLines { log in
      try await withDefaults { defaults in
        defaults.set("three", forKey: "count")
        let tally = Tally().injectObject(StateStorage.userDefaults(defaults))
        #expect(tally.count == 0)
        tally.send(.increment)
        #expect(defaults.integer(forKey: "count") == 1)
        #expect(defaults.string(forKey: "count.damaged-Int") == "three")
        #expect(log.entries.count == 2)
      }
    }
  }

  @Test func `keys may have the form of key paths`() async throws {
    try await withDefaults { defaults in
      let storage = StateStorage.userDefaults(defaults)
      for key in ["a.b", "@count", "", "日本"] {
        try storage.write(1, forKey: key)
        #expect(try storage.read(Int.self, forKey: key) == 1)
      }
    }
  }
}
