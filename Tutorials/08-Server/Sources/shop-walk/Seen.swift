import Foundation
import ShopClient
import ShopDomain
import Synchronization

/// What one session was shown and promised.
final class Seen: Sendable {
  /// An order that a window or a page has shown.
  struct Shown: Sendable {
    var quantities: Quantities?
    /// The number of products, where a page has shown it.
    var count: Int?
    let shown: Duration
    /// When the newest payment before it was sent.
    let paid: Duration
  }

  struct State: Sendable {
    var orders: [Order.ID: Shown] = [:]
    /// Products whose addition was answered with success; and with anything that leaves it open.
    var added: Quantities = [:]
    var maybeAdded: Quantities = [:]
    var payments = 0
    var lastPaid = Duration.zero
    /// Events of the window that lack an order which an earlier one had.
    var wentBack = 0
    fileprivate var shownByWindow: Set<Order.ID> = []
    fileprivate var lastOrders = ""
  }

  private let state = Mutex(State())
  private let journal: Journal

  init(_ journal: Journal) { self.journal = journal }

  var all: State { state.withLock { $0 } }

  /// Takes an event of the window.
  func take(event: String) {
    // Most events have other numbers of the stock only, and are not worth decoding.
    let orders = event.range(of: "\"orders\":").map { String(event[$0.upperBound...]) } ?? ""
    let isKnown = state.withLock { state in
      defer { state.lastOrders = orders }
      return state.lastOrders == orders
    }
    guard !isKnown, let page = Page(message: event) else { return }
    let now = journal.now
    state.withLock { state in
      let ids = Set(page.orders.map(\.id))
      if !state.shownByWindow.isSubset(of: ids) { state.wentBack += 1 }
      state.shownByWindow.formUnion(ids)
      for receipt in page.orders {
        state.orders[receipt.id, default: Shown(shown: now, paid: state.lastPaid)].quantities =
          receipt.quantities
      }
    }
  }

  /// Takes a page.
  func take(page: ShownPage) {
    let now = journal.now
    state.withLock { state in
      for (id, count) in page.orders {
        state.orders[id, default: Shown(shown: now, paid: state.lastPaid)].count = count
      }
    }
  }

  func added(_ product: Product.ID, _ outcome: Answer.Outcome) {
    state.withLock { state in
      switch outcome {
      case .done: state.added[product, default: 0] += 1
      case .refused: break
      case .away, .balancer, .lost, .wrong: state.maybeAdded[product, default: 0] += 1
      }
    }
  }

  func pays() {
    let now = journal.now
    state.withLock { state in
      state.payments += 1
      state.lastPaid = now
    }
  }
}

/// The numbers in the HTML of a visitor's page.
struct ShownPage: Sendable, Equatable {
  var stock: Quantities = [:]
  /// Products with none are left out.
  var cart: Quantities = [:]
  /// The number of products of each order.
  var orders: [Order.ID: Int] = [:]

  init(html: String) {
    for match in html.matches(of: /data-left="([a-z]+)">(\d+)</) { stock["\(match.1)"] = Int(match.2) }
    for match in html.matches(of: /data-cart="([a-z]+)">(\d+)</) where match.2 != "0" {
      cart["\(match.1)"] = Int(match.2)
    }
    for match in html.matches(of: /<code>([^<]+)<\/code>: (\d+) for/) { orders["\(match.1)"] = Int(match.2) }
  }

  init(stock: Quantities, cart: Quantities, orders: [Order]) {
    (self.stock, self.cart) = (stock, cart)
    self.orders = Dictionary(orders.map { ($0.id, $0.quantities.values.reduce(0, +)) }) { first, _ in first }
  }
}
