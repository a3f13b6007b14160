import Foundation
import Statoscope
import TestSupport
import Testing

/// One notifier for all files of a process.
@Suite struct FolderNotifierTests {
  @Test func `any number of files in any number of folders share one notifier`() async throws {
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
    // Each is notified of its own file.
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
    @Test(.waitsForPrograms) func `10,000 observed files need as many threads and descriptors as one`()
      async throws
    {
      let folder = try TemporaryFolder()
      let one = try await ChildProcess("storage-writer", "watch", folder.url.path, "1").finish()
      let many = try await ChildProcess("storage-writer", "watch", folder.url.path, "10000").finish()
      #expect(one.code == 0)
      #expect(one.output == many.output)
    }
  #endif

  // What a process that is to exit is reported before, older compilers cannot say.
  #if os(Linux) && compiler(>=6.3)
    @Test(.waitsForPrograms) func `a folder that must not be observed is logged`() async throws {
      let folder = try TemporaryFolder()
      let (files, path) = (FileManager.default, folder.url.path)
      try files.setAttributes([.posixPermissions: 0o311], ofItemAtPath: path)
      await #expect(processExitsWith: .success) { [path = path as String] in
        // The superuser may observe any folder.
        let user = geteuid()
        if user == 0 { #expect(seteuid(65_534) == 0) }
        let log = Gate<String>()
        StatoscopeLogger.sink = { _, line in Task { await log.open(line) } }
        let storage = StateStorage.file(URL(fileURLWithPath: path + "/values.json"))
        #expect(try storage.read(Int.self, forKey: "count") == nil)
        let line = try await log.pass()
        #expect(line.hasPrefix("changes of \(path)/values.json by other processes are not observed"))
        // The search for leaks at the end of the process looks at all of its threads.
        #expect(seteuid(user) == 0)
      }
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  #endif

  #if os(Linux)
    @Test func `a folder is observed as long as a storage of its files is there`() throws {
      let folder = try TemporaryFolder()
      let files = FileManager.default
      let number = try #require(files.attributesOfItem(atPath: folder.url.path)[.systemFileNumber] as? Int)
      func isObserved() throws -> Bool {
        try files.contentsOfDirectory(atPath: "/proc/self/fdinfo").contains { descriptor in
          let text = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
          return text?.contains("ino:\(String(number, radix: 16)) ") == true
        }
      }
      #expect(try !isObserved())
      var storage: StateStorage? = .file(folder.file())
      #expect(try storage?.read(Int.self, forKey: "count") == nil)
      #expect(try isObserved())
      storage = nil
      #expect(try !isObserved())
    }
  #endif

  @Test func `a folder that is removed and created again is observed again`() async throws {
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
    // Which creates the folder.
    try storage.write("Grace", forKey: "name")
    try StateStorage.file(file).write(5, forKey: "count")
    #expect(await changes.next(isolation: #isolation) == 5)
  }

  /// The write finds the observation of the folder that was there, until the system has reported its end.
  @Test func `a folder that a write creates at once is observed, too`() async throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appending(path: "inner")
    let file = inner.appending(path: "values.json")
    let storage = StateStorage.file(file)
    let tally = Tally().injectObject(storage).send(.set(-1))
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    for count in 1...50 {
      try FileManager.default.removeItem(at: inner)
      try storage.write("Grace", forKey: "name")
      try StateStorage.file(file).write(count, forKey: "count")
      while let shown = await changes.next(isolation: #isolation), shown != count {}
    }
    #expect(tally.count == 50)
  }

  /// By two ways of the system: a link that is removed and made, and one that takes the place of another.
  @Test(arguments: [false, true])
  func `a link that is changed to another file is followed`(isReplaced: Bool) async throws {
    let folders = try (0..<3).map { _ in try TemporaryFolder() }
    let link = folders[0].file()
    for (number, folder) in folders.enumerated().dropFirst() {
      try folder.write("{ \"count\" : \(number) }")
    }
    let files = FileManager.default
    try files.createSymbolicLink(at: link, withDestinationURL: folders[1].file())
    let tally = Tally().injectObject(StateStorage.file(link))
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 1)
    try retarget(link, to: folders[2].file(), isReplaced: isReplaced)
    // While there is no link, the default is shown.
    var shown = await changes.next(isolation: #isolation)
    if shown == 0 { shown = await changes.next(isolation: #isolation) }
    #expect(shown == 2)
    try StateStorage.file(folders[2].file()).write(5, forKey: "count")
    #expect(await changes.next(isolation: #isolation) == 5)
  }

  @Test func `a link that is changed to another folder is followed`() async throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for number in 1...2 {
      let version = folder.url.appending(path: "\(number)")
      try files.createDirectory(at: version, withIntermediateDirectories: false)
      try Data("{ \"count\" : \(number) }".utf8).write(to: version.appending(path: "values.json"))
    }
    let link = folder.url.appending(path: "current")
    try files.createSymbolicLink(atPath: link.path, withDestinationPath: "1")
    let tally = Tally().injectObject(StateStorage.file(link.appending(path: "values.json")))
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 1)
    try retarget(link, to: folder.url.appending(path: "2"), isReplaced: true)
    #expect(await changes.next(isolation: #isolation) == 2)
    try StateStorage.file(folder.url.appending(path: "2/values.json")).write(5, forKey: "count")
    #expect(await changes.next(isolation: #isolation) == 5)
  }

  private func retarget(_ link: URL, to target: URL, isReplaced: Bool) throws {
    let files = FileManager.default
    guard isReplaced else {
      try files.removeItem(at: link)
      return try files.createSymbolicLink(at: link, withDestinationURL: target)
    }
    let draft = link.deletingLastPathComponent().appending(path: "draft")
    try files.createSymbolicLink(at: draft, withDestinationURL: target)
    #expect(rename(draft.path, link.path) == 0)
  }
}
