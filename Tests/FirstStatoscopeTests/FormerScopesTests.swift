import Foundation
import Statoscope
import StatoscopeCompatibility
import XCTest

/// The names of the first Statoscope's scopes, each at work.
final class FormerScopesTests: XCTestCase {
  func testAScopeIsAStatostore() throws {
    let shop = Shop()
    try shop.sendUnsafe(.totalLoaded(3))
    try shop._unsafeSendImplementation(.totalLoaded(4))
    XCTAssertEqual(shop.viewShowsTotal, 4)
    XCTAssertThrowsError(try shop.sendUnsafe(.totalLoaded(-1)))
    XCTAssertEqual(eventCount(of: shop) + effectCount(of: shop), 0)
  }

  func testAScopeWithoutAnUpdateDoesNothing() {
    let branch = Branch().injectObject(Currency(name: "mark"))
    branch.till?.send(())
    XCTAssertEqual(try branch.till?.resolve(Currency.self), Currency(name: "mark"))
    XCTAssertEqual(branch.till?.selfRootKeyPath, "\\.till")
  }

  func testAMiddlewareWrapsTheUpdate() {
    var seen: [String] = []
    let shop = Shop()
      .addMiddleWare { _, when, forward in
        seen.append("\(when)")
        try forward(when)
      }
      .addMiddleWare { _, when -> Shop.When? in
        if case .totalLoaded(let total) = when { return .totalLoaded(total + 1) }
        return nil
      }
    shop.send(.totalLoaded(1)).send(.userOpensCart)
    XCTAssertEqual(shop.viewShowsTotal, 2)
    XCTAssertNil(shop.cart)
    XCTAssertEqual(seen, ["totalLoaded(2)"])
  }

  func testAParentWrapsItsOwnEventsAndThoseBelowIt() {
    let chain = Chain()
    chain.send(.nothing)
    chain.shop.send(.userOpensCart)
    chain.shop.cart?.send(.pricesLoaded(5))
    XCTAssertEqual(chain.paths, ["\\.self", "\\.shop", "\\.cart"])
    XCTAssertEqual(chain.events, ["nothing", "userOpensCart", "pricesLoaded(5)"])
    XCTAssertEqual(chain.shop.cart?.viewShowsPrice, 5)
    chain.isClosed = true
    chain.shop.cart?.send(.pricesLoaded(6))
    XCTAssertEqual(chain.shop.cart?.viewShowsPrice, 5)
  }

  func testAScopeWithoutChildrenWrapsItsOwnEvents() {
    for _ in 1...2 {
      let bell = Bell()
      bell.send(.ring).send(.ring)
      XCTAssertEqual(bell.wrapped, 2)
      XCTAssertEqual(bell.rings, 2)
    }
  }

  func testOnlyTheNearestParentWraps() {
    let chain = Chain()
    let inner = Chain()
    chain.inner = inner
    inner.send(.nothing)
    inner.shop.send(.totalLoaded(1))
    XCTAssertEqual(inner.paths, ["\\.inner", "\\.shop"])
    XCTAssertEqual(chain.paths, [])
  }

  func testAParentSendsAnotherEventInPlaceOfOneBelowIt() {
    let chain = Chain().injectObject(EffectsExecution.enqueueOnly)
    chain.opensNoCart = true
    chain.shop.send(.userOpensCart)
    XCTAssertNil(chain.shop.cart)
    XCTAssertEqual(chain.shop.effects.count, 1)
    XCTAssertEqual(chain.events, ["userOpensCart"])
  }

  func testAParentChangesEachEventOnce() {
    let chain = Chain()
    chain.shop.send(.userOpensCart)
    chain.addsTax = true
    var received: [String] = []
    chain.shop.cart?.addMiddleWare { _, when, forward in
      received.append("\(when)")
      try forward(when)
    }
    chain.shop.cart?.send(.pricesLoaded(5))
    XCTAssertEqual(chain.shop.cart?.viewShowsPrice, 6)
    XCTAssertEqual(received, ["pricesLoaded(6)"])
    XCTAssertEqual(chain.events, ["userOpensCart", "pricesLoaded(5)"])
  }

  func testInjection() throws {
    let cart = Cart().injectObject(DateProvider { Date(timeIntervalSince1970: 5) })
    XCTAssertEqual(cart.date.currentDate(), Date(timeIntervalSince1970: 5))
    XCTAssertEqual(cart.currency, Currency(name: "euro"))
    cart.injectObject(Currency(name: "franc"))
    XCTAssertEqual(cart.currency, Currency(name: "franc"))
    let date: DateProvider = cart.resolve()
    XCTAssertEqual(date.currentDate(), Date(timeIntervalSince1970: 5))
    let currency: Currency = try cart.resolveUnsafe()
    XCTAssertEqual(currency, Currency(name: "franc"))
    XCTAssertThrowsError(try { let _: Int = try cart.resolveUnsafe() }())
  }

  func testASuperscopeIsGivenToAScope() {
    let (first, second) = (Shop(), Shop())
    let cart = Cart().injectSuperscopeForTesting(first)
    XCTAssertTrue(cart.shop === first)
    cart.shop = second
    XCTAssertTrue(cart.shop === second)
    let shop = Shop().send(.userOpensCart)
    XCTAssertTrue(shop.cart?.shop === shop)
    shop.cart?.injectSuperscopeForTesting(first)
    XCTAssertTrue(shop.cart?.shop === first)
  }

  func testAnEffectSaysWhatItIs() {
    XCTAssertEqual(LoadTotal(page: 1).map { "\($0)" }.debugDescription, "LoadTotal(page: 1): String")
  }

  func testTheLogIsReplaced() {
    // What receives lines may be called from any thread.
    final class Lines: @unchecked Sendable {
      private let lock = NSLock()
      private var lines: [String] = []
      var all: [String] { lock.withLock { lines } }
      func append(_ line: String) { lock.withLock { lines.append(line) } }
    }
    let lines = Lines()
    let former = StatoscopeLogger.logLevel
    XCTAssertNil(StatoscopeLogger.logReplacement)
    StatoscopeLogger.logLevel = LogLevel.basic
    StatoscopeLogger.logReplacement = { level, _ in lines.append("\(level)") }
    XCTAssertNotNil(StatoscopeLogger.logReplacement)
    Shop().send(.totalLoaded(1))
    StatoscopeLogger.logReplacement = nil
    XCTAssertEqual(lines.all, ["when", "state", "state", "stateDiff"])
    XCTAssertEqual(StatoscopeLogger.logLevel, [.errors, .when])
    StatoscopeLogger.logLevel = former
    XCTAssertEqual(LogLevel.all, [.errors, .when, .effects, .stateDiff, .injection])
    XCTAssertEqual(LogLevel.verbose, [.errors, .when, .effects, .stateDiff, .injection, .state])
  }

  /// It holds for the process, so it is only compiled here.
  func effectsAreOnlyListed() {
    scopeEffectsDisabledInUnitTests = true
  }
}
