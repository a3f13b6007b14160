import Foundation
import Testing

@testable import shop

/// A thousand visitors over real HTTP; `SHOP_TEST_SESSIONS` and `SHOP_TEST_SECONDS` say how many and for how long.
@Suite struct CrowdTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(.timeLimit(.minutes(5)))
  func `nothing is lost or stale when the server is killed under load`() async throws {
    let folder = try TemporaryFolder()
    let (count, stock) = (Self.number("SHOP_TEST_SESSIONS") ?? 1_000, 500)
    let time = Duration.seconds(Self.number("SHOP_TEST_SECONDS") ?? 30)
    let shop = try await RunningShop.open(folder.file(), "--stock", "\(stock)", "--bank", "5")
    let browser = HTTPConnection(port: shop.port)
    var visitors: [Visitor] = []
    for _ in 0..<count {
      let cookie = try await browser.visit()
      visitors.append(
        Visitor(browser: browser, cookie: cookie, window: EventStream(port: shop.port, session: cookie))
      )
    }
    for visitor in visitors { await visitor.window.wait { _, connections in connections > 0 } }

    let begin = ContinuousClock.now
    let restart = Task {
      try await Task.sleep(for: time / 2)
      shop.process.send(SIGKILL)
      #expect(try await shop.process.exitStatus() == -1)
      return try await RunningShop.open(folder.file(), port: shop.port, "--bank", "5")
    }
    let walkers = 40
    visitors = await withTaskGroup(of: [Visitor].self) { group in
      for walker in 0..<walkers {
        let own = stride(from: walker, to: count, by: walkers).map { visitors[$0] }
        group.addTask {
          var own = own
          for index in 0... {
            guard begin.duration(to: .now) < time else { break }
            await own[index % own.count].buy()
          }
          return own
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let second = try await restart.value

    let books = try Books(folder.file())
    for visitor in visitors {
      let (cart, orders) = (books.carts[visitor.session] ?? [:], books.orders[visitor.session] ?? [])
      await visitor.window.wait { event, _ in
        guard let page = Page(message: event) else { return false }
        return page.stock == books.stock && page.cart == cart && page.orders.map(\.id) == orders.map(\.id)
      }
      visitor.window.close()
      // No order that a window has shown is lost, and no payment made two of them.
      #expect(visitor.confirmed.isSubset(of: orders.map(\.id)))
      #expect(orders.count <= visitor.payments)
    }
    for product in Catalogue.defaultValue.products { #expect(books.all[product.id] == stock) }
    let ids = books.orders.values.joined().map(\.id)
    #expect(Set(ids).count == ids.count && ids.count > count / 100)
    print("crowd: \(ids.count) orders")
    try await second.end()
  }
}

/// A visitor who buys, with an open window, and what became of every attempt.
private struct Visitor: Sendable {
  let browser: HTTPConnection
  let cookie: String
  let window: EventStream
  /// The orders that the window has shown.
  private(set) var confirmed: Set<Order.ID> = []
  /// How many attempts to pay were sent.
  private(set) var payments = 0

  var session: String { String(cookie.prefix(32)) }

  /// One attempt; where the server dies meanwhile, it may have succeeded or not.
  mutating func buy() async {
    do { try await tryToBuy() } catch { try? await Task.sleep(for: .milliseconds(100)) }
  }

  private mutating func tryToBuy() async throws {
    guard let product = Catalogue.defaultValue.products.randomElement()?.id else { return }
    _ = try await browser.post("/cart/add", session: cookie, form: "product=\(product)")
    guard try await browser.post("/checkout", session: cookie).status == 204 else { return }
    let (connections, count) = (window.connections, confirmed.count)
    payments += 1
    let answer = try await browser.post("/checkout/pay", session: cookie, form: "card=4242424242424242")
    guard answer.status == 204 else { return }
    // An order, a problem, or a server that knows nothing of the payment any more.
    await window.wait { event, found in
      guard found == connections, let page = Page(message: event) else { return found != connections }
      return page.orders.count > count || page.checkout?.problem != nil
    }
    guard let page = Page(message: window.latest) else { return }
    confirmed.formUnion(page.orders.map(\.id))
    if page.checkout != nil { _ = try await browser.post("/checkout/close", session: cookie) }
  }
}
