import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// A small tree for the tests of former steps: a kiosk, its basket with an effect of its own, and a till that may be
/// closed.
final class Kiosk: Scope, ObservableObject {
  enum When {
    case open
    case close
    case loadPrices
    case loadOtherPrices
    case pricesLoaded([Int])
  }

  @Published var isOpen = false
  @Published var prices: [Int] = []
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
    case .loadPrices: effectsState.enqueue(LoadPrices(page: prices.count + 1).map(When.pricesLoaded))
    case .loadOtherPrices: effectsState.enqueue(LoadPrices(page: 0).map(When.pricesLoaded))
    case .pricesLoaded(let loaded): prices += loaded
    }
  }
}

final class Basket: Scope {
  enum When {
    case add(String)
    case weigh
    case weighed(Int)
  }

  private(set) var goods: [String] = []
  private(set) var weight = 0
  @Superscope var kiosk: Kiosk?

  func update(_ when: When) throws {
    switch when {
    case .add(let good):
      guard kiosk?.isOpen == true else { throw InvalidStateError() }
      goods.append(good)
    case .weigh: effectsState.enqueue(OtherEffect().map(When.weighed))
    case .weighed(let weight): self.weight = weight
    }
  }
}

final class Till: Scope {
  enum When { case ring }
  var rings = 0
  func update(_ when: When) throws { rings += 1 }
}

struct LoadPrices: Effect, Equatable, CustomStringConvertible {
  let page: Int
  func runEffect() async throws -> [Int] { [page] }
  var description: String { "LoadPrices(page: \(page))" }
}

struct OtherEffect: Effect, Equatable {
  func runEffect() async throws -> Int { 0 }
}
