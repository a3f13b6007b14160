import Foundation
import Synchronization

/// A visitor of the shop who buys again and again, and notes each order that a page has shown.
final class Visitor: Sendable {
  private let browser: Browser
  private let cookie: String
  private let seen = Mutex<[String: Int]>([:])

  /// How long a visitor looks for what becomes of a payment.
  private static let looks = 40

  /// Begins with a look at the shop.
  init(_ browser: Browser) async throws {
    guard let cookie = await browser.ask("/", cookie: nil).cookie else {
      throw Hosts.Failure(errorDescription: "The shop has given a visitor no cookie.")
    }
    (self.browser, self.cookie) = (browser, cookie)
  }

  /// The orders that were shown, with the number of products in each.
  var shown: [String: Int] { seen.withLock { $0 } }

  /// Buys until the browser is closed, with a pause between attempts.
  func buy(every pause: Duration) async {
    try? await Task.sleep(for: pause * Double.random(in: 0...1))
    while !browser.isClosed {
      await buy()
      try? await Task.sleep(for: pause * Double.random(in: 0.5...1.5))
    }
  }

  private func buy() async {
    let products = ["compass", "chart", "lamp", "rope", "whistle", "almanac"]
    for _ in 1...Int.random(in: 1...3) {
      await post("/cart/add", "product=\(products.randomElement() ?? "")")
    }
    await post("/checkout")
    // One card of twenty is declined.
    let isPaid = await post(
      "/checkout/pay",
      "card=\(Int.random(in: 0..<20) == 0 ? "4000000000000002" : "4242424242424242")"
    )
    let count = shown.count
    if isPaid {
      for _ in 0..<Visitor.looks {
        guard let page = await look(), page.orders.count <= count, page.isPaying else { break }
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
    await post("/checkout/close")
  }

  /// Looks at the page; nil when there is none.
  @discardableResult
  func look() async -> ShownPage? {
    let answer = await browser.ask("/", cookie: cookie)
    guard answer.status == 200 else { return nil }
    let page = ShownPage(html: answer.body)
    seen.withLock { $0.merge(page.orders) { $1 } }
    return page
  }

  @discardableResult
  private func post(_ path: String, _ form: String = "") async -> Bool {
    await browser.ask(path, cookie: cookie, form: form).status == 204
  }
}

/// The numbers in the HTML of a visitor's page.
struct ShownPage: Sendable {
  private(set) var stock: [String: Int] = [:]
  /// The number of products of each order.
  private(set) var orders: [String: Int] = [:]
  let isPaying: Bool

  init(html: String) {
    for match in html.matches(of: /data-left="([a-z]+)">(\d+)</) { stock["\(match.1)"] = Int(match.2) }
    for match in html.matches(of: /<code>([^<]+)<\/code>: (\d+) for/) { orders["\(match.1)"] = Int(match.2) }
    isPaying = html.contains(" is being asked…") || html.contains(" is being placed…")
  }
}

/// What the store has.
struct Books {
  private struct Order: Decodable {
    let id: String
    let quantities: [String: Int]
  }

  private(set) var stock: [String: Int] = [:]
  /// The number of products of each order, as often as it is there.
  private(set) var orders: [(id: String, count: Int)] = []
  /// What was sold and what is left.
  private(set) var all: [String: Int] = [:]

  /// - Parameter file: a line for each key, with its value in Base64.
  init(file: String) throws {
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let value = Data(base64Encoded: String(parts[1])) else { continue }
      if parts[0] == "stock" { stock = try JSONDecoder().decode([String: Int].self, from: value) }
      guard parts[0].hasSuffix("/orders") else { continue }
      for order in try JSONDecoder().decode([Order].self, from: value) {
        orders.append((order.id, order.quantities.values.reduce(0, +)))
        all.merge(order.quantities, uniquingKeysWith: +)
      }
    }
    all.merge(stock, uniquingKeysWith: +)
  }
}
