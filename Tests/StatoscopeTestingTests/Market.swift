import Statoscope

/// A tree with children in arrays and dictionaries, which have effects of their own, for the tests of flow tests.
final class Market: Scope {
  enum When {
    case addStall(String)
    case addGuard(String)
    case close
    case load
    case loadInLine(Int)
    case loaded(Result<[String], any Error>)
    case unload
    case restock(String)
  }

  var name = "Harbour"
  var hours = Hours()
  private(set) var isLit = false
  private(set) var isOpen = false
  private(set) var goods: [String] = []
  private(set) var error: String?
  @Subscope var stalls: [Stall] = []
  @Subscope var guards: [String: Stall] = [:]
  @Subscope var office = Stall(name: "office")

  var summary: String { "\(goods.count) goods" }

  func update(_ when: When) throws {
    switch when {
    case .addStall(let name):
      stalls.append(Stall(name: name))
      isLit = true
      isOpen = true
    case .addGuard(let name):
      guards[name] = Stall(name: name)
    case .close:
      guard isOpen else { throw InvalidStateError() }
      isOpen = false
      stalls = []
    case .load:
      effectsState.enqueue(LoadGoods(page: goods.count).mapToResult().map(When.loaded))
    case .loadInLine(let page):
      effectsState.enqueue(
        LoadGoods(page: page).mapToResult().map(When.loaded),
        id: "line",
        policy: .queue
      )
    case .loaded(.success(let goods)):
      self.goods += goods
    case .loaded(.failure(let error)):
      self.error = "\(error)"
    case .unload:
      effectsState.cancelAllEffects()
    case .restock(let good):
      hours.opens = 9
      // No one hears of it when the office refuses.
      office.send(.price(good.count))
    }
  }
}

struct Hours: Equatable {
  var opens = 8
  var closes = 18
}

final class Stall: Scope {
  enum When {
    case price(Int)
    case appraise(Int)
    case appraised(Int)
  }

  let name: String
  private(set) var prices: [Int] = []

  init(name: String) {
    self.name = name
  }

  func update(_ when: When) throws {
    switch when {
    case .price(let price):
      guard price > 0 else { throw InvalidStateError() }
      prices.append(price)
    case .appraise(let lot):
      effectsState.enqueue(Appraise(lot: lot).map(When.appraised))
    case .appraised(let price):
      prices.append(price)
    }
  }
}

struct LoadGoods: Effect, Equatable {
  let page: Int
  func runEffect() async throws -> [String] { [] }
}

struct Appraise: Effect, Equatable {
  let lot: Int
  func runEffect() async throws -> Int { lot }
}
