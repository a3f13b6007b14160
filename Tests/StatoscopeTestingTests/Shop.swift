import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// A small tree for the tests of flow tests: a shop, its basket, and a till that may be closed.
final class Shop: Scope, ObservableObject {
  enum When {
    case open
    case close
    case loadPrices
    case pricesLoaded(Result<[Int], any Error>)
    case loadUnmapped
  }

  @Published var isOpen = false
  @Published var prices: [Int] = []
  @Published var error: String?
  @Subscope var basket = Basket()
  @Subscope var till: Till?

  func update(_ when: When) throws {
    switch when {
    case .open:
      guard !isOpen else { throw InvalidStateError() }
      isOpen = true
      till = Till()
    case .close:
      isOpen = false
      till = nil
    case .loadPrices:
      effectsState.enqueue(LoadPrices(page: prices.count + 1).mapToResult().map(When.pricesLoaded))
    case .pricesLoaded(.success(let prices)):
      self.prices += prices
    case .pricesLoaded(.failure(let error)):
      self.error = "\(error)"
    case .loadUnmapped:
      effectsState.enqueue(LoadPrices(page: 0).map { .pricesLoaded(.success($0)) })
    }
  }
}

final class Basket: Scope, ObservableObject {
  enum When {
    case add(String)
    case empty
  }

  @Published var goods: [String] = []
  @Superscope var shop: Shop?

  func update(_ when: When) throws {
    switch when {
    case .add(let good):
      guard shop?.isOpen == true else { throw InvalidStateError() }
      goods.append(good)
    case .empty:
      goods = []
    }
  }
}

final class Till: Scope {
  enum When { case ring }
  var rings = 0
  @Subscope var drawer = Drawer()
  func update(_ when: When) throws { rings += 1 }
}

final class Drawer: Scope {
  enum When { case slide }
  var slides = 0
  func update(_ when: When) throws { slides += 1 }
}

struct LoadPrices: Effect, Equatable, CustomStringConvertible {
  let page: Int
  func runEffect() async throws -> [Int] { [page] }
  var description: String { "LoadPrices(page: \(page))" }
}

struct OtherEffect: Effect, Equatable {
  func runEffect() async throws -> Int { 0 }
}
