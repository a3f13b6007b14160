import Foundation
import Statoscope
import TestSupport
import Testing

extension NeighbourReports {
  @Test(.bug(id: "groue/GRDB.swift#1227"))
  func `a date keeps the fraction of its second in the user's defaults`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 812_345_678.123_456_7)
    try withDefaults { defaults in
      try StateStorage.userDefaults(defaults).write(date, forKey: "date")
      let read = try #require(try StateStorage.userDefaults(defaults).read(Date.self, forKey: "date"))
      #expect(read.timeIntervalSinceReferenceDate == date.timeIntervalSinceReferenceDate)
    }
  }

  @Test(.bug(id: "sindresorhus/Defaults#47"), .bug(id: "sindresorhus/Defaults#192"))
  func `an enum of raw values is its raw value in the user's defaults`() throws {
    enum Size: Int, Codable { case small, large }
    try withDefaults { defaults in
      let storage = StateStorage.userDefaults(defaults)
      try storage.write(Size.large, forKey: "size")
      #expect(defaults.integer(forKey: "size") == 1)
      defaults.set(0, forKey: "former")
      #expect(try storage.read(Size.self, forKey: "former") == .small)
    }
  }

  @Test(.bug(id: "sindresorhus/Defaults#119"), .waitsForPrograms)
  func `an optional that shows a default in place of nil is refused`() async {
    final class Limits: Scope {
      enum When {}
      @Stored("limit") var limit: Int? = 1
      func update(_ when: When) {}
    }
    await #expect(processExitsWith: .failure) { _ = Limits() }
  }

  @Test(.bug(id: "fluttercommunity/flutter_downloader#815"))
  func `a file in a folder that does not exist is created with it`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "not/there/yet/values.json")
    try StateStorage.file(file).write(3, forKey: "count")
    #expect(try StateStorage.file(file).read(Int.self, forKey: "count") == 3)
  }

  @Test(.bug(id: "ryanbr/noop#1474"))
  func `a file with two Unicode forms of one key loses no other value`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"caf\u{e9}\": 1, \"cafe\u{301}\": 2, \"tea\": 3}")
    let storage = StateStorage.file(folder.file())
    #expect(try storage.read(Int.self, forKey: "tea") == 3)
    try storage.write(4, forKey: "water")
    #expect(try StateStorage.file(folder.file()).read(Int.self, forKey: "tea") == 3)
  }

  @Test func `a subscriber may write what it is called for`() async throws {
    let (storage, journal) = (StateStorage.inMemory(), Journal())
    let token = storage.subscribe(Counts.self) { [unowned storage] counts in
      journal.note("\(counts.count)")
      if counts.count < 3 { try? storage.write(counts.count + 1, forKey: "count") }
    }
    await until { journal.entries.last == "3" }
    #expect(journal.entries == ["0", "1", "2", "3"])
    token.cancel()
  }

  @Test func `a dictionary with enum keys is stored as it is compared`() throws {
    enum Day: String, Codable, CodingKeyRepresentable { case monday, tuesday }
    let storage = StateStorage.inMemory()
    try storage.write([Day.monday: 1, .tuesday: 2], forKey: "days")
    #expect(try storage.read([Day: Int].self, forKey: "days") == [.monday: 1, .tuesday: 2])
  }

  private func withDefaults(_ test: (UserDefaults) throws -> Void) throws {
    let suite = "statoscope-reports-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    try test(defaults)
  }
}

private struct Counts: StorageSchema {
  @Stored("count") var count = 0
}
