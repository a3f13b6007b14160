import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Forks: other paths of a plan, each on a fresh scope.
@Suite struct ForkTests {
  @Test func `a fork does not change the plan`() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .FORK(.close) { sut in
        try sut.THEN(\.isOpen, equals: false)
      }
      .THEN(\.isOpen, equals: true)
      .runTest()
  }

  @Test func `forks nest, and each starts on a fresh scope with the same steps`() throws {
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

  @Test func `a fork inside WITH addresses the child, and POP the fork's root`() throws {
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

  /// Forks lost the plan's configuration.
  @Test(.lesson(14))
  func `forks have the plan's configuration`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .configure(exhaustivity: .on)
        .configure(clearEffectsOnEveryWhenOrEnd: true)
        .FORK(.load) { sut in
          try sut
            .THEN_EnqueuedEffect(LoadGoods(page: 0))
            .FORK(.loadInLine(1)) { sut in
              try sut
                .THEN_NoEnqueuedEffect(LoadPrices.self)
                .THEN_EnqueuedEffect(LoadGoods(page: 1))
                .THEN_EnqueuedEffect(LoadGoods(page: 0))
                .WHEN(\.office, .price(1))
            }
        }
        .runTest()
    }
    #expect(found.count == 2)
    #expect(
      found.first?.hasPrefix("THEN_EnqueuedEffect(LoadGoods(page: 0)): no effect in flight is equal") == true
    )
    #expect(
      found.last?.hasPrefix("WHEN(\\.office, .price(1)): unasserted state changes, which no THEN asserts")
        == true
    )
  }

  /// AssertNoPendingEffects did not reach the forks.
  @Test(.lesson(14))
  func `pending effects are checked in the trunk and its forks, or nowhere`() throws {
    func plan() throws -> TestPlan<Market> {
      try Market.GIVEN { Market() }.FORK(.load) { sut in try sut.FORK(\.office, .appraise(1)) { _ in } }
    }
    #expect(try texts { try plan().runTest(assertNoPendingEffects: false) } == [])
    let found = try failures { try plan().runTest(assertNoPendingEffects: true) }
    #expect(found.count == 2)
    #expect(found.first?.text.contains("in FORK(.load) at ") == true)
    #expect(found.last?.text.contains("in FORK(\\.office, .appraise(1)) at ") == true)
  }

  /// A trunk that threw skipped its forks.
  @Test(.lesson(14))
  func `forks run though the trunk throws after them`() throws {
    var isTaken = false
    let found = try texts {
      try Market.GIVEN { Market() }
        .FORK(.addStall("a")) { sut in try sut.THEN(\.isOpen) { isTaken = $0 } }
        .WHEN(.close)
        .FORK(.addStall("b")) { sut in try sut.THEN(\.isOpen, equals: false) }
        .runTest()
    }
    #expect(isTaken)
    #expect(found.count == 1)
  }
}
