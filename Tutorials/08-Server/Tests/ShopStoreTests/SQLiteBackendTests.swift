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
    try await StorageBackendChecks { try SQLiteBackend(file: file) }.run()
  }

  @Test func `a power-proof database passes the same checks`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    try await StorageBackendChecks { try SQLiteBackend(file: file, durability: .power) }.run()
  }

  @Test func `more keys than one statement allows are read at once`() throws {
    let folder = try TemporaryFolder()
    let backend = try SQLiteBackend(file: folder.file())
    let values = Dictionary(uniqueKeysWithValues: (0..<1_201).map { ("key \($0)", Data("\($0)".utf8)) })
    #expect(try backend.commit(values, expecting: [:]))
    #expect(try backend.values(of: Set(values.keys)) == values)
    #expect(try backend.values(withPrefix: "key 120").count == 2)
    #expect(try backend.values(withPrefix: "%").isEmpty)
  }

  @Test func `a session shows the changes of another process`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let (here, there) = (try shop(at: file), try shop(at: file))
    try await here.open(with: ["lamp": 3])
    try await there.open(with: ["lamp": 7])
    let session = Owner(here.visit(.random()))
    var stocks = await session.stocks().makeAsyncIterator()
    #expect(await stocks.next(isolation: #isolation) == ["lamp": 3])
    try there.storage.write(["lamp": 2], forKey: StoredKey.stock)
    #expect(await stocks.next(isolation: #isolation) == ["lamp": 2])
  }

  private func shop(at file: URL) throws -> Shop {
    Shop(storage: .custom(try SQLiteBackend(file: file)))
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
