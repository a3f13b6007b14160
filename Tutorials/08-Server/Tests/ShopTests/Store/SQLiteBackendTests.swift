import Foundation
import GRDB
import Statoscope
import StatoscopeTesting
import Testing

@testable import shop

/// What SQLite keeps; databases that are damaged, missing or locked, and what is never made in their place.
@Suite struct SQLiteBackendTests {
  @Test func `SQLite passes the checks of a back end`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    try await StorageBackendChecks(observation: false) { try SQLiteBackend(file: file) }.run()
  }

  @Test func `more keys than one statement allows are read at once`() throws {
    let folder = try TemporaryFolder()
    let backend = try SQLiteBackend(file: folder.file())
    let values = Dictionary(uniqueKeysWithValues: (0..<1_201).map { ("key \($0)", Data("\($0)".utf8)) })
    #expect(try backend.commit(values, expecting: [:]))
    #expect(try backend.values(of: Set(values.keys)) == values)
  }

  @Test func `a file that is no database is refused, and stays as it is`() throws {
    let folder = try TemporaryFolder()
    let (file, noise) = (folder.file(), Data(repeating: 7, count: 8_192))
    try noise.write(to: file)
    let damaged = StoreFault.damaged(file.path, reason: "file is not a database")
    #expect(throws: damaged) { try SQLiteBackend(file: file) }
    #expect(try Data(contentsOf: file) == noise)
    #expect(try folder.names == ["shop.sqlite"])
    #expect(
      damaged.errorDescription == """
        \(file.path) is damaged: file is not a database. Nothing is read or written until an operator decides. Stop the \
        shop, restore a backup, and start it again.
        """
    )
  }

  @Test func `damage that is found while running ends all reading and writing`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let backend = try SQLiteBackend(file: file)
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
    #expect(try folder.names == ["shop.sqlite", "shop.sqlite-shm", "shop.sqlite-wal"])
    #expect(throws: StoreFault.self) { try SQLiteBackend(file: file) }
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

  @Test func `no database is made where one was to be`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    #expect(throws: StoreFault.missing(file.path)) { try SQLiteBackend(file: file, creates: false) }
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
  }

  @Test func `no one but its owner reads a database`() throws {
    let folder = try TemporaryFolder()
    let backend = try SQLiteBackend(file: folder.file())
    #expect(try backend.commit(["one": Data()], expecting: [:]))
    for name in ["shop.sqlite", "shop.sqlite-shm", "shop.sqlite-wal"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func `a commit during a lock fails, and succeeds after it`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let backend = try SQLiteBackend(file: file, patience: .milliseconds(1))
    let lock = try DatabaseLock(file)
    #expect(throws: StorageError.locked(keys: ["one"], place: file.path, lock: file.path)) {
      try backend.commit(["one": Data()], expecting: [:])
    }
    #expect(throws: StoreFault.locked(file.path)) { try backend.probe() }
    // A lock passes; and readers need none.
    #expect(backend.fault == nil)
    #expect(try backend.values(of: ["one"]) == [:])
    try lock.release()
    while (try? backend.commit(["one": Data()], expecting: [:])) != true {}
    try backend.probe()
  }
}
