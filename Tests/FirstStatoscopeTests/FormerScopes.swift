// Scopes as users of the first Statoscope wrote them, in the Swift 5 mode that they write in.

import Foundation
import Statoscope
import StatoscopeCompatibility

#if canImport(Combine)
  import Combine
#endif

struct LoadTotal: Effect, Equatable {
  let page: Int
  func runEffect() async throws -> Int { page }
}

struct LoadOther: Effect, Equatable {
  func runEffect() async throws -> Int { 0 }
}

struct DateProvider: Injectable {
  var currentDate: () -> Date
  static var defaultValue: DateProvider { DateProvider(currentDate: Date.init) }
}

struct Currency: Equatable {
  var name: String
}

final class Shop: Statostore, Injectable, ObservableObject {
  enum When {
    case systemLoadsScope
    case totalLoaded(Int)
    case userOpensCart
    case userClosesCart
  }

  @Published var viewShowsTotal: Int = 0
  @Subscope var cart: Cart?
  @Subscope var till = Till()
  static var defaultValue: Shop { Shop() }

  func update(_ when: When) throws {
    switch when {
    case .systemLoadsScope:
      if effectsState.effects.isEmpty {
        effectsState.enqueue(LoadTotal(page: 1).map(When.totalLoaded))
      }
    case .totalLoaded(let total):
      guard total >= 0 else { throw InvalidStateError() }
      viewShowsTotal = total
    case .userOpensCart:
      cart = Cart()
    case .userClosesCart:
      guard cart != nil else { throw InvalidStateError() }
      cart = nil
    }
  }
}

final class Cart: Statostore, ObservableObject {
  enum When {
    case systemLoadsScope
    case pricesLoaded(Int)
    case userTappedClose
  }

  @Published var viewShowsPrice: Int?
  @Superscope var shop: Shop
  @Injected(DateProvider.self) var date: DateProvider
  @InjectedWithDefault(Currency(name: "euro")) var currency: Currency

  func update(_ when: When) throws {
    switch when {
    case .systemLoadsScope:
      effectsState.enqueue(LoadTotal(page: 2).map(When.pricesLoaded))
    case .pricesLoaded(let price):
      viewShowsPrice = price
    case .userTappedClose:
      try shop.sendUnsafe(.userClosesCart)
    }
  }
}

final class Till: DummyScopeImplementation {
  typealias When = Void
}

/// A node of the tree without events of its own.
final class Branch: InjectionTreeNode, Injectable, ObservableObject {
  @Subscope var till: Till? = Till()
  static var defaultValue: Branch { Branch() }
}

/// Wraps its own events and those below it, each with its type.
final class Chain: Statostore, HierarchialScopeMiddleWare {
  enum When { case nothing }
  @Subscope var shop = Shop()
  @Subscope var inner: Chain?
  var paths: [String] = []
  var events: [String] = []
  var isClosed = false
  var opensNoCart = false
  var addsTax = false

  func update(_ when: When) throws {}

  func updateSubscope<SubWhen: Sendable>(_ whenFromSubscope: WhenFromSubscope<SubWhen>) throws {
    paths.append(whenFromSubscope.subscopeKeyPath)
    events.append("\(whenFromSubscope.when)")
    guard !isClosed else { return }
    if opensNoCart, case .userOpensCart? = whenFromSubscope.when as? Shop.When,
      let other = Shop.When.systemLoadsScope as? SubWhen
    {
      try whenFromSubscope.subscope()._unsafeSendImplementation(other)
    } else if addsTax, case .pricesLoaded(let price)? = whenFromSubscope.when as? Cart.When,
      let taxed = Cart.When.pricesLoaded(price + 1) as? SubWhen
    {
      try whenFromSubscope.subscope()._unsafeSendImplementation(taxed)
    } else if whenFromSubscope.when is Shop.When {
      try whenFromSubscope.subscope()._unsafeSendImplementation(whenFromSubscope.when)
    } else {
      try whenFromSubscope.forward()
    }
  }
}

/// Wraps its own events, and has no scope below it.
final class Bell: Statostore, HierarchialScopeMiddleWare {
  enum When { case ring }
  var rings = 0
  var wrapped = 0

  func update(_ when: When) throws { rings += 1 }

  func updateSubscope<SubWhen: Sendable>(_ whenFromSubscope: WhenFromSubscope<SubWhen>) throws {
    wrapped += 1
    try whenFromSubscope.forward()
  }
}

/// What a scope was called where it is a parameter.
func eventCount<S: ScopeImplementation>(of scope: S) -> Int { scope.effects.count }

func effectCount<S: StoreProtocol>(of store: S) -> Int { store.effects.count }
