import Foundation
import Statoscope
import TestSupport
import Testing

/// `StateStorage.file`: how the file looks, and what happens when it cannot be written.
@Suite struct FileStorageTests {
  @Test func `the file is JSON with sorted keys`() throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file())
    try storage.write(TallyProfile(name: "Ada/Grace", score: 1), forKey: "profile")
    try storage.write(3, forKey: "count")
    try storage.write("\u{1F600} \"quoted\"\n", forKey: "a \"key\"")
    #expect(
      try folder.read() == """
        {
          "a \\"key\\"" : "😀 \\"quoted\\"\\n",
          "count" : 3,
          "profile" : {"name":"Ada/Grace","score":1}
        }

        """
    )
    for key in ["a \"key\"", "count", "profile"] { try storage.remove(forKey: key) }
    #expect(try folder.read() == "{}\n")
  }

  @Test(
    .from(.appState),
    arguments: ["two words.json", "Größe 日本 🗄️.json", "no-extension", ".hidden", "a%20b#c?.json"]
  )
  func `file names may have any characters`(_ name: String) throws {
    let folder = try TemporaryFolder()
    try StateStorage.file(folder.file(name)).write(1, forKey: "count")
    #expect(try StateStorage.file(folder.file(name)).read(Int.self, forKey: "count") == 1)
    #expect(try folder.read(name) == "{\n  \"count\" : 1\n}\n")
    #expect(try folder.names == [name].filter { !$0.hasPrefix(".") })
  }

  @Test func `other values in the file are preserved to the last digit`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      { "z": [ 12345678901234567890123456789, 1e999, 0.10000000000000000000000001, "\\u00e9" ],
        "count":1 , "n": null }
      """
    )
    try StateStorage.file(folder.file()).write(2, forKey: "count")
    #expect(
      try folder.read() == """
        {
          "count" : 2,
          "n" : null,
          "z" : [12345678901234567890123456789,1e999,0.10000000000000000000000001,"\\u00e9"]
        }

        """
    )
  }

  @Test func `null is no value`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "name": null }"#)
    #expect(Tally().injectObject(StateStorage.file(folder.file())).name == nil)
  }

  @Test func `the file's permissions and links are preserved`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "real.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640],
      ofItemAtPath: folder.file("real.json").path
    )
    try FileManager.default.createSymbolicLink(
      at: folder.file(),
      withDestinationURL: folder.file("real.json")
    )
    try StateStorage.file(folder.file()).write(1, forKey: "count")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("real.json").path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try folder.read("real.json") == "{\n  \"count\" : 1\n}\n")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file().path).hasSuffix("real.json")
    )
  }

  @Test func `a link to a missing file is preserved`() throws {
    let folder = try TemporaryFolder()
    let elsewhere = try TemporaryFolder()
    let files = FileManager.default
    try files.createSymbolicLink(at: folder.file(), withDestinationURL: folder.file("second"))
    try files.createSymbolicLink(atPath: folder.file("second").path, withDestinationPath: "third")
    try files.createSymbolicLink(at: folder.file("third"), withDestinationURL: elsewhere.file("real.json"))
    let storage = StateStorage.file(folder.file())
    try storage.write(1, forKey: "count")
    try storage.write(2, forKey: "count")
    #expect(try elsewhere.read("real.json") == "{\n  \"count\" : 2\n}\n")
    for link in ["values.json", "second", "third"] {
      #expect(throws: Never.self) { try files.destinationOfSymbolicLink(atPath: folder.file(link).path) }
    }
  }

  @Test func `a link that is newer than the storage is preserved`() throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file())
    try FileManager.default.createSymbolicLink(
      atPath: folder.file().path,
      withDestinationPath: "real.json"
    )
    try storage.write(1, forKey: "count")
    #expect(try folder.read("real.json") == "{\n  \"count\" : 1\n}\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file().path) == "real.json")
    try folder.write("{ \"count\" : 5 }", to: "real.json")
    #expect(try storage.read(Int.self, forKey: "count") == 5)
  }

  @Test func `a cycle of links is an error that says so`() throws {
    let folder = try TemporaryFolder()
    let link = folder.file().path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "values.json")
    let storage = StateStorage.file(folder.file())
    let error = #expect(throws: StorageError.self) { try storage.write(1, forKey: "count") }
    #expect(error?.reason == "the symbolic links that lead to it form a cycle")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "values.json")
  }

  @Test func `a missing folder is created, and those around it`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "missing/too/values.json")
    let storage = StateStorage.file(file)
    let tally = Tally().injectObject(storage)
    #expect(tally.count == 0)
    #expect(!FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path))
    try storage.write(3, forKey: "count")
    #expect(tally.count == 3)
    #expect(try StateStorage.file(file).read(Int.self, forKey: "count") == 3)
  }

  @Test func `a file instead of the folder is an error that says so`() throws {
    let folder = try TemporaryFolder()
    try folder.write("in the way", to: "file")
    let storage = StateStorage.file(folder.url.appending(path: "file/values.json"))
    let error = #expect(throws: StorageError.self) { try storage.write(3, forKey: "count") }
    #expect(error?.reason == "a part of its path is a file, not a folder")
    #expect(Tally().injectObject(storage).count == 3)
  }

  @Test func `a read-only folder is an error that says so, and memory has the value`() throws {
    // Permissions do not hold for root, but the system's own folder takes files from no one.
    #if os(Linux)
      let folder = URL(fileURLWithPath: "/sys")
    #else
      let folder = URL(fileURLWithPath: "/System")
    #endif
    let storage = StateStorage.file(folder.appending(path: "values.json"))
    let error = #expect(throws: StorageError.self) { try storage.write(3, forKey: "count") }
    let reasons = [
      "permission is denied by its folder or the file itself", "the disk is read-only",
    ]
    #expect(reasons.contains(error?.reason ?? ""))
    #expect(try storage.read(Int.self, forKey: "count") == 3)
  }

  @Test func `a folder with the file's name is an error, and is preserved`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: false)
    let storage = StateStorage.file(folder.file())
    let error = #expect(throws: StorageError.self) { try storage.read(Int.self, forKey: "count") }
    #expect(
      error
        == .unreadable(
          key: "count",
          place: folder.file().path,
          reason: "it is not a file but a folder, a device or a pipe"
        )
    )
    #expect(throws: StorageError.self) { try storage.write(3, forKey: "count") }
    #expect(Tally().injectObject(storage).count == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file().path) == [])
  }

  @Test func `a file that cannot grow is an error, and its contents are preserved`() async throws {
    let folder = try TemporaryFolder()
    let end = try await ChildProcess("storage-writer", "limited", folder.file().path).finish()
    #expect(
      end.output == """
        "large" was not saved in \(folder.file().path): it would exceed the system's limit for the size of a \
        file. A value that was set stays in memory until the next write; an update changed nothing, so repeat it.
        100000
        y

        """
    )
    #expect(try folder.read() == "{\n  \"large\" : \"y\",\n  \"small\" : 1\n}\n")
  }

  #if os(Linux)
    @Test(.waitsForPrograms) func `a file of a megabyte is not read again after each write`() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let storage = StateStorage.file(folder.file())
        try storage.write(String(repeating: "x", count: 1 << 20), forKey: "text")
        let token = storage.subscribe(TallySchema.self) { _ in }
        let before = try Self.bytesRead()
        for count in 0..<10 { try storage.write(count, forKey: "count") }
        let read = try Self.bytesRead() - before
        token.cancel()
        guard read < 2 << 20 else { fatalError("10 writes have read \(read) bytes") }
      }
    }

    /// The number of bytes that this process has read so far.
    private static func bytesRead() throws -> Int {
      let counters = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
      let line = try #require(counters.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
      return try #require(Int(line.dropFirst("rchar: ".count)))
    }
  #endif

  @Test func `errors of the system have readable reasons`() {
    // A full disk fails like the file that may not grow, with another number.
    #expect(SystemFault(ENOSPC).description == "the disk is full")
    #expect(SystemFault(EDQUOT).description == "the disk is full")
    #expect(SystemFault(EROFS).description == "the disk is read-only")
    #expect(SystemFault(EACCES).description == "permission is denied by its folder or the file itself")
  }
}

extension StorageError {
  /// Why something was not saved.
  fileprivate var reason: String? {
    if case .notSaved(_, _, let reason) = self { reason } else { nil }
  }
}
