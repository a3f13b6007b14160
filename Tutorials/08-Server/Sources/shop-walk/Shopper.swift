import ShopClient
import ShopDomain

/// A session with an open window, that buys again and again.
final class Shopper: Sendable {
  let number: Int
  let session: SessionID
  let seen: Seen
  let window: EventStream
  /// The session with its signature, as the browser sends it.
  private let cookie: String
  private let address: Address
  private let journal: Journal

  /// How long a window is followed for what becomes of a payment: as long as the bank may take.
  private static let patience = Duration.seconds(20)

  /// How long a visitor looks at a window that does not change.
  private static let look = Duration.seconds(2)
  /// The pause of a visitor whom the shop did not answer.
  private static let retry = Duration.seconds(1)

  /// - Parameter cookie: the session, which the shop has given.
  init(number: Int, cookie: String, _ address: Address, _ journal: Journal) throws {
    (self.number, self.cookie, self.address, self.journal) = (number, cookie, address, journal)
    session = try SessionID(inCookie: cookie)
    let seen = Seen(journal)
    self.seen = seen
    window = EventStream(address: address.host, port: address.port, session: cookie) { seen.take(event: $0) }
  }

  /// The page in the newest event of the window.
  var page: Page? { Page(message: window.latest) }

  /// Buys until it is said to be enough, with a pause between attempts.
  func buy(every pause: Duration, until isEnough: @Sendable () -> Bool) async {
    let client = Client(address, journal, session: number)
    try? await Task.sleep(for: pause * Double.random(in: 0...1))
    while !isEnough() {
      let isTrouble = await !buy(with: client)
      try? await Task.sleep(for: isTrouble ? Shopper.retry : pause * Double.random(in: 0.5...1.5))
    }
    await client.close()
  }

  /// One attempt to buy; returns false when a request of it had no answer of the shop's.
  private func buy(with client: Client) async -> Bool {
    for _ in 1...Int.random(in: 1...3) {
      guard await add(with: client) else { return false }
    }
    if Int.random(in: 0..<3) == 0 { await look(with: client) }
    let opened = await post("/checkout", .checkout, client)
    guard opened == .done else { return opened == .refused }
    let (connections, orders) = (window.connections, seen.all.orders.count)
    seen.pays()
    // One card of twenty is declined.
    let card = Int.random(in: 0..<20) == 0 ? "4000000000000002" : "4242424242424242"
    let paid = await post("/checkout/pay", .pay, client, form: "card=\(card)")
    if paid == .done { await follow(connections: connections, orders: orders, with: client) }
    if page?.checkout != nil { _ = await post("/checkout/close", .close, client) }
    return paid == .done || paid == .refused
  }

  private func add(with client: Client) async -> Bool {
    let product = Catalogue.defaultValue.products.randomElement()?.id ?? ""
    let outcome = await post("/cart/add", .add, client, form: "product=\(product)")
    seen.added(product, outcome)
    // A checkout that was left open, where the answer to a payment was lost.
    if outcome == .refused { _ = await post("/checkout/close", .close, client) }
    return outcome == .done || outcome == .refused
  }

  /// Looks at the whole page, and returns what it shows.
  @discardableResult
  func look(with client: Client) async -> ShownPage? {
    let (outcome, answer) = await client.ask(.page) { [cookie] in try await $0.get("/", session: cookie) }
    guard outcome == .done, let answer else { return nil }
    let page = ShownPage(html: answer.body)
    seen.take(page: page)
    return page
  }

  private func post(
    _ path: String,
    _ kind: Answer.Kind,
    _ client: Client,
    form: String = ""
  ) async -> Answer.Outcome {
    await client.ask(kind) { [cookie] in try await $0.post(path, session: cookie, form: form) }.outcome
  }

  /// Follows the window until it shows an order or a problem, or is connected to another node, for some time.
  ///
  /// A window whose node is cut off shows nothing; a visitor looks at the page again then, which another node may answer.
  private func follow(connections: Int, orders: Int, with client: Client) async {
    let begin = journal.now
    while journal.now - begin < Shopper.patience {
      let isSettled = await withTaskGroup(of: Bool.self) { group in
        group.addTask { [window] in
          await window.wait { event, found in
            guard found == connections else { return true }
            guard let page = Page(message: event) else { return false }
            return page.orders.count > orders || page.checkout?.problem != nil
          }
          return true
        }
        group.addTask {
          try? await Task.sleep(for: Shopper.look)
          return false
        }
        defer { group.cancelAll() }
        return await group.next() ?? true
      }
      if isSettled { return }
      if let page = await look(with: client), page.orders.count > orders { return }
    }
  }
}
