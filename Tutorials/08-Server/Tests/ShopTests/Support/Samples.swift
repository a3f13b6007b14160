import Statoscope
import StatoscopeTesting

@testable import shop

extension Card {
  static let good = Card(number: "4242 4242 4242 4242")
}

extension Order {
  static let sample = Order(
    id: "order 1",
    quantities: ["lamp": 1],
    total: 38_00,
    authorisation: Authorisation(code: "for order 1")
  )
}

extension SessionID {
  static func sample(_ digit: Character = "a") -> SessionID {
    guard let id = SessionID(String(repeating: digit, count: 32)) else { fatalError("\(digit) is no digit") }
    return id
  }
}

extension Shop {
  /// A shop in memory with one lamp and ten whistles, whose orders are numbered.
  static func sample(clock: any Clock<Duration> = ContinuousClock()) throws -> Shop {
    let shop = Shop(
      storage: .inMemory(),
      clock: ShopClock(clock),
      numbers: OrderNumbers { "order 1" }
    )
    try shop.storage.write(["lamp": 1, "whistle": 10], forKey: StoredKey.stock)
    return shop
  }

  /// What the store says, whatever a session says.
  func stored<Value: Codable & Sendable>(_ type: Value.Type, _ key: String) throws -> Value? {
    try storage.read(type, forKey: key)
  }
}

/// Does what a visitor does until the card for a lamp is entered.
func payingForALamp(_ session: SessionID = .sample(), in shop: Shop) throws -> WithPlan<
  TestPlan<Visit>, Checkout
> {
  try Visit.GIVEN { shop.visit(session) }
    .WHEN(\.cart, .visitorAdded("lamp"))
    .WHEN(.visitorOpenedCheckout)
    .WITH(\.checkout)
    .WHEN(.visitorPaid(.good))
}
