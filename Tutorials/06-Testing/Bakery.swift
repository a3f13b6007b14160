import Statoscope

/// A bakery, for the examples: it takes an order, bakes it in its ovens, and puts what it made on the shelf.
final class Bakery: Scope {
  enum When {
    case open
    case userOrders(String, pieces: Int)
    case userPays(cents: Int)
    case baked(Result<[String], any Error>)
    case close
  }

  struct Order: Equatable {
    var cake = "none"
    var pieces = 0
    var price = Price(cents: 0)
  }

  struct Price: Equatable {
    var cents: Int
    var isPaid = false
  }

  private(set) var isOpen = false
  private(set) var order = Order()
  private(set) var shelf = ["rye", "rolls", "pretzels", "brioche", "baguette", "ciabatta"]
  private(set) var notice = "We are closed."
  @Subscope var ovens = [Oven(), Oven()]

  func update(_ when: When) throws {
    switch when {
    case .open:
      isOpen = true
      notice = "Good morning. Our bread is baked at night, from flour that was milled the day before in Ulm."
    case .userOrders(let cake, let pieces):
      guard isOpen else { throw InvalidStateError() }
      order = Order(cake: cake, pieces: pieces, price: Price(cents: 450 * pieces))
      effectsState.enqueue(Bake(cake: cake, pieces: pieces).mapToResult().map(When.baked))
    case .userPays(let cents):
      order.price.cents -= cents
      order.price.isPaid = order.price.cents == 0
    case .baked(.success(let pieces)):
      shelf.insert(contentsOf: pieces, at: 3)
    case .baked(.failure):
      order = Order()
    case .close:
      isOpen = false
    }
  }
}

/// One oven of a bakery.
final class Oven: Scope {
  enum When {
    case heat(degrees: Int)
    case watch
    case unwatch
    case heated(Int)
  }

  private(set) var degrees = 20
  private(set) var isOn = false
  private var onHeated: (() -> Void)?

  func update(_ when: When) throws {
    switch when {
    case .heat(let degrees):
      isOn = true
      effectsState.enqueue(Heat(degrees: degrees).map(When.heated))
    case .watch:
      // A mistake: the closure keeps the oven, which keeps the closure.
      onHeated = { self.isOn = false }
    case .unwatch:
      onHeated = nil
    case .heated(let degrees):
      self.degrees = degrees
      onHeated?()
    }
  }
}

/// Bakes a number of cakes.
struct Bake: Effect, Equatable {
  let cake: String
  let pieces: Int
  func runEffect() async throws -> [String] { Array(repeating: cake, count: pieces) }
}

/// Heats an oven.
struct Heat: Effect, Equatable {
  let degrees: Int
  func runEffect() async throws -> Int { degrees }
}

/// Why an order makes no sense.
struct Debt: Error {
  let cents: Int
}

/// Why a cake was not baked.
struct Burnt: Error {}
