import Foundation
import ShopClient
import ShopDomain

/// What the store has in the end, beside what sessions were shown.
struct StoreChecks {
  let books: Books
  let shoppers: [Shopper]
  /// What each of them had been shown before the store was read.
  let shown: [Seen.State]
  let stock: Int

  var all: [Check] { [shownOrders, payments, stockIsConserved, carts] }

  /// Every order that a window or a page has shown is there once, and is what was shown.
  private var shownOrders: Check {
    var violations: [String] = []
    var times: [Order.ID: Int] = [:]
    for order in books.orders.values.joined() { times[order.id, default: 0] += 1 }
    for (id, count) in times where count > 1 { violations.append("order \(id) is there \(count) times") }
    var count = 0
    for (shopper, shown) in zip(shoppers, shown) {
      let orders = Dictionary(grouping: books.orders[shopper.session.text] ?? [], by: \.id)
      for (id, order) in shown.orders {
        count += 1
        guard let stored = orders[id]?.first else {
          violations.append("order \(id) of session \(shopper.number), shown at \(order.shown), is not there")
          continue
        }
        let isSame = order.quantities.map { $0 == stored.quantities } ?? true
        let products = stored.quantities.values.reduce(0, +)
        if !isSame || order.count ?? products != products {
          violations.append("order \(id) is not what was shown")
        }
      }
    }
    let figures = "\(count) shown, \(times.values.reduce(0, +)) stored"
    return Check("each order that was shown is stored once", figures, violations)
  }

  /// No payment made two orders.
  private var payments: Check {
    var (sum, violations) = (0, [String]())
    for shopper in shoppers {
      let (sent, made) = (shopper.seen.all.payments, books.orders[shopper.session.text]?.count ?? 0)
      sum += sent
      if made > sent { violations.append("session \(shopper.number): \(sent) payments, \(made) orders") }
    }
    return Check("no session has more orders than payments", "\(sum) payments sent", violations)
  }

  private var stockIsConserved: Check {
    let products = Catalogue.defaultValue.products.map(\.id)
    let violations = products.filter { books.all[$0] != stock }.map {
      "\($0): \(books.stock[$0, default: 0]) left, \(books.sold[$0, default: 0]) ordered, \(stock) at first"
    }
    let sold = books.sold.values.reduce(0, +)
    return Check(
      "left and ordered is what there was",
      "\(sold) of \(stock * products.count) ordered",
      violations
    )
  }

  /// What was added and answered with success is in the cart or in an order, and what was not added is not.
  private var carts: Check {
    var violations: [String] = []
    var (added, open, found) = (0, 0, 0)
    for shopper in shoppers {
      let seen = shopper.seen.all
      var has = books.carts[shopper.session.text] ?? [:]
      for order in books.orders[shopper.session.text] ?? [] {
        has.merge(order.quantities, uniquingKeysWith: +)
      }
      for product in Catalogue.defaultValue.products.map(\.id) {
        let (least, count) = (seen.added[product, default: 0], has[product, default: 0])
        let most = least + seen.maybeAdded[product, default: 0]
        (added, open, found) = (added + least, open + most - least, found + count)
        if !(least...most).contains(count) {
          violations.append("session \(shopper.number) has \(count) \(product), and not \(least) to \(most)")
        }
      }
    }
    let figures = "\(added) additions answered, \(open) left open, of which \(found - added) were made"
    return Check("carts and orders have what was added", figures, violations)
  }
}

extension Books {
  /// Reads what the script has written: lines of a key and its value in Base64.
  init(file: String) throws {
    var values: [String: Data] = [:]
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      values[String(parts[0])] = parts.count == 2 ? Data(base64Encoded: String(parts[1])) : nil
    }
    try self.init(values)
  }
}
