import ShopClient
import ShopDomain

/// What the bank has promised, beside the orders: lines of the run of a node, whether that is alive, what the bank did, and
/// the order.
struct BankCheck {
  let books: Books
  let lines: String

  var check: Check {
    var (promised, released, alive): (Set<Order.ID>, Set<Order.ID>, Set<Order.ID>) = ([], [], [])
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 4 else { continue }
      if parts[2] == "promised" { promised.insert(parts[3]) } else { released.insert(parts[3]) }
      if parts[1] == "alive" { alive.insert(parts[3]) }
    }
    let placed = Set(books.orders.values.joined().map(\.id))
    var violations = placed.subtracting(promised).map { "order \($0) was placed without a promise" }
    violations += placed.intersection(released).map { "order \($0) was placed, and its promise given back" }
    for order in books.orders.values.joined() where order.authorisation.code != "for \(order.id)" {
      violations.append("order \(order.id) has another one's promise")
    }
    let lapsed = promised.subtracting(placed).subtracting(released)
    let figures =
      "\(promised.count) promises, \(promised.intersection(placed).count) for orders, \(released.count) given back, "
      + "\(lapsed.count) lapse, \(lapsed.intersection(alive).count) of them from nodes that live"
    return Check("what the bank has promised is ordered, given back, or lapses", figures, violations)
  }
}
