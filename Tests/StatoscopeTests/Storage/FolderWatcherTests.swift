import Foundation
import Statoscope
import TestSupport
import Testing

/// One watcher for all files of a process.
@Suite struct FolderWatcherTests {
  @Test func `Any number of files in any number of folders share one watcher`() async throws {
    let folders = try (0..<20).map { _ in try TemporaryFolder() }
    var storages: [StateStorage] = []
    for folder in folders {
      for number in 0..<50 {
        let storage = StateStorage.file(folder.file("\(number).json"))
        #expect(try storage.read(Int.self, forKey: "count") == nil)
        storages.append(storage)
      }
    }
    #if os(Linux)
      let files = FileManager.default
      let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { descriptor in
        try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      }
      #expect(open.filter { $0.contains("inotify") }.count == 1)
      #expect(open.filter { $0.contains(folders[0].url.lastPathComponent) } == [])
    #endif
    // Each hears of its own file.
    for (storage, file) in [
      (storages[7], folders[0].file("7.json")), (storages[999], folders[19].file("49.json")),
    ] {
      let tally = Tally().injectObject(storage)
      var changes = tally.changes(of: \.count).makeAsyncIterator()
      #expect(await changes.next(isolation: #isolation) == 0)
      try StateStorage.file(file).write(3, forKey: "count")
      #expect(await changes.next(isolation: #isolation) == 3)
    }
  }

  #if os(Linux)
    @Test func `10000 watched files cost as many threads and descriptors as one`() async throws {
      let folder = try TemporaryFolder()
      let one = try await ChildProcess("storage-writer", "watch", folder.url.path, "1").finish()
      let many = try await ChildProcess("storage-writer", "watch", folder.url.path, "10000").finish()
      #expect(one.code == 0)
      #expect(one.output == many.output)
    }
  #endif

  @Test func `A folder that is removed and made again is watched again`() async throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appending(path: "inner")
    let files = FileManager.default
    try files.createDirectory(at: inner, withIntermediateDirectories: false)
    let file = inner.appending(path: "values.json")
    let storage = StateStorage.file(file)
    let tally = Tally().injectObject(storage).send(.set(3))
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 3)
    try files.removeItem(at: inner)
    #expect(await changes.next(isolation: #isolation) == 0)
    #expect(throws: StorageError.self) { try storage.write("Ada", forKey: "name") }
    try files.createDirectory(at: inner, withIntermediateDirectories: false)
    try storage.write("Grace", forKey: "name")
    try StateStorage.file(file).write(5, forKey: "count")
    #expect(await changes.next(isolation: #isolation) == 5)
  }
}
