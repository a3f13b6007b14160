import Foundation
import Testing

@testable import shop

/// A running shop whose database is locked, damaged or removed by others.
@Suite(.timeLimit(.minutes(1))) struct StoreFailureTests {
  @Test func `a shop whose database is locked answers, and loses nothing`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--bank", "1", "--patience", "100")
    let (visitor, buyer) = (try await Guest(port: shop.port), try await Guest(port: shop.port))
    for guest in [visitor, buyer] { #expect(try await guest.add("lamp").status == 204) }
    #expect(try await buyer.post("/checkout").status == 204)
    let lock = try DatabaseLock(folder.file())
    let answer = try await visitor.add("lamp")
    #expect(answer.status == 503 && answer.header("Retry-After") == "5")
    #expect(try await buyer.post("/checkout/pay", "card=4242424242424242").status == 204)
    // The bank gets its promise back.
    try await buyer.wait(for: "Your order could not be placed. Nothing was charged.")
    let ready = try await visitor.get("/ready")
    #expect(ready.status == 503 && ready.body == "The database cannot be written now.\n")
    for path in ["/", "/health", "/shop.css"] { #expect(try await visitor.get(path).status == 200) }
    try lock.release()
    while try await visitor.get("/ready").status != 200 {}
    #expect(try await visitor.add("lamp").status == 204)
    let log = try await shop.end()
    #expect(log.contains("another process has locked") && !log.contains(visitor.id))
    let books = try Books(folder.file())
    #expect(books.carts[visitor.id] == ["lamp": 2] && books.carts[buyer.id] == ["lamp": 1])
    #expect(books.orders.isEmpty && books.stock["lamp"] == 100)
  }

  @Test func `SIGTERM ends a shop whose database is locked, with 0`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--bank", "1")
    let (buyer, visitor) = (try await Guest(port: shop.port), try await Guest(port: shop.port))
    #expect(try await buyer.add("lamp").status == 204)
    #expect(try await buyer.post("/checkout").status == 204)
    let lock = try DatabaseLock(folder.file())
    #expect(try await buyer.post("/checkout/pay", "card=4242424242424242").status == 204)
    // What it asks for is refused, or its connection ends.
    async let adding = try? visitor.add("lamp").status
    try await shop.end()
    #expect(await [nil, 503].contains(adding))
    try lock.release()
    let books = try Books(folder.file())
    #expect(books.stock["lamp"] == 100 && books.orders.isEmpty && books.carts[buyer.id] == ["lamp": 1])
  }

  @Test func `a damaged page ends the sale, and a backup brings all back`() async throws {
    let folder = try TemporaryFolder()
    let (file, backup) = (folder.file(), folder.file("backup.sqlite"))
    var shop = try await RunningShop.open(file)
    var visitors: [Guest] = []
    for _ in 0..<200 { visitors.append(try await Guest(port: shop.port)) }
    for visitor in visitors { #expect(try await visitor.add("lamp").status == 204) }
    try await shop.end()
    try FileManager.default.copyItem(at: file, to: backup)
    shop = try await RunningShop.open(file, port: shop.port)
    try damagePage(inMiddleOf: file)
    var refused = 0
    for visitor in visitors where try await visitor.add("lamp").status == 503 { refused += 1 }
    // From the first one that was on that page.
    #expect(refused > 0)
    let operation = HTTPConnection(port: shop.port)
    let ready = try await operation.get("/ready")
    #expect(ready.status == 503 && ready.body == "The database cannot be written now.\n")
    #expect(try await operation.get("/health").status == 200)
    #expect(try await operation.get("/").status == 503)
    #expect(try await shop.end().contains("\(file.path) is damaged: "))

    let second = ShopProcess(RunningShop.program, ["--port", "0", "--data", file.path])
    #expect(try await second.exitStatus() == 1)
    for name in try folder.names where name.hasPrefix("shop") {
      try FileManager.default.removeItem(at: folder.file(name))
    }
    try FileManager.default.moveItem(at: backup, to: file)
    try await RunningShop.open(file, "--create", "no").end()
    let books = try Books(file)
    for visitor in visitors { #expect(books.carts[visitor.id] == ["lamp": 1]) }
  }

  @Test func `a shop whose file is removed sells nothing, and no other one opens`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let shop = try await RunningShop.open(file)
    let visitor = try await Guest(port: shop.port)
    #expect(try await visitor.add("lamp").status == 204)
    try FileManager.default.removeItem(at: file)
    #expect(try await visitor.add("lamp").status == 503)
    #expect(try await visitor.get("/ready").body == "The database cannot be written now.\n")
    let second = ShopProcess(RunningShop.program, ["--port", "0", "--data", file.path])
    #expect(try await second.exitStatus() == 1)
    #expect(await second.wholeText().contains("\(file.path) does not exist, but \(file.path)-wal does"))
    try await shop.end()
    let third = ShopProcess(RunningShop.program, ["--port", "0", "--data", file.path, "--create", "no"])
    #expect(try await third.exitStatus() == 1)
    #expect(try !folder.names.contains("shop.sqlite"))
  }
}
