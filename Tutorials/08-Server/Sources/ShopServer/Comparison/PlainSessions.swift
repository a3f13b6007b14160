import ShopDomain
import Statoscope

/// The same shop without scopes, to compare with: one plain actor with a dictionary of all sessions.
///
/// It keeps the same values in the same store, and asks the same bank, but without time limits and retries.
package actor PlainSessions: SessionDirectory {
  private struct Visitor {
    var cart: Quantities
    var checkout: Page.CheckoutForm?
    var orders: [Order]
    var windows: [Int: AsyncStream<Page>.Continuation] = [:]
  }

  private struct Stock: StorageSchema {
    @Stored(StoredKey.stock) var stock: Quantities = [:]
  }

  private let shop: Shop
  private let thread: StoreThread
  private var visitors: [SessionID: Visitor] = [:]
  private var stock: Quantities = [:]
  private var windowCount = 0
  private var subscription: StorageSubscription?

  package init(_ shop: Shop) {
    self.shop = shop
    thread = shop.threads.thread()
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  package func session(_ id: SessionID) async throws -> PlainOwner {
    follow()
    if visitors[id] == nil { try await shop.load(id) }
    if visitors[id] == nil {
      guard try shop.storage.read(Bool.self, forKey: StoredKey.hasLeft(id)) != true else {
        throw ShopError.hasLeft
      }
      visitors[id] = Visitor(
        cart: try shop.storage.read(Quantities.self, forKey: StoredKey.cart(of: id)) ?? [:],
        orders: try shop.storage.read([Order].self, forKey: StoredKey.orders(of: id)) ?? []
      )
    }
    return PlainOwner(sessions: self, id: id)
  }

  package func page() throws -> Page {
    follow()
    if stock.isEmpty { stock = try shop.storage.read(Quantities.self, forKey: StoredKey.stock) ?? [:] }
    return Page(stock: stock, cart: [:], total: 0, checkout: nil, orders: [])
  }

  package func leave(_ id: SessionID) async throws {
    try await shop.load(id)
    try shop.storage.write(true, forKey: StoredKey.hasLeft(id))
    try await shop.store.stored()
    for window in visitors.removeValue(forKey: id)?.windows.values ?? [:].values { window.finish() }
  }

  func page(_ id: SessionID) -> Page {
    let visitor = visitors[id]
    return Page(
      stock: stock,
      cart: visitor?.cart ?? [:],
      total: shop.catalogue.total(of: visitor?.cart ?? [:]),
      checkout: visitor?.checkout,
      orders: visitor?.orders ?? []
    )
  }

  func pages(_ id: SessionID) -> PageStream {
    let (pages, continuation) = AsyncStream.makeStream(of: Page.self, bufferingPolicy: .bufferingNewest(1))
    windowCount += 1
    let number = windowCount
    visitors[id]?.windows[number] = continuation
    continuation.yield(page(id))
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(number, id) } }
    return PageStream(pages: pages) { continuation.finish() }
  }

  func perform(_ action: VisitorAction, _ id: SessionID) async throws {
    if action.needsStore { try shop.store.check() }
    // A value that was not read is not replaced.
    if action.isStored { try await shop.load(id) }
    try perform(at: id, action)
    if action.isStored { try await shop.store.stored() }
  }

  private func perform(at id: SessionID, _ action: VisitorAction) throws {
    guard var visitor = visitors[id] else { return }
    switch action {
    case .add(let product):
      guard visitor.checkout == nil else { throw ShopError.checkoutIsOpen }
      guard shop.catalogue[product] != nil else { throw ShopError.unknownProduct(product) }
      guard visitor.cart[product, default: 0] < Cart.mostOfOne else {
        throw ShopError.tooMany(Cart.mostOfOne)
      }
      visitor.cart[product, default: 0] += 1
      try shop.storage.write(visitor.cart, forKey: StoredKey.cart(of: id))
    case .remove(let product):
      guard visitor.checkout == nil else { throw ShopError.checkoutIsOpen }
      guard let count = visitor.cart[product] else { throw ShopError.notInCart(product) }
      visitor.cart[product] = count > 1 ? count - 1 : nil
      try shop.storage.write(visitor.cart, forKey: StoredKey.cart(of: id))
    case .openCheckout:
      guard !visitor.cart.isEmpty else { throw ShopError.emptyCart }
      visitor.checkout = Page.CheckoutForm(
        total: shop.catalogue.total(of: visitor.cart),
        stage: .form,
        problem: nil
      )
    case .closeCheckout, .leave:
      visitor.checkout = nil
    case .pay(let card):
      guard visitor.checkout?.stage == .form else { throw ShopError.noCheckout }
      visitor.checkout?.stage = .authorising
      let request = PaymentRequest(
        order: shop.numbers.next(),
        card: card,
        amount: shop.catalogue.total(of: visitor.cart)
      )
      let cart = visitor.cart
      Task { await pay(request, for: cart, id) }
    }
    visitors[id] = visitor
    show(id)
  }

  private func pay(_ request: PaymentRequest, for cart: Quantities, _ id: SessionID) async {
    do {
      let authorisation = try await shop.gateway.authorise(request)
      let order = Order(
        id: request.order,
        quantities: cart,
        total: request.amount,
        authorisation: authorisation
      )
      try await PlaceOrder(order: order, session: id).place(in: shop.storage)
      visitors[id]?.orders.append(order)
      visitors[id]?.cart = [:]
      visitors[id]?.checkout = nil
    } catch {
      visitors[id]?.checkout?.stage = .form
      visitors[id]?.checkout?.problem = error.localizedDescription
    }
    show(id)
  }

  private func follow() {
    guard subscription == nil else { return }
    subscription = shop.storage.subscribe(Stock.self) { [weak self] snapshot in
      let stock = snapshot.stock
      Task { await self?.show(stock) }
    }
  }

  private func show(_ id: SessionID) {
    guard let windows = visitors[id]?.windows, !windows.isEmpty else { return }
    let page = page(id)
    for window in windows.values { window.yield(page) }
  }

  private func show(_ stock: Quantities) {
    self.stock = stock
    for id in visitors.keys { show(id) }
  }

  private func forget(_ window: Int, _ id: SessionID) {
    visitors[id]?.windows[window] = nil
  }
}

/// One session of ``PlainSessions``.
package struct PlainOwner: SessionOwner {
  let sessions: PlainSessions
  let id: SessionID

  package func perform(_ action: VisitorAction) async throws { try await sessions.perform(action, id) }
  package func page() async -> Page { await sessions.page(id) }
  package func pages() async -> PageStream { await sessions.pages(id) }
}
