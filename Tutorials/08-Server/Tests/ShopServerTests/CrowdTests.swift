import Foundation
import ShopClient
import ShopDomain
import ShopTestSupport
import Synchronization
import Testing

/// A thousand visitors over real HTTP; `SHOP_TEST_SESSIONS` and `SHOP_TEST_SECONDS` say how many and for how long.
@Suite(.serialized) struct CrowdTests {
  static let sessions = number("SHOP_TEST_SESSIONS") ?? 1_000
  static let time = Duration.seconds(number("SHOP_TEST_SECONDS") ?? 30)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(.timeLimit(.minutes(5)))
  func `nothing is lost or stale when the server is killed under load`() async throws {
    let folder = try TemporaryFolder()
    let stock = 500
    let shop = try await RunningShop.open(folder.file(), "--stock", "\(stock)", "--bank", "5")
    let walk = try await Walk(visitors: CrowdTests.sessions, port: shop.port, catalogue: .defaultValue)
    for visitor in walk.visitors { await visitor.window.wait { _, connections in connections > 0 } }
    let (clock, begin) = (ContinuousClock(), ContinuousClock().now)
    let middle = AsyncStream.makeStream(of: Void.self)
    let restart = Task { () -> RunningShop? in
      for await _ in middle.stream {
        shop.process.send(SIGKILL)
        #expect(try await shop.process.exitStatus() == -1)
        return try await RunningShop.open(folder.file(), port: shop.port, "--bank", "5")
      }
      return nil
    }
    await walk.run(walkers: 40) {
      let time = begin.duration(to: clock.now)
      if time > CrowdTests.time / 2 { middle.continuation.yield() }
      return time > CrowdTests.time
    }
    middle.continuation.finish()
    let second = try #require(try await restart.value)

    let books = try Books(folder.file())
    await expectFreshWindows(of: walk, in: books)
    for product in Catalogue.defaultValue.products { #expect(books.all[product.id] == stock) }
    expectAllOrders(of: walk, in: books)
    #expect(books.orders.values.joined().count > CrowdTests.sessions / 100)
    print("crowd: \(walk.count) attempts to buy, \(books.orders.values.joined().count) orders")

    try await second.end()
  }
}

/// Waits until each window shows what the database says, and fails for those that never do.
func expectFreshWindows(of walk: Walk, in books: Books) async {
  for visitor in walk.visitors {
    let (session, window) = (visitor.session.text, visitor.window)
    await window.wait { event, _ in
      guard let page = Page(message: event) else { return false }
      return page.stock == books.stock && page.cart == books.carts[session] ?? [:]
        && page.orders.map(\.id) == (books.orders[session] ?? []).map(\.id)
    }
    window.close()
  }
}

/// No order that a window has shown is lost, and no payment made two of them.
func expectAllOrders(of walk: Walk, in books: Books) {
  let ids = books.orders.values.joined().map(\.id)
  #expect(Set(ids).count == ids.count)
  for visitor in walk.visitors {
    let stored = Set((books.orders[visitor.session.text] ?? []).map(\.id))
    #expect(visitor.confirmed.isSubset(of: stored))
    #expect(stored.count <= visitor.payments)
  }
}
