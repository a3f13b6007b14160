import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// Every step in a plan that passes.
@Suite struct PassingStepsTests {
  @Test func `events and values of the root`() throws {
    try Shop.GIVEN { Shop() }
      .THEN(\.isOpen, equals: false)
      .WHEN(.open)
      .AND(.loadPrices)
      .THEN(\.isOpen, equals: true)
      .THEN(\.prices) { prices in #expect(prices.isEmpty) }
      .THEN { sut in #expect(sut.till != nil) }
      .runTest()
  }

  @Test func `a plan begins with the free function too`() throws {
    try GIVEN { Shop() }.THEN(\.isOpen, equals: false).runTest()
  }

  @Test func `events of a child and of an optional child`() throws {
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

  @Test func `steps between with and pop speak of the child`() throws {
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

  @Test func `a plan can end while it speaks of a child`() throws {
    var goods: [[String]] = []
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .WITH(\.basket)
      .WHEN(.add("pear"))
      .THEN(\.goods) { goods.append($0) }
      .runTest()
    #expect(goods == [["pear"]])
  }

  @Test func `a fork leaves the plan as it was`() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .FORK(.close) { sut in
        try sut.THEN(\.isOpen, equals: false)
      }
      .THEN(\.isOpen, equals: true)
      .runTest()
  }

  @Test func `forks nest and each starts on a fresh scope that went the same way`() throws {
    var made = 0
    var seen: [[String]] = []
    try Shop.GIVEN {
      made += 1
      return Shop()
    }
    .WHEN(.open)
    .FORK(\.basket, .add("a")) { sut in
      try sut
        .FORK(\.basket, .add("b")) { sut in
          try sut.THEN(\.basket.goods) { seen.append($0) }
        }
        .FORK(\.till, .ring) { sut in
          try sut.THEN(\.basket.goods) { seen.append($0) }
        }
        .THEN(\.basket.goods) { seen.append($0) }
    }
    .FORK(\.basket, .add("c")) { sut in
      try sut.THEN(\.basket.goods) { seen.append($0) }
    }
    .THEN(\.basket.goods) { seen.append($0) }
    .runTest()
    #expect(made == 5)
    #expect(seen == [[], ["a"], ["a", "b"], ["a"], ["c"]])
  }

  @Test func `a fork inside with speaks of the child and pops to the forked root`() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .WITH(\.basket)
      .FORK(.add("pear")) { sut in
        try sut
          .THEN(\.goods, equals: ["pear"])
          .POP()
          .WHEN(.close)
          .THEN(\.isOpen, equals: false)
      }
      .THEN(\.goods, equals: [])
      .POP()
      .THEN(\.isOpen, equals: true)
      .runTest()
  }

  @Test func `effects are listed end through their own maps and are not consumed by assertions`() throws {
    try Shop.GIVEN { Shop() }
      .THEN_NoEffects()
      .WHEN(.loadPrices)
      .THEN_EnqueuedEffect(LoadPrices(page: 1))
      .THEN_EnqueuedEffect(parameter: \LoadPrices.page, equals: 1)
      .THEN_NoEnqueuedEffect(OtherEffect.self)
      .THEN_EnqueuedEffect(LoadPrices(page: 1))
      .FORK_EffectFails(LoadPrices.self, with: Offline()) { sut in
        try sut.THEN(\.error, equals: "Offline()").THEN_NoEffects()
      }
      .FORK_EffectCompletes(LoadPrices.self, with: [9]) { sut in
        try sut.THEN(\.prices, equals: [9])
      }
      .WHEN_EffectCompletes(LoadPrices.self, with: [3, 4])
      .THEN(\.prices, equals: [3, 4])
      .THEN_NoEffects()
      .WHEN(.loadPrices)
      .WHEN_EffectFails(LoadPrices.self, with: Offline())
      .THEN(\.error, equals: "Offline()")
      .runTest()
  }

  @Test func `of two effects of one type the oldest ends first`() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.loadPrices)
      .WHEN_EffectCompletes(LoadPrices.self, with: [1])
      .WHEN(.loadPrices)
      .WHEN(.loadPrices)
      .WHEN_EffectCompletes(LoadPrices.self, with: [2])
      .WHEN_EffectCompletes(LoadPrices.self, with: [3])
      .THEN(\.prices, equals: [1, 2, 3])
      .THEN_NoEffects()
      .runTest()
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
