import Foundation
import Statoscope
import TestSupport
import Testing

/// A file that is not what was written is never lost.
@Suite struct DamagedFileTests {
  @Test(arguments: [
    #"{ "count" : 3, "na"#, "", "\n", "not JSON", "[1]", #"{ "count" : 03 }"#, #"{ "count" : 3 } x"#,
    #"{ "count" : 1, "count" : 2 }"#, #"{ "count" : tru }"#, #"{ "count" : "\x" }"#,
    "{ \"count\" : \"\u{1}\" }",
    #"{ count : 3 }"#, #"{ "count" : 3, }"#, #"{ "count" : [1, }"#, #"{ "count" : { "a" 1 } }"#,
    #"{ "\ud800" : 1 }"#,
  ])
  func `a damaged file is preserved, and the default is used`(_ damaged: String) async throws {
    try await withLoggedLines { log in
      let folder = try TemporaryFolder()
      try folder.write(damaged)
      let tally = Tally().injectObject(StateStorage.file(folder.file()))
      #expect(tally.count == 0)
      #expect(try folder.read() == damaged)
      let copy = try #require(try folder.names.first { $0 != "values.json" })
      #expect(copy.hasPrefix("values.json.damaged-"))
      #expect(try folder.read(copy) == damaged)
      #expect(log.entries.count == 1)
      #expect(
        log.entries.first?.hasPrefix(
          "errors: \(folder.file().path) is damaged, so \"count\" has its default: it "
        ) == true
      )
      #expect(log.entries.first?.contains("A copy is stored as \(copy):") == true)
      tally.send(.increment)
      #expect(try folder.read() == "{\n  \"count\" : 1\n}\n")
      #expect(try folder.read(copy) == damaged)
      #expect(try folder.names == ["values.json", copy])
    }
  }

  @Test func `reading a damaged file is an error with the file and the key`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{ \"count\" : 3")
    let storage = StateStorage.file(folder.file())
    let error = try #require(throws: StorageError.self) { try storage.read(Int.self, forKey: "count") }
    guard case .damaged("count", folder.file().path, let copy?, let reason) = error else { throw error }
    #expect(reason == "it ends at byte 13, where '}' is expected")
    #expect(try folder.read(copy) == "{ \"count\" : 3")
    try storage.write(4, forKey: "count")
    #expect(try storage.read(Int.self, forKey: "count") == 4)
  }

  @Test func `a damaged file is preserved and reported also when only written`() async throws {
    try await withLoggedLines { log in
      let folder = try TemporaryFolder()
      try folder.write("damaged")
      try StateStorage.file(folder.file()).write(4, forKey: "count")
      #expect(try folder.names.count == 2)
      #expect(log.entries.count == 1)
    }
  }

  @Test func `repeated damage of one kind is preserved once`() throws {
    let folder = try TemporaryFolder()
    try folder.write("damaged")
    for _ in 0..<3 { StateStorage.file(folder.file()).snapshotQuietly() }
    #expect(try folder.names.count == 2)
    try folder.write("damaged otherwise")
    StateStorage.file(folder.file()).snapshotQuietly()
    #expect(try folder.names.count == 3)
  }

  @Test(.from(.appState)) func `a value of the wrong type is preserved before it is replaced`() async throws {
    try await withLoggedLines { log in
      let folder = try TemporaryFolder()
      let text = #"{ "count" : "three", "name" : "Ada" }"#
      try folder.write(text)
      let tally = Tally().injectObject(StateStorage.file(folder.file()))
      #expect(tally.count == 0)
      #expect(tally.name == "Ada")
      #expect(log.entries.count == 1)
      #expect(
        log.entries[0].hasPrefix(
          "errors: the value of \"count\" in \(folder.file().path) is not of type Int, so the default is used: "
        )
      )
      #expect(try folder.names == ["values.json"])
      tally.send(.increment)
      #expect(tally.count == 1)
      #expect(log.entries.count == 2)
      #expect(
        try folder.read()
          == "{\n  \"count\" : 1,\n  \"count.damaged-Int\" : \"three\",\n  \"name\" : \"Ada\"\n}\n"
      )
      #expect(log.entries[1].contains("A copy is stored as count.damaged-Int:"))
      #expect(try folder.names == ["values.json"])
    }
  }

  @Test func `a value of the wrong type is preserved also when it was never read`() async throws {
    try await withLoggedLines { _ in
      let folder = try TemporaryFolder()
      try folder.write(#"{ "count" : "three" }"#)
      Tally().injectObject(StateStorage.file(folder.file())).send(.set(1))
      #expect(try folder.read() == "{\n  \"count\" : 1,\n  \"count.damaged-Int\" : \"three\"\n}\n")
    }
  }

  @Test func `several values of wrong types in one update are each preserved`() async throws {
    try await withLoggedLines { _ in
      let folder = try TemporaryFolder()
      try folder.write(#"{ "count" : "three", "name" : 3 }"#)
      try StateStorage.file(folder.file()).update { edit in
        try edit.write(1, forKey: "count")
        try edit.write("Ada", forKey: "name")
      }
      #expect(
        try folder.read() == """
          {
            "count" : 1,
            "count.damaged-Int" : "three",
            "name" : "Ada",
            "name.damaged-String" : 3
          }

          """
      )
    }
  }

  @Test func `two types of one key leave one copy each`() async throws {
    try await withLoggedLines { _ in
      let folder = try TemporaryFolder()
      let storage = StateStorage.file(folder.file())
      for turn in 0..<20 {
        try storage.write(turn, forKey: "count")
        try storage.write("turn \(turn)", forKey: "count")
      }
      // What the last writes replaced.
      #expect(
        try folder.read() == """
          {
            "count" : "turn 19",
            "count.damaged-Int" : "turn 18",
            "count.damaged-String" : 19
          }

          """
      )
    }
  }

  @Test(arguments: [1 << 40, 8 << 30, 300 << 20] as [UInt64])
  func `a file larger than memory is preserved, and the default is used`(_ size: UInt64) async throws {
    try await withLoggedLines { log in
      let folder = try TemporaryFolder()
      try folder.write("")
      let handle = try FileHandle(forWritingTo: folder.file())
      try handle.truncate(atOffset: size)
      try handle.close()
      let tally = Tally().injectObject(StateStorage.file(folder.file()))
      #expect(tally.count == 0)
      let copy = try #require(try folder.names.first { $0 != "values.json" })
      #expect(
        log.entries == [
          """
          errors: \(folder.file().path) is damaged, so "count" has its default: it is larger than 256 MB. A copy \
          is stored as \(copy): repair the copy and move it back, or continue with the defaults.
          """
        ]
      )
      tally.send(.increment)
      #expect(try folder.read() == "{\n  \"count\" : 1\n}\n")
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(copy).path)
      #expect(attributes[.size] as? UInt64 == size)
      #expect(try folder.names == ["values.json", copy])
    }
  }

  @Test func `a file that cannot be preserved is not replaced`() async throws {
    try await withLoggedLines { _ in
      let (model, folder) = (try TemporaryFolder(), try TemporaryFolder())
      try model.write("damaged")
      StateStorage.file(model.file()).snapshotQuietly()
      // A folder in the way of the name that the file would be copied to.
      let copy = try #require(try model.names.last)
      try FileManager.default.createDirectory(at: folder.file(copy), withIntermediateDirectories: false)
      try folder.write("damaged")
      let storage = StateStorage.file(folder.file())
      let tally = Tally().injectObject(storage).send(.set(4))
      let error = #expect(throws: StorageError.self) { try storage.write("Ada", forKey: "name") }
      #expect(
        error?.description.contains("the stored values cannot be used, and could not be copied: ") == true
      )
      #expect(try folder.read() == "damaged")
      #expect(tally.count == 4)
      try FileManager.default.removeItem(at: folder.file(copy))
      try storage.write("Ada", forKey: "name")
      #expect(try folder.read() == "{\n  \"count\" : 4,\n  \"name\" : \"Ada\"\n}\n")
      #expect(try folder.read(copy) == "damaged")
    }
  }

  @Test func `a repaired file is read again`() async throws {
    try await withLoggedLines { _ in
      let folder = try TemporaryFolder()
      try folder.write("{ \"count\" : 3")
      let tally = Tally().injectObject(StateStorage.file(folder.file()))
      var changes = tally.changes(of: \.count).makeAsyncIterator()
      #expect(await changes.next(isolation: #isolation) == 0)
      try folder.write("{ \"count\" : 3 }")
      #expect(await changes.next(isolation: #isolation) == 3)
    }
  }
}

extension StateStorage {
  /// Looks at what is stored, whatever state it is in.
  fileprivate func snapshotQuietly() {
    _ = try? read(Int.self, forKey: "count")
  }
}
