import MetricsTestKit
import Statoscope
import StatoscopeTesting
import Testing

@testable import shop

/// Sessions under a clock that the test holds.
@Suite(.timeLimit(.minutes(1))) struct SessionTests {
  let clock = TestClock()
  let lamp = VisitorAction.add("lamp")

  private func sessions(
    _ gateway: PaymentGateway = .defaultValue,
    limit: Int = 10,
    counters: ShopCounters = ShopCounters()
  ) async throws -> Sessions {
    let shop = Shop(storage: .inMemory(), clock: ShopClock(clock), gateway: gateway)
    try await shop.open(with: ["lamp": 5])
    return Sessions(shop, limit: limit, counters: counters)
  }

  @Test func `a look at the shop makes no session`() async throws {
    let sessions = try await sessions()
    #expect(try sessions.page().stock == ["lamp": 5])
    #expect(sessions.count == 0)
  }

  @Test func `the sessions that were idle longest make room for another one`() async throws {
    let (sessions, ids) = (try await sessions(limit: 3), (0..<5).map { _ in SessionID.random() })
    for id in ids {
      try await sessions.session(id).perform(lamp)
      clock.advance(by: .seconds(1))
    }
    #expect(sessions.count == 3)
    // What was stored of the first one is there still.
    #expect(try await sessions.session(ids[0]).page().cart == ["lamp": 1])
  }

  @Test func `orders, their price and the sessions are counted`() async throws {
    let metrics = TestMetrics()
    let sessions = try await sessions(counters: ShopCounters(factory: metrics))
    let session = try await sessions.session(.random())
    let window = await session.pages()
    for action in [lamp, .openCheckout, .pay(Card(number: "4242424242424242"))] {
      try await session.perform(action)
    }
    _ = await page(of: window) { !$0.orders.isEmpty && $0.checkout == nil }
    #expect(try metrics.expectCounter("shop_orders_total").totalValue == 1)
    #expect(try metrics.expectCounter("shop_revenue_cents_total").totalValue == 38_00)
    #expect(try metrics.expectRecorder("shop_sessions").lastValue == 1)
  }

  @Test func `an idle session is released, and restored from the store`() async throws {
    let (sessions, id) = (try await sessions(), SessionID.random())
    try await sessions.session(id).perform(lamp)
    clock.advance(by: Sessions.longestIdle / 2)
    await sessions.sweep()
    #expect(sessions.count == 1)
    #expect(try await sessions.session(id).page().cart == ["lamp": 1])
    clock.advance(by: Sessions.longestIdle)
    await sessions.sweep()
    #expect(sessions.count == 0)
    let restored = try await sessions.session(id)
    #expect(await restored.page().cart == ["lamp": 1])
  }

  @Test func `a service releases idle sessions`() async throws {
    let sessions = try await sessions()
    _ = try await sessions.session(.random())
    let running = Task { try await sessions.run() }
    await clock.sleepers()
    clock.advance(by: Sessions.longestIdle + .seconds(60))
    // It sleeps again when it has looked around.
    await clock.sleepers()
    #expect(sessions.count == 0)
    running.cancel()
    try await running.value
    await #expect(throws: ShopError.closing) { try await sessions.session(.random()) }
  }

  @Test func `a session with an open window is not released`() async throws {
    let (sessions, id) = (try await sessions(), SessionID.random())
    let window = try await sessions.session(id).pages()
    clock.advance(by: Sessions.longestIdle * 2)
    await sessions.sweep()
    #expect(sessions.count == 1)
    window.end()
    for await _ in window.pages {}
    // The session notes in a task of its own that the window is closed.
    let session = try await sessions.session(id)
    while await session.isInUse { await Task.yield() }
    clock.advance(by: Sessions.longestIdle * 2)
    await sessions.sweep()
    #expect(sessions.count == 0)
  }

  @Test func `windows show the actions of their session and others' purchases`() async throws {
    let sessions = try await sessions()
    let (one, other) = (try await sessions.session(.random()), try await sessions.session(.random()))
    let (first, second, third) = (await one.pages(), await one.pages(), await other.pages())
    try await one.perform(lamp)
    for window in [first, second] {
      #expect(await page(of: window) { $0.cart == ["lamp": 1] }.total == 38_00)
    }
    try await one.perform(.openCheckout)
    try await one.perform(.pay(Card(number: "4242424242424242")))
    for window in [first, second] {
      // The store has the order before the checkout knows it.
      let page = await page(of: window) { !$0.orders.isEmpty && $0.checkout == nil }
      #expect(page.cart.isEmpty && page.stock == ["lamp": 4])
    }
    #expect(await page(of: third) { $0.stock == ["lamp": 4] }.orders.isEmpty)
  }

  @Test func `a window that does not read receives only the newest page`() async throws {
    let session = try await sessions().session(.random())
    let (slow, fast) = (await session.pages(), await session.pages())
    for count in 1...9 {
      try await session.perform(lamp)
      _ = await page(of: fast) { $0.cart == ["lamp": count] }
    }
    var pages = 0
    for await page in slow.pages {
      pages += 1
      if page.cart == ["lamp": 9] { break }
    }
    #expect(pages <= 2)
  }

  @Test func `a shop that closes waits two seconds for the bank and then cancels`() async throws {
    let (sessions, session) = try await paying(at: .seconds(4))
    let window = await session.pages()
    let closing = Task { await sessions.close() }
    await clock.sleepers(3)
    // The window ends at once.
    for await _ in window.pages {}
    clock.advance(by: .seconds(2))
    await closing.value
    let page = await session.page()
    #expect(page.checkout?.problem == ShopError.closing.errorDescription)
    #expect(page.cart == ["lamp": 1] && page.orders.isEmpty && page.stock == ["lamp": 5])
    await #expect(throws: ShopError.closing) { try await session.perform(lamp) }
  }

  @Test func `a shop that closes finishes a payment that the bank answers in time`() async throws {
    let (sessions, session) = try await paying(at: .seconds(2))
    let closing = Task { await sessions.close() }
    await clock.sleepers(3)
    clock.advance(by: .seconds(1))
    await closing.value
    #expect(await session.page().orders.count == 1)
  }

  /// A session whose bank answers at some time; its request was answered after a second.
  private func paying(at time: Duration) async throws -> (Sessions, Session) {
    let clock = clock
    let sessions = try await sessions(
      PaymentGateway { _ in
        try await clock.sleep(for: time)
        return Authorisation(code: "late")
      }
    )
    let session = try await sessions.session(.random())
    try await session.perform(lamp)
    try await session.perform(.openCheckout)
    let paying = Task { try await session.perform(.pay(Card(number: "4242424242424242"))) }
    // The bank, the time limit of its answer, and the request's.
    await clock.sleepers(3)
    clock.advance(by: .seconds(1))
    try await paying.value
    #expect(await session.page().checkout?.stage == .authorising)
    return (sessions, session)
  }

  /// The first page of a window that is as it should be.
  private func page(of window: PageStream, where isExpected: (Page) -> Bool) async -> Page {
    for await page in window.pages where isExpected(page) { return page }
    Issue.record("the window was closed")
    return Page(stock: [:], cart: [:], total: 0, checkout: nil, orders: [])
  }
}
