import Foundation
import Logging
import Statoscope

/// The actor that a visitor's tree of scopes lives on.
actor Session {
  private let shop: Shop
  private let visit: Visit
  private var streams: [UUID: AsyncStream<Page>.Continuation] = [:]
  /// Shows the windows what changes, while there are any.
  private var showing: Task<Void, Never>?
  private var shown: Page?
  private var hasEnded = false
  private var placed: ScopeSubscription?
  private let counters: ShopCounters
  private let logger = Logger(label: "shop.session")

  /// How long the request of a payment waits for its end.
  private static let patience = Duration.seconds(1)

  init(_ id: SessionID, in shop: Shop, counters: ShopCounters) {
    visit = shop.visit(id)
    self.shop = shop
    self.counters = counters
  }

  /// Does what a visitor asks for, and returns when the store has what that changes.
  ///
  /// - Throws: `ShopError` when that is not possible now.
  func perform(_ action: VisitorAction) async throws {
    guard !hasEnded else { throw ShopError.closing }
    if action.needsStore { try shop.checkStore() }
    do { try await send(action) } catch let error as StorageError {
      logger.error("\(error)")
      throw ShopError.notStored
    }
    if action.isStored { try await shop.stored() }
    if action == .leave { close() }
  }

  private func send(_ action: VisitorAction) async throws {
    countOrders()
    switch action {
    case .add(let product): try visit.cart.trySend(.visitorAdded(product))
    case .remove(let product): try visit.cart.trySend(.visitorRemoved(product))
    case .openCheckout: try visit.trySend(.visitorOpenedCheckout)
    case .closeCheckout: try visit.trySend(.visitorClosedCheckout)
    case .pay(let card):
      guard visit.checkout != nil else { throw ShopError.noCheckout }
      try await pay(with: card)
    case .leave: try visit.trySend(.visitorLeft)
    }
  }

  /// Pays, and returns when the bank and the store have answered, or when a visitor has waited long enough: the windows show
  /// the rest, and the payment outlives its request.
  private func pay(with card: Card) async throws {
    let (ends, end) = AsyncStream.makeStream(of: (any Error)?.self)
    Task {
      do {
        try await visit.checkout?.tryPerform(.visitorPaid(card))
        end.yield(nil)
      } catch {
        end.yield(error)
      }
    }
    let limit = Task { [clock = shop.clock.clock] in
      try await clock.sleep(for: Session.patience)
      end.yield(nil)
    }
    defer { limit.cancel() }
    for await error in ends {
      if let error { throw error }
      return
    }
  }

  /// What the visitor's windows show now.
  func page() -> Page { visit.page }

  /// What a window shows from now on.
  func pages() -> PageStream {
    // Only the newest: a window that does not read must not fill the memory.
    let (pages, continuation) = AsyncStream.makeStream(of: Page.self, bufferingPolicy: .bufferingNewest(1))
    guard !hasEnded else {
      continuation.finish()
      return PageStream(pages: pages) {}
    }
    let number = UUID()
    streams[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(stream: number) } }
    // What the other windows show: those have newer pages after it, in the same order.
    let page = shown ?? visit.page
    continuation.yield(page)
    if showing == nil {
      shown = page
      // One for all windows: the page is made once for each change, however many there are.
      let changes = visit.changes(of: \.page)
      // Nobody waits for it, however the window was opened.
      showing = Task(priority: .medium) { for await page in changes { show(page) } }
    }
    return PageStream(pages: pages) { continuation.finish() }
  }

  /// Shows all windows a page.
  private func show(_ page: Page) {
    // A page of windows that have been closed meanwhile may be older than what the next ones begin with.
    guard !Task.isCancelled, page != shown else { return }
    shown = page
    for stream in streams.values { stream.yield(page) }
  }

  /// True while a window is open, or a payment is in progress.
  var isInUse: Bool { !streams.isEmpty || isBusy }

  /// Ends the session: its windows at once, and its payment after some time.
  ///
  /// - Parameters:
  ///   - patience: the time that a payment in progress has.
  ///   - placing: the time that an order that is being placed has then.
  func end(after patience: Duration, placing: Duration) async {
    guard !hasEnded else { return }
    close()
    guard isBusy else { return }
    await idle(within: patience)
    visit.send(.shopCloses)
    // An order that is being placed takes no time, unless the store is away.
    await idle(within: placing)
  }

  /// Returns when nothing is being paid or placed, or when some time is over.
  private func idle(within limit: Duration) async {
    let changes = visit.changes(of: \.checkout?.isBusy)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await isBusy in changes where isBusy != true { return } }
      group.addTask { [clock = shop.clock.clock] in try? await clock.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }

  private var isBusy: Bool { visit.checkout?.isBusy == true }

  /// Ends the windows, and does nothing more for the visitor.
  private func close() {
    hasEnded = true
    for stream in streams.values { stream.finish() }
  }

  private func forget(stream number: UUID) {
    guard streams.removeValue(forKey: number) != nil, streams.isEmpty else { return }
    showing?.cancel()
    (showing, shown) = (nil, nil)
  }

  /// Not in `init`, which is not isolated to this actor.
  private func countOrders() {
    guard placed == nil else { return }
    placed = visit.subscribe(to: Checkout.self) { [counters] _, _, when in counters.count(when) }
  }
}

/// The pages of one window: the present one first, then each newer one.
///
/// A window that is slow skips some.
struct PageStream: Sendable {
  let pages: AsyncStream<Page>
  /// Ends the stream, for example because the window was closed.
  let end: @Sendable () -> Void
}
