import Foundation
import NIOPosix
import ShopDomain
import Synchronization

/// Many visitors who buy, each with an open window, and what became of every attempt.
///
/// Some walkers go from visitor to visitor; for each they fill a cart, check out, pay, and look at the window for what
/// came of it. Where the server dies meanwhile, an attempt may have succeeded or not.
package final class Walk: Sendable {
  /// One visitor, with what is known of the orders.
  package final class Visitor: Sendable {
    package let session: SessionID
    /// The session with its signature, as the browser sends it.
    fileprivate let cookie: String
    package let window: EventStream
    private let record = Mutex(Record())

    fileprivate init(cookie: String, port: Int) throws {
      self.cookie = cookie
      session = try SessionID(inCookie: cookie)
      window = EventStream(port: port, session: cookie)
    }

    /// The orders that the window has shown.
    package var confirmed: Set<Order.ID> { record.withLock { $0.confirmed } }
    /// How many attempts to pay were sent.
    package var payments: Int { record.withLock { $0.payments } }

    fileprivate func withRecord<Result: Sendable>(_ body: (inout sending Record) -> sending Result) -> Result
    {
      record.withLock(body)
    }
  }

  fileprivate struct Record: Sendable {
    var confirmed: Set<Order.ID> = []
    var payments = 0
    var isBusy = false
  }

  package let visitors: [Visitor]
  private let port: Int
  private let catalogue: Catalogue
  private let next = Atomic(0)
  private let attempts = Atomic(0)

  /// Begins with a look at the shop for each visitor.
  package init(visitors count: Int, port: Int, catalogue: Catalogue) async throws {
    self.port = port
    self.catalogue = catalogue
    let browser = try await HTTPConnection(port: port)
    var visitors: [Visitor] = []
    for _ in 0..<count { visitors.append(try Visitor(cookie: try await browser.visit(), port: port)) }
    await browser.close()
    self.visitors = visitors
  }

  /// How many attempts to buy were made.
  package var count: Int { attempts.load(ordering: .relaxed) }

  /// Buys until it is said to be enough.
  ///
  /// - Parameters:
  ///   - walkers: how many buy at the same time.
  ///   - isEnough: is asked before each attempt.
  package func run(walkers: Int, until isEnough: @escaping @Sendable () -> Bool) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<walkers {
        group.addTask {
          var connection: HTTPConnection?
          while !isEnough() {
            let number = self.next.add(1, ordering: .relaxed).oldValue % self.visitors.count
            connection = await self.buy(as: self.visitors[number], on: connection)
          }
          await connection?.close()
        }
      }
    }
  }

  /// One attempt to buy; returns the connection, or nil when it was lost.
  private func buy(as visitor: Visitor, on known: HTTPConnection?) async -> HTTPConnection? {
    let isFree = visitor.withRecord { record in
      defer { record.isBusy = true }
      return !record.isBusy
    }
    guard isFree else { return known }
    defer { visitor.withRecord { $0.isBusy = false } }
    attempts.add(1, ordering: .relaxed)
    let window = visitor.window
    let connections = window.connections
    do {
      let connection = if let known { known } else { try await HTTPConnection(port: port) }
      try await buy(as: visitor, on: connection)
      return connection
    } catch  where known != nil {
      // The server may only have closed this one.
      return nil
    } catch {
      // It is not there: it will be when the window has found it.
      await window.wait { _, found in found > connections }
      return nil
    }
  }

  private func buy(as visitor: Visitor, on connection: HTTPConnection) async throws {
    let (session, window, known) = (visitor.cookie, visitor.window, visitor.confirmed)
    guard let product = catalogue.products.randomElement()?.id else { return }
    _ = try await connection.post("/cart/add", session: session, form: "product=\(product)")
    guard try await connection.post("/checkout", session: session).status == 204 else { return }
    let connections = window.connections
    visitor.withRecord { $0.payments += 1 }
    let answer = try await connection.post("/checkout/pay", session: session, form: "card=4242424242424242")
    guard answer.status == 204 else { return }
    // An order, a problem, or a server that knows nothing of the payment any more.
    await window.wait { event, found in
      guard found == connections else { return true }
      guard let page = Page(message: event) else { return false }
      return page.orders.count > known.count || page.checkout?.problem != nil
    }
    guard let page = Page(message: window.latest) else { return }
    visitor.withRecord { $0.confirmed.formUnion(page.orders.map(\.id)) }
    if page.checkout != nil { _ = try await connection.post("/checkout/close", session: session) }
  }
}

extension SessionID {
  /// The text is no cookie of the shop.
  package struct NoCookie: Error {
    package let text: String
  }

  /// The id in a cookie of the shop, without its signature.
  package init(inCookie cookie: String) throws {
    guard let session = SessionID(cookie.prefix { $0 != "." }) else { throw NoCookie(text: cookie) }
    self = session
  }
}

extension Page {
  /// The page in an event; nil when it is none.
  package init?(message: String) {
    guard let page = try? JSONDecoder().decode(Page.self, from: Data(message.utf8)) else { return nil }
    self = page
  }
}
