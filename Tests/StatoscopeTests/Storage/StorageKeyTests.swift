import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What belongs to one key alone: its errors, its name and its form.
@Suite struct StorageKeyTests {
  private enum Plan: Int, Codable, Sendable { case free, paid }

  private struct Theme: RawRepresentable, Codable, Equatable, Sendable {
    var rawValue: String
  }

  @Test func `a key that cannot be read stays an error when others are read`() async throws {
    try await withLoggedLines { log in
      let storage = StateStorage.custom(PartlyUnreadableBackend())
      let error = StorageError.unreadable(
        key: "count",
        place: "half a table",
        reason: "\(Offline())"
      )
      #expect(throws: error) { try storage.read(Int.self, forKey: "count") }
      let name = try storage.read(String.self, forKey: "name")
      #expect(name == "Ada")
      #expect(Tally().injectObject(storage).count == 0)
      #expect(log.entries == ["errors: \(error)"])
      #expect(throws: error) { try storage.read(Int.self, forKey: "count") }
    }
  }

  @Test func `keys that begin with statoscope are refused`() async throws {
    let storage = StateStorage.inMemory()
    let error = StorageError.reservedKey("statoscope.version")
    #expect(throws: error) { try storage.write(2, forKey: "statoscope.version") }
    #expect(throws: error) { try storage.remove(forKey: "statoscope.version") }
    #expect(throws: error) { try storage.update { try $0.write(2, forKey: "statoscope.version") } }
    #expect(try storage.read(Int.self, forKey: "statoscope.version") == nil)
    let remote = StateStorage.remote(RemoteTable.Line(to: RemoteTable()))
    await #expect(throws: error) {
      try await remote.transaction { try $0.write(2, forKey: "statoscope.version") }
    }
    await #expect(processExitsWith: .failure) { _ = Stored(wrappedValue: 1, "statoscope.version") }
  }

  @Test func `an optional with a default other than nil is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = Stored<Int?>(wrappedValue: 1, "limit") }
    #expect(
      Misuse.defaultOfOptional(key: "limit", type: "Optional<Int>").description.contains("@Stored(\"limit\")")
    )
  }

  @Test func `a file with both Unicode forms of one key keeps both values`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{ \"caf\u{e9}\" : 1, \"cafe\u{301}\" : 2, \"other\" : 3 }")
    let storage = StateStorage.file(folder.file())
    #expect(try storage.read(Int.self, forKey: "other") == 3)
    #expect(try storage.read(Int.self, forKey: "cafe\u{301}") == 1)
    try storage.write(4, forKey: "other")
    #expect(
      try folder.read()
        == "{\n  \"café\" : 1,\n  \"café.damaged-Unicode\" : 2,\n  \"other\" : 4\n}\n"
    )
  }

  // MARK: The user's defaults

  @Test func `a value with a raw value is stored as that, as AppStorage does`() throws {
    let suite = "statoscope-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let storage = StateStorage.userDefaults(defaults)
    try storage.write(Plan.paid, forKey: "plan")
    try storage.write(Theme(rawValue: "dark"), forKey: "theme")
    #expect(defaults.object(forKey: "plan") as? Int == 1)
    #expect(defaults.string(forKey: "theme") == "dark")
    defaults.set(0, forKey: "plan")
    defaults.set("light", forKey: "theme")
    #expect(try storage.read(Plan.self, forKey: "plan") == .free)
    #expect(try storage.read(Plan?.self, forKey: "plan") == .free)
    #expect(try storage.read(Theme.self, forKey: "theme") == Theme(rawValue: "light"))
    // What an older version of this library wrote.
    defaults.set(Data("1".utf8), forKey: "plan")
    #expect(try storage.read(Plan.self, forKey: "plan") == .paid)
    defaults.set(7, forKey: "plan")
    #expect(throws: StorageError.self) { try storage.read(Plan.self, forKey: "plan") }
  }

  @Test func `a date in the user's defaults is the same to its last bit`() throws {
    let suite = "statoscope-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let (whole, broken) = (
      Date(timeIntervalSinceReferenceDate: 7), Date(timeIntervalSinceReferenceDate: 7.123456789)
    )
    let storage = StateStorage.userDefaults(defaults)
    try storage.write(whole, forKey: "whole")
    try storage.write(broken, forKey: "broken")
    try storage.write([whole, broken], forKey: "list")
    #expect(defaults.object(forKey: "whole") as? Date == whole)
    defaults.synchronize()
    // As another process reads the defaults: from their file.
    let folder = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? NSHomeDirectory() + "/.config"
    #if !canImport(Darwin)
      let file = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(suite).plist"))
      let list = try #require(
        PropertyListSerialization.propertyList(from: file, format: nil) as? [String: Any]
      )
      let other = try #require(UserDefaults(suiteName: suite + ".copy"))
      defer { other.removePersistentDomain(forName: suite + ".copy") }
      for (key, value) in list { other.set(value, forKey: key) }
      let copy = StateStorage.userDefaults(other)
      #expect(try copy.read(Date.self, forKey: "broken") == broken)
      #expect(try copy.read([Date].self, forKey: "list") == [whole, broken])
    #endif
    #expect(try storage.read(Date.self, forKey: "broken") == broken)
  }
}

/// A store that cannot read the key "count".
private struct PartlyUnreadableBackend: StorageBackend {
  let place = "half a table"

  func values(of keys: Set<String>) throws -> [String: Data] {
    if keys.contains("count") { throw Offline() }
    return ["name": Data("\"Ada\"".utf8)].filter { keys.contains($0.key) }
  }

  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool { true }
}
