import Logging
import ShopDomain
import Statoscope
import StatoscopeRecording

/// The actor that a visitor's tree of scopes lives on.
package actor Session: SessionOwner {
  /// The name for operators, who are not to know the one that opens the session.
  package nonisolated let number: Int
  private let visit: Visit
  private let thread: StoreThread
  private var streams: [Int: AsyncStream<Page>.Continuation] = [:]
  private var streamCount = 0
  /// Shows the windows what changes, while there are any.
  private var showing: Task<Void, Never>?
  private var shown: Page?
  private var hasEnded = false
  private var placed: ScopeSubscription?
  private let store: StoreConnection
  private let counters: ShopCounters
  private let logger = Logger(label: "shop.session")
  private var recorder: ScopeRecorder?
  private var operators = 0

  package init(
    _ visit: sending Visit,
    in store: StoreConnection,
    on thread: StoreThread,
    number: Int,
    counters: ShopCounters
  ) {
    self.visit = visit
    self.store = store
    self.thread = thread
    self.number = number
    self.counters = counters
  }

  /// A thread that may wait for the store.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Does what a visitor asks for, and returns when the store has what that changes.
  package func perform(_ action: VisitorAction) async throws {
    guard !hasEnded else { throw ShopError.closing }
    if action.needsStore { try store.check() }
    do { try send(action) } catch let error as StorageError {
      logger.error("\(error)")
      throw ShopError.notStored
    }
    if action.isStored { try await store.stored() }
    if action == .leave { close() }
  }

  private func send(_ action: VisitorAction) throws {
    countOrders()
    switch action {
    case .add(let product): try visit.cart.trySend(.visitorAdded(product))
    case .remove(let product): try visit.cart.trySend(.visitorRemoved(product))
    case .openCheckout: try visit.trySend(.visitorOpenedCheckout)
    case .closeCheckout: try visit.trySend(.visitorClosedCheckout)
    case .pay(let card):
      guard let checkout = visit.checkout else { throw ShopError.noCheckout }
      // Not `perform`: the visitor is to know at once why a card is refused, and the windows show the rest. A request
      // that waited for the bank would hold its connection for a quarter of a minute.
      try checkout.trySend(.visitorPaid(card))
    case .leave: try visit.trySend(.visitorLeft)
    }
  }

  package func page() -> Page { visit.page }

  package func pages() -> PageStream {
    // Only the newest: a window that does not read must not fill the memory.
    let (pages, continuation) = AsyncStream.makeStream(of: Page.self, bufferingPolicy: .bufferingNewest(1))
    guard !hasEnded else {
      continuation.finish()
      return PageStream(pages: pages) {}
    }
    streamCount += 1
    let number = streamCount
    streams[number] = continuation
    counters.streams(streams.count - 1, to: streams.count)
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
  package var isInUse: Bool { !streams.isEmpty || visit.checkout?.isBusy == true }

  /// Ends the session: its windows, and its payment after some time.
  ///
  /// - Parameters:
  ///   - patience: returns when a payment that is in progress has had enough time, or when it is cancelled.
  ///   - placing: returns when an order that is being placed then has had enough time, or when it is cancelled.
  package func end(
    after patience: @Sendable @escaping () async -> Void,
    placing: @Sendable @escaping () async -> Void
  ) async {
    guard !hasEnded else { return }
    close()
    guard visit.checkout?.isBusy == true else { return }
    // Not `perform`, which waits for what its own event starts: this payment was started by an event of a request that
    // was answered long ago, and the shop's end may cancel it only until the order is being placed.
    await idle(orUntil: patience)
    visit.send(.shopCloses)
    // An order that is being placed takes no time, unless the store is away.
    await idle(orUntil: placing)
  }

  /// Returns when nothing is being paid or placed, or when something else returns.
  private func idle(orUntil limit: @Sendable @escaping () async -> Void) async {
    let isBusy = visit.changes(of: \.isBusy)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await isBusy in isBusy where !isBusy { return } }
      group.addTask { await limit() }
      await group.next()
      group.cancelAll()
    }
  }

  /// Ends the windows, and does nothing more for the visitor.
  private func close() {
    hasEnded = true
    for stream in streams.values { stream.finish() }
    recorder?.stop()
  }

  // MARK: For operators

  /// What an operator sees of the session, which is recorded while one of them looks.
  package func follow() -> OperatorStream {
    let recorder = self.recorder ?? ScopeRecorder(visit)
    self.recorder = recorder
    operators += 1
    let moments = recorder.moments
    let (events, continuation) = AsyncStream.makeStream(
      of: OperatorEvent.self,
      bufferingPolicy: .bufferingNewest(1_000)
    )
    continuation.yield(OperatorEvent(moment: nil, state: visit.debugDescription))
    let passing = Task {
      for await moment in moments {
        continuation.yield(OperatorEvent(moment: moment, state: visit.debugDescription))
      }
      continuation.finish()
    }
    continuation.onTermination = { [weak self] _ in
      passing.cancel()
      Task { await self?.forgetOperator() }
    }
    return OperatorStream(events: events) { continuation.finish() }
  }

  /// What was recorded, as a page to go through time with; nil while no operator follows the session.
  package var timeline: String? { recorder?.recording.html(title: "Session \(number)") }

  /// What the list of sessions shows.
  package var summary: SessionSummary {
    SessionSummary(
      number: number,
      windows: streams.count,
      products: visit.cart.quantities.values.reduce(0, +),
      stage: visit.checkout?.stage,
      orders: visit.orders.count
    )
  }

  private func forgetOperator() {
    operators -= 1
    guard operators == 0 else { return }
    recorder?.stop()
    recorder = nil
  }

  private func forget(stream number: Int) {
    guard streams.removeValue(forKey: number) != nil else { return }
    counters.streams(streams.count + 1, to: streams.count)
    guard streams.isEmpty else { return }
    showing?.cancel()
    (showing, shown) = (nil, nil)
  }

  /// Not in `init`, which is not isolated to this actor.
  private func countOrders() {
    guard placed == nil else { return }
    placed = visit.subscribe(to: Checkout.self) { [counters] _, _, when in counters.count(when) }
  }
}

extension Visit {
  /// True while a payment or an order is in progress.
  fileprivate var isBusy: Bool { checkout?.isBusy ?? false }
}
