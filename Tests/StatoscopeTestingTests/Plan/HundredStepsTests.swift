import Statoscope
import StatoscopeTesting
import Testing

/// A plan of 100 steps of every kind: `.ci/compile-time` checks how long it takes to type-check.
@Suite struct HundredStepsTests {
  @Test func `a plan of a hundred steps runs`() throws {
    try Checkout.GIVEN { Checkout() }
      .WHEN(.add("pear"))
      .THEN(\.goods, equals: ["pear"])
      .AND(.add("plum"))
      .THEN(\.goods.count, equals: 2)
      .THEN(\.total) { total in #expect(total == 2.5) }
      .WHEN(.pay)
      .THEN_EnqueuedEffect(Payment(amount: 2.5, currency: "EUR"))
      .THEN_EnqueuedEffect(parameter: \Payment.amount, equals: 2.5)
      .THEN(\.error, equals: nil)
      .FORK_EffectFails(Payment.self, with: Declined()) { sut in
        try sut.THEN(\.error, equals: "declined")
      }
      .WHEN_EffectCompletes(Payment.self, with: 7)
      .THEN(\.receipt, equals: 7)
      .THEN_NoEffects()
      .WHEN(\.drawer, .open)
      .WITH(\.drawer)
      .THEN(\.isOpen, equals: true)
      .WHEN(.close)
      .THEN(\.isOpen, equals: false)
      .POP()
      .FORK(.refuse) { sut in
        try sut.THEN(\.goods, equals: [])
      }
      .WHEN_Throws(\.drawer, .close)
      .THEN_Nil(\.error)
      .WHEN(.reset)
      .THEN { sut in #expect(sut.goods.isEmpty) }
      .THEN(\.receipt, equals: nil)
      .WHEN(.add("pear"))
      .THEN(\.goods, equals: ["pear"])
      .AND(.add("plum"))
      .THEN(\.goods.count, equals: 2)
      .THEN(\.total) { total in #expect(total == 2.5) }
      .WHEN(.pay)
      .THEN_EnqueuedEffect(Payment(amount: 2.5, currency: "EUR"))
      .THEN_EnqueuedEffect(parameter: \Payment.amount, equals: 2.5)
      .THEN(\.error, equals: nil)
      .FORK_EffectFails(Payment.self, with: Declined()) { sut in
        try sut.THEN(\.error, equals: "declined")
      }
      .WHEN_EffectCompletes(Payment.self, with: 7)
      .THEN(\.receipt, equals: 7)
      .THEN_NoEffects()
      .WHEN(\.drawer, .open)
      .WITH(\.drawer)
      .THEN(\.isOpen, equals: true)
      .WHEN(.close)
      .THEN(\.isOpen, equals: false)
      .POP()
      .FORK(.refuse) { sut in
        try sut.THEN(\.goods, equals: [])
      }
      .WHEN_Throws(\.drawer, .close)
      .THEN_Nil(\.error)
      .WHEN(.reset)
      .THEN { sut in #expect(sut.goods.isEmpty) }
      .THEN(\.receipt, equals: nil)
      .WHEN(.add("pear"))
      .THEN(\.goods, equals: ["pear"])
      .AND(.add("plum"))
      .THEN(\.goods.count, equals: 2)
      .THEN(\.total) { total in #expect(total == 2.5) }
      .WHEN(.pay)
      .THEN_EnqueuedEffect(Payment(amount: 2.5, currency: "EUR"))
      .THEN_EnqueuedEffect(parameter: \Payment.amount, equals: 2.5)
      .THEN(\.error, equals: nil)
      .FORK_EffectFails(Payment.self, with: Declined()) { sut in
        try sut.THEN(\.error, equals: "declined")
      }
      .WHEN_EffectCompletes(Payment.self, with: 7)
      .THEN(\.receipt, equals: 7)
      .THEN_NoEffects()
      .WHEN(\.drawer, .open)
      .WITH(\.drawer)
      .THEN(\.isOpen, equals: true)
      .WHEN(.close)
      .THEN(\.isOpen, equals: false)
      .POP()
      .FORK(.refuse) { sut in
        try sut.THEN(\.goods, equals: [])
      }
      .WHEN_Throws(\.drawer, .close)
      .THEN_Nil(\.error)
      .WHEN(.reset)
      .THEN { sut in #expect(sut.goods.isEmpty) }
      .THEN(\.receipt, equals: nil)
      .WHEN(.add("pear"))
      .THEN(\.goods, equals: ["pear"])
      .AND(.add("plum"))
      .THEN(\.goods.count, equals: 2)
      .THEN(\.total) { total in #expect(total == 2.5) }
      .WHEN(.pay)
      .THEN_EnqueuedEffect(Payment(amount: 2.5, currency: "EUR"))
      .THEN_EnqueuedEffect(parameter: \Payment.amount, equals: 2.5)
      .THEN(\.error, equals: nil)
      .FORK_EffectFails(Payment.self, with: Declined()) { sut in
        try sut.THEN(\.error, equals: "declined")
      }
      .WHEN_EffectCompletes(Payment.self, with: 7)
      .THEN(\.receipt, equals: 7)
      .THEN_NoEffects()
      .WHEN(\.drawer, .open)
      .WITH(\.drawer)
      .THEN(\.isOpen, equals: true)
      .WHEN(.close)
      .THEN(\.isOpen, equals: false)
      .POP()
      .FORK(.refuse) { sut in
        try sut.THEN(\.goods, equals: [])
      }
      .WHEN_Throws(\.drawer, .close)
      .THEN_Nil(\.error)
      .WHEN(.reset)
      .THEN { sut in #expect(sut.goods.isEmpty) }
      .THEN(\.receipt, equals: nil)
      .runTest()
  }
}

private struct Declined: Error {}

private struct Payment: Effect, Equatable {
  let amount: Double
  let currency: String
  func runEffect() async throws -> Int { 7 }
}

private final class Checkout: Scope {
  enum When {
    case add(String)
    case pay
    case paid(Result<Int, any Error>)
    case refuse
    case reset
  }

  private(set) var goods: [String] = []
  private(set) var total = 0.0
  private(set) var receipt: Int?
  private(set) var error: String?
  @Subscope var drawer = Drawer()

  func update(_ when: When) throws {
    switch when {
    case .add(let good):
      goods.append(good)
      total += 1.25
    case .pay:
      effectsState.enqueue(Payment(amount: total, currency: "EUR").mapToResult().map(When.paid))
    case .paid(.success(let receipt)):
      self.receipt = receipt
    case .paid(.failure):
      error = "declined"
    case .refuse:
      goods = []
    case .reset:
      (goods, total, receipt) = ([], 0, nil)
    }
  }

  final class Drawer: Scope {
    enum When {
      case open
      case close
    }

    private(set) var isOpen = false

    func update(_ when: When) throws {
      guard isOpen != (when == .open) else { throw InvalidStateError() }
      isOpen = when == .open
    }
  }
}
