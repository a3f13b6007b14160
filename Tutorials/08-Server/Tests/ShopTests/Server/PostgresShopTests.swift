import Foundation
import PostgresTestServer
import Testing

@testable import shop

/// A running shop on PostgreSQL, which is away for some time.
@Suite(.timeLimit(.minutes(1))) struct PostgresShopTests {
  private static let unsure = "it is not sure yet that this is kept"
  private static let away = "The shop cannot reach its store right now, so nothing has changed."

  @Test func `while the server is away changes are refused, and everything else goes on`() async throws {
    let server = try await PostgresServer.start()
    let address = server.address.replacing("shop@", with: "shop:secret-word@")
    let shop = try await RunningShop.open(address, "--patience", "1000", "--log", "debug")
    let (visitor, buyer) = (try await Guest(port: shop.port), try await Guest(port: shop.port))
    let newcomer = try await Guest(port: shop.port)
    for guest in [visitor, buyer] { #expect(try await guest.add("lamp").status == 204) }
    try await server.crash()

    // A change that was begun before it was known that the store is away may be made later.
    var (unsure, refused) = (0, 0)
    while refused == 0 {
      let answer = try await visitor.add("lamp")
      #expect(answer.status == 503 && answer.header("Retry-After") == "5")
      if answer.body.contains(PostgresShopTests.unsure) { unsure += 1 } else { refused += 1 }
    }
    let answer = try await visitor.add("lamp")
    #expect(answer.status == 503 && answer.body.contains(PostgresShopTests.away))
    #expect(try await newcomer.add("lamp").status == 503)
    #expect(try await visitor.get("/").status == 200)
    #expect(try await HTTPConnection(port: shop.port).get("/").status == 200)
    #expect(try await buyer.post("/checkout").status == 204)
    // Nothing is charged.
    #expect(try await buyer.post("/checkout/pay", "card=4242424242424242").status == 503)
    #expect(try await buyer.post("/checkout/close").status == 204)
    let operation = HTTPConnection(port: shop.port)
    #expect(try await operation.get("/health").status == 200)
    let ready = try await operation.get("/ready")
    #expect(ready.status == 503 && ready.body == "The database does not answer.\n")

    try await server.start()
    while try await operation.get("/ready").status != 200 {}
    // The pending change is in the store before this one.
    while try await visitor.add("lamp").status != 204 {}
    #expect(try await newcomer.add("lamp").status == 204)
    let books = try await Books(server)
    #expect(books.carts[visitor.id] == ["lamp": 2 + unsure])
    #expect(books.carts[buyer.id] == ["lamp": 1] && books.carts[newcomer.id] == ["lamp": 1])
    let log = try await shop.end()
    #expect(!log.contains("secret-word") && log.contains("postgresql://statoscope@\(server.folder)/postgres"))
  }

  @Test func `an order whose answer is lost is placed once, and shown when it is`() async throws {
    let server = try await PostgresServer.start()
    let shop = try await RunningShop.open(server.address, "--patience", "1000", "--bank", "1", "--stock", "9")
    let (buyer, visitor) = (try await Guest(port: shop.port), try await Guest(port: shop.port))
    for guest in [visitor, buyer] { #expect(try await guest.add("lamp").status == 204) }
    #expect(try await buyer.post("/checkout").status == 204)
    try server.freeze()
    #expect(try await buyer.post("/checkout/pay", "card=4242424242424242").status == 204)
    try await buyer.wait(for: "Your order is being placed…")
    // By the time that this is refused, the order's first attempt was given up.
    #expect(try await visitor.add("lamp").status == 503)
    #expect(try await !buyer.get("/").body.contains(#"id="orders" aria-live="polite"><li"#))
    try server.unfreeze()
    try await buyer.wait(for: #"id="orders" aria-live="polite"><li"#)
    let books = try await Books(server)
    #expect(books.orders[buyer.id]?.map(\.quantities) == [["lamp": 1]])
    #expect(books.stock["lamp"] == 8 && books.carts[buyer.id] == [:])
    try await shop.end()
  }

  @Test func `SIGTERM ends a shop whose server does not answer, with 0 and in time`() async throws {
    let server = try await PostgresServer.start()
    let shop = try await RunningShop.open(server.address, "--bank", "1", "--stock", "9")
    let (buyer, visitor) = (try await Guest(port: shop.port), try await Guest(port: shop.port))
    for guest in [visitor, buyer] { #expect(try await guest.add("lamp").status == 204) }
    #expect(try await buyer.post("/checkout").status == 204)
    try server.freeze()
    #expect(try await buyer.post("/checkout/pay", "card=4242424242424242").status == 204)
    try await buyer.wait(for: "Your order is being placed…")
    let adding = Task { try? await visitor.add("lamp") }
    shop.process.send(SIGTERM)
    // Not 1, with which it ends when five seconds are over.
    #expect(try await shop.process.exitStatus() == 0)
    _ = await adding.value
    try server.unfreeze()
    let again = try await RunningShop.open(server.address)
    // As after a crash: all of it, or nothing.
    let books = try await Books(server)
    #expect(books.all["lamp"] == 9)
    #expect(books.orders[buyer.id] == nil || books.carts[buyer.id] == [:])
    try await again.end()
  }
}
