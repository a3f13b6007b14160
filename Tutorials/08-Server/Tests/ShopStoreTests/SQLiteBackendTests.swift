import Foundation
import ShopDomain
import ShopStore
import ShopTestSupport
import Statoscope
import StatoscopeTesting
import Testing

@Suite struct SQLiteBackendTests {
  @Test func `SQLite passes the checks of a back end`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let damage: @Sendable () throws -> Void = {
      for ending in ["-wal", "-shm"] {
        let path = file.path + ending
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
      }
      try Data(repeating: 7, count: 8_192).write(to: file)
    }
    try await StorageBackendChecks(damage: damage) { SQLiteBackend(file: file) }.run()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.contains("shop.sqlite.damaged-1"))
  }

  @Test func `a power-proof database passes the same checks`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    try await StorageBackendChecks { SQLiteBackend(file: file, durability: .power) }.run()
  }

  @Test func `a damaged database is named, not opened`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    try SQLiteBackend(file: file).check()
    let other = folder.file("other.sqlite")
    try Data(repeating: 7, count: 8_192).write(to: other)
    #expect(throws: StorageError.self) { try SQLiteBackend(file: other).check() }
    #expect(try Data(contentsOf: other) == Data(repeating: 7, count: 8_192))
  }

  @Test func `more keys than one statement allows are read at once`() throws {
    let folder = try TemporaryFolder()
    let backend = SQLiteBackend(file: folder.file())
    let values = Dictionary(uniqueKeysWithValues: (0..<1_201).map { ("key \($0)", Data("\($0)".utf8)) })
    #expect(try backend.commit(values, expecting: [:]))
    #expect(try backend.values(of: Set(values.keys)) == values)
    #expect(try backend.values(withPrefix: "key 120").count == 2)
    #expect(try backend.values(withPrefix: "%").isEmpty)
  }

  @Test func `a session shows the changes of another process`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let (here, there) = (shop(at: file), shop(at: file))
    try here.open(with: ["lamp": 3])
    try there.open(with: ["lamp": 7])
    let session = Owner(here.visit(.random()))
    var stocks = await session.stocks().makeAsyncIterator()
    #expect(await stocks.next(isolation: #isolation) == ["lamp": 3])
    try there.storage.write(["lamp": 2], forKey: StoredKey.stock)
    #expect(await stocks.next(isolation: #isolation) == ["lamp": 2])
  }

  private func shop(at file: URL) -> Shop {
    Shop(storage: .custom(SQLiteBackend(file: file)))
  }
}

/// The actor that a session's tree lives on.
private actor Owner {
  private let visit: Visit

  init(_ visit: sending Visit) {
    self.visit = visit
  }

  func stocks() -> some AsyncSequence<Quantities, Never> & Sendable {
    visit.changes(of: \.stock)
  }
}
