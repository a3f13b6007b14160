import Foundation
import Statoscope
import TestSupport
import Testing

/// Processes that take turns at one file.
@Suite(.waitsForPrograms) struct FileLockTests {
  @Test(arguments: [false, true])
  func `no write is lost when the lock file is removed after each write`(isReplaced: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file().path
    let children = try ["a", "b", "c"].map { try ChildProcess("storage-writer", "often", path, $0, "100") }
    let (lock, files) = (folder.file(".values.json.lock"), FileManager.default)
    // The next process locks another file than those that wait.
    let storage = StateStorage.file(folder.file())
    let removing = storage.subscribe(Sum.self) { _ in
      try? files.removeItem(at: lock)
      if isReplaced { _ = files.createFile(atPath: lock.path, contents: nil) }
    }
    for child in children { #expect(await child.finish().code == 0) }
    removing.cancel()
    // Each child counts in every second turn.
    #expect(try storage.read(Int.self, forKey: "sum") == 150)
    for name in ["a", "b", "c"] {
      for slot in 0..<20 { #expect(try storage.read(Int.self, forKey: "\(name) \(slot)") == 80 + slot) }
    }
  }

  @Test func `another process's lock is an error that names the file`() async throws {
    let folder = try TemporaryFolder()
    let lock = folder.file(".values.json.lock").path
    let child = try ChildProcess("storage-writer", "hold", lock)
    #expect(await child.nextOutput() == "held\n")
    let storage = StateStorage.file(folder.file(), longestWait: .milliseconds(1))
    #expect(throws: StorageError.locked(keys: ["count"], place: folder.file().path, lock: lock)) {
      try storage.write(3, forKey: "count")
    }
    #expect(try storage.read(Int.self, forKey: "count") == 3)
    #expect(Tally().injectObject(storage).count == 3)
    #expect(try folder.names == [])
    child.kill()
    _ = await child.finish()
    try storage.write("Ada", forKey: "name")
    #expect(try folder.read() == "{\n  \"count\" : 3,\n  \"name\" : \"Ada\"\n}\n")
  }

  @Test func `the file itself is locked while it is replaced`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{}")
    let child = try ChildProcess("storage-writer", "hold", folder.file().path)
    #expect(await child.nextOutput() == "held\n")
    let storage = StateStorage.file(folder.file(), longestWait: .milliseconds(1))
    let place = folder.file().path
    #expect(throws: StorageError.locked(keys: ["count"], place: place, lock: place)) {
      try storage.write(3, forKey: "count")
    }
    #expect(try folder.read() == "{}")
    child.kill()
    _ = await child.finish()
    try storage.write(3, forKey: "count")
    #expect(try folder.read() == "{\n  \"count\" : 3\n}\n")
  }

  @Test func `a draft of a process that ended does not matter`() throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file())
    try storage.write(1, forKey: "count")
    // As left between the two steps of making a file: both names are of one file.
    try FileManager.default.linkItem(at: folder.file(), to: folder.file(".values.json.draft"))
    try storage.write(2, forKey: "count")
    try folder.write("half of a fi", to: ".values.json.draft")
    try storage.write(3, forKey: "count")
    #expect(try folder.read() == "{\n  \"count\" : 3\n}\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == [".values.json.lock", "values.json"]
    )
  }
}

/// What the children count under one key.
private struct Sum: StorageSchema {
  @Stored("sum") var sum = 0
}
