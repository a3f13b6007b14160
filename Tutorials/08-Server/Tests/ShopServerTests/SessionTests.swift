import Foundation
import ShopDomain
import ShopServer
import Statoscope
import StatoscopeTesting
import Testing

/// Sessions under a clock that the test holds.
@Suite(.timeLimit(.minutes(1))) struct SessionTests {
  let clock = TestClock()
  let lamp = VisitorAction.add("lamp")

  private func sessions(_ gateway: PaymentGateway = .defaultValue) async throws -> InProcessSessions {
    let shop = Shop(storage: .inMemory(), clock: ShopClock(clock), gateway: gateway)
    try await shop.open(with: ["lamp": 5])
    return InProcessSessions(shop)
  }

  @Test func `an idle session is released, and restored from the store`() async throws {
    let (sessions, id) = (try await sessions(), SessionID.random())
    try await sessions.session(id).perform(lamp)
    clock.advance(by: InProcessSessions.longestIdle / 2)
    await sessions.sweep()
    #expect(sessions.live.map(\.number) == [1])
    #expect(try await sessions.session(id).page().cart == ["lamp": 1])
    clock.advance(by: InProcessSessions.longestIdle)
    await sessions.sweep()
    #expect(sessions.live.isEmpty)
    let restored = try await sessions.session(id)
    #expect(restored.number == 2)
    #expect(await restored.page().cart == ["lamp": 1])
  }

  @Test func `a service releases idle sessions`() async throws {
    let sessions = try await sessions()
    _ = try await sessions.session(.random())
    let running = Task { try await sessions.run() }
    await clock.sleepers()
    clock.advance(by: InProcessSessions.longestIdle + .seconds(60))
    // It sleeps again when it has looked around.
    await clock.sleepers()
    #expect(sessions.live.isEmpty)
    running.cancel()
    try await running.value
    await #expect(throws: ShopError.closing) { try await sessions.session(.random()) }
  }

  @Test func `a session with an open window is not released`() async throws {
    let (sessions, id) = (try await sessions(), SessionID.random())
    let window = try await sessions.session(id).pages()
    clock.advance(by: InProcessSessions.longestIdle * 2)
    await sessions.sweep()
    #expect(sessions.live.count == 1)
    window.end()
    for await _ in window.pages {}
    // The session notes in a task of its own that the window is closed.
    let session = try await sessions.session(id)
    while await session.isInUse { await Task.yield() }
    clock.advance(by: InProcessSessions.longestIdle * 2)
    await sessions.sweep()
    #expect(sessions.live.isEmpty)
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
    let clock = clock
    let sessions = try await sessions(
      PaymentGateway { _ in
        try await clock.sleep(for: .seconds(4))
        return Authorisation(code: "late")
      }
    )
    let session = try await sessions.session(.random())
    try await session.perform(lamp)
    try await session.perform(.openCheckout)
    try await session.perform(.pay(Card(number: "4242424242424242")))
    let window = await session.pages()
    // The bank, and the time limit of its answer.
    await clock.sleepers(2)
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
    let clock = clock
    let sessions = try await sessions(
      PaymentGateway { _ in
        try await clock.sleep(for: .seconds(1))
        return Authorisation(code: "in time")
      }
    )
    let session = try await sessions.session(.random())
    try await session.perform(lamp)
    try await session.perform(.openCheckout)
    try await session.perform(.pay(Card(number: "4242424242424242")))
    await clock.sleepers(2)
    let closing = Task { await sessions.close() }
    await clock.sleepers(3)
    clock.advance(by: .seconds(1))
    await closing.value
    #expect(await session.page().orders.count == 1)
  }

  @Test func `an event that cannot be stored is refused and changes nothing`() async throws {
    let full = Shop(storage: .custom(FullDisk()))
    let session = try await InProcessSessions(full).session(.random())
    await #expect(throws: ShopError.notStored) { try await session.perform(lamp) }
    #expect(await session.page().cart.isEmpty)
  }

  /// The first page of a window that is as it should be.
  private func page(of window: PageStream, where isExpected: (Page) -> Bool) async -> Page {
    for await page in window.pages where isExpected(page) { return page }
    Issue.record("the window was closed")
    return Page(stock: [:], cart: [:], total: 0, checkout: nil, orders: [])
  }
}

/// A store that takes nothing.
private struct FullDisk: StorageBackend {
  struct Fault: Error {}
  let place = "a full disk"

  func values(of keys: Set<String>) -> [String: Data] { [:] }
  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    throw Fault()
  }
}
