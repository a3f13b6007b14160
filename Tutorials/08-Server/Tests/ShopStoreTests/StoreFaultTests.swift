import Foundation
import GRDB
import ShopStore
import ShopTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// Databases that are damaged, missing, exposed or locked, and what is never made in their place.
@Suite struct StoreFaultTests {
  @Test func `a file that is no database is refused, and stays as it is`() throws {
    let folder = try TemporaryFolder()
    let (file, noise) = (folder.file(), Data(repeating: 7, count: 8_192))
    try noise.write(to: file)
    let damaged = StoreFault.damaged(file.path, reason: "file is not a database")
    #expect(throws: damaged) { try SQLiteBackend(file: file) }
    #expect(throws: damaged) { try SQLiteBackend.audit(file) }
    #expect(try Data(contentsOf: file) == noise)
    #expect(try folder.names == ["shop.sqlite"])
    #expect(
      damaged.errorDescription == """
        \(file.path) is damaged: file is not a database. Nothing is read or written until an operator decides. Stop all \
        nodes, look at it with --check, restore a backup, and start them again.
        """
    )
  }

  @Test func `damage that is found while running ends all reading and writing`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let (backend, other) = (try SQLiteBackend(file: file), try SQLiteBackend(file: file))
    let keys = (1...400).map { "a key that takes some place \($0)" }
    #expect(
      try backend.commit(Dictionary(uniqueKeysWithValues: keys.map { ($0, Data($0.utf8)) }), expecting: [:])
    )
    try damagePage(inMiddleOf: file)
    #expect(backend.fault == nil)
    let error = #expect(throws: StorageError.self) { for key in keys { _ = try backend.values(of: [key]) } }
    let fault = try #require(backend.fault)
    #expect(fault.description.hasPrefix("\(file.path) is damaged: "))
    #expect(error == .unreadable(key: nil, place: file.path, reason: "\(fault)"))
    // Not even what is not damaged.
    #expect(throws: StorageError.notSaved(keys: ["new"], place: file.path, reason: "\(fault)")) {
      try backend.commit(["new": Data()], expecting: [:])
    }
    #expect(throws: StorageError.self) {
      for key in keys { _ = try other.commit([key: nil], expecting: [:]) }
    }
    #expect(other.fault != nil)
    #expect(try folder.names == ["shop.sqlite", "shop.sqlite-shm", "shop.sqlite-wal"])
    #expect(throws: StoreFault.self) { try SQLiteBackend.audit(file) }
  }

  @Test(arguments: ["", "-wal", "-shm"])
  func `a file that is removed under a connection ends its use`(ending: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let backend = try SQLiteBackend(file: file)
    #expect(try backend.commit(["one": Data("1".utf8)], expecting: [:]))
    try FileManager.default.removeItem(atPath: file.path + ending)
    let names = try folder.names
    let fault = StoreFault.replaced(file.path)
    #expect(throws: StorageError.notSaved(keys: ["one"], place: file.path, reason: "\(fault)")) {
      try backend.commit(["one": nil], expecting: [:])
    }
    #expect(backend.fault == fault)
    #expect(try folder.names == names)
    guard ending == "" else { return }
    // The next one finds what is left, and makes no new database beside it.
    #expect(throws: StoreFault.orphaned(file.path, companion: file.path + "-wal")) {
      try SQLiteBackend(file: file)
    }
  }

  @Test func `a file that is put in the place of another is not used`() throws {
    let folder = try TemporaryFolder()
    let (file, other) = (folder.file(), folder.file("other.sqlite"))
    let backend = try SQLiteBackend(file: file)
    try Data().write(to: other)
    #expect(rename(other.path, file.path) == 0)
    #expect(throws: StorageError.self) { try backend.values(of: ["one"]) }
    #expect(backend.fault == .replaced(file.path))
    #expect(try Data(contentsOf: file).isEmpty)
  }

  @Test func `no database is made where one was to be`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    #expect(throws: StoreFault.missing(file.path)) { try SQLiteBackend(file: file, creates: false) }
    #expect(throws: StoreFault.missing(file.path)) { try SQLiteBackend.audit(file) }
    #expect(try folder.names == [])
    try Data().write(to: file)
    #expect(throws: StoreFault.missing(file.path)) { try SQLiteBackend(file: file, creates: false) }
    #expect(try Data(contentsOf: file).isEmpty)
  }

  @Test func `a database of a later shop is refused`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    _ = try SQLiteBackend(file: file)
    try DatabaseQueue(path: file.path).write { try $0.execute(sql: "PRAGMA user_version = 3") }
    #expect(throws: StoreFault.newer(file.path, version: 3)) { try SQLiteBackend(file: file) }
    #expect(throws: StoreFault.newer(file.path, version: 3)) { try SQLiteBackend.audit(file) }
  }

  @Test func `no one but its owner reads a database`() throws {
    let folder = try TemporaryFolder()
    let files = ["", "-wal", "-shm"].map { folder.file().path + $0 }
    do {
      let backend = try SQLiteBackend(file: folder.file())
      #expect(try backend.commit(["one": Data()], expecting: [:]))
      #expect(try files.map(mode) == [0o600, 0o600, 0o600])
      // As former versions have left them.
      for file in files { #expect(chmod(file, 0o644) == 0) }
      _ = try SQLiteBackend(file: folder.file())
      #expect(try files.map(mode) == [0o600, 0o600, 0o600])
    }
    #expect(try SQLiteBackend.audit(folder.file()) == "\(files[0]) is in order (version 2, keys: 1).")
  }

  @Test func `a commit during a lock fails, and succeeds after it`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let backend = try SQLiteBackend(file: file, patience: .milliseconds(1))
    let lock = try DatabaseLock(file)
    for _ in 1...2 {
      #expect(throws: StorageError.locked(keys: ["one"], place: file.path, lock: file.path)) {
        try backend.commit(["one": Data()], expecting: [:])
      }
    }
    // A lock passes; and readers need none.
    #expect(backend.fault == nil)
    #expect(try backend.values(of: ["one"]) == [:])
    try lock.release()
    #expect(try backend.commit(["one": Data()], expecting: [:]))
  }

  @Test func `a probe says whether a commit can be made`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let backend = try SQLiteBackend(file: file)
    // The clock stands still: the answers are those of the database.
    let probe = try StoreProbe(backend, patience: .milliseconds(2), clock: TestClock())
    #expect(await probe.answer() == .ready)
    let lock = try DatabaseLock(file)
    async let other = probe.answer()
    #expect(await probe.answer() == .notReady(reason: "The database is locked."))
    #expect(await other == .notReady(reason: "The database is locked."))
    try lock.release()
    #expect(await probe.answer() == .ready)
    try FileManager.default.removeItem(at: file)
    #expect(await probe.answer() == .notReady(reason: "The database is not where it was."))
    // What one connection has found, all know.
    #expect(backend.fault == .replaced(file.path))
  }

  @Test func `a probe that gets no answer says so after its time`() async throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    let probe = try StoreProbe(
      try SQLiteBackend(file: folder.file()),
      patience: .seconds(600),
      clock: clock
    )
    let lock = try DatabaseLock(folder.file())
    async let one = probe.answer()
    async let other = probe.answer()
    await clock.sleepers(2)
    clock.advance(by: .seconds(600))
    let silence = StoreProbe.Answer.notReady(reason: "The database does not answer.")
    #expect(await [one, other] == [silence, silence])
    try lock.release()
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }
}
