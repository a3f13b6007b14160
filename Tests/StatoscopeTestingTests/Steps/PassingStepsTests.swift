import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// Every step in a plan that passes.
@Suite struct PassingStepsTests {
  @Test func `events change the values of the root`() throws {
    try Shop.GIVEN { Shop() }
      .THEN(\.isOpen, equals: false)
      .WHEN(.open)
      .AND(.loadPrices)
      .THEN(\.isOpen, equals: true)
      .THEN(\.prices) { prices in #expect(prices.isEmpty) }
      .THEN { sut in #expect(sut.till != nil) }
      .runTest()
  }

  @Test func `a plan may begin with the free function`() throws {
    try GIVEN { Shop() }.THEN(\.isOpen, equals: false).runTest()
  }

  @Test func `events of a child and an optional child change their values`() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .WHEN(\.basket, .add("pear"))
      .AND(\.basket, .add("plum"))
      .WHEN(\.till, .ring)
      .AND(\.till, .ring)
      .THEN(\.basket.goods, equals: ["pear", "plum"])
      .THEN(\.till?.rings, equals: 2)
      .runTest()
  }

  @Test func `steps between WITH and POP address the child`() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .WITH(\.basket)
      .WHEN(.add("pear"))
      .THEN(\.goods, equals: ["pear"])
      .POP()
      .WITH(\.till)
      .WHEN(.ring)
      .WITH(\.drawer)
      .WHEN(.slide)
      .THEN(\.slides, equals: 1)
      .POP()
      .THEN(\.rings, equals: 1)
      .POP()
      .THEN(\.isOpen, equals: true)
      .runTest()
  }

  @Test func `a plan may end without POP`() throws {
    var goods: [[String]] = []
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .WITH(\.basket)
      .WHEN(.add("pear"))
      .THEN(\.goods) { goods.append($0) }
      .runTest()
    #expect(goods == [["pear"]])
  }

  @Test @MainActor func `a plan runs on a scope of the MainActor`() throws {
    try Lamp.GIVEN { Lamp() }
      .WHEN(.toggle)
      .THEN(\.isOn, equals: true)
      .FORK(.toggle) { sut in try sut.THEN(\.isOn, equals: false) }
      .runTest()
  }

  @Test func `a plan runs inside an actor`() async throws {
    try await Workshop().runPlan()
  }

  @Test func `a plan runs in asynchronous code off the main thread`() async throws {
    try await Task.detached {
      try await unreported {
        try Shop.GIVEN { Shop() }.WHEN(.loadPrices).THEN_EnqueuedEffect(LoadPrices(page: 1)).runTest()
      }
    }.value
  }
}

@MainActor private final class Lamp: @MainActor Scope {
  enum When { case toggle }
  var isOn = false
  func update(_ when: When) throws { isOn.toggle() }
}

private actor Workshop {
  func runPlan() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .WHEN(.loadPrices)
      .WHEN_EffectCompletes(LoadPrices.self, with: [1])
      .THEN(\.prices, equals: [1])
      .runTest()
  }
}
