import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Steps that check effects, and steps that end them.
@Suite struct EffectStepsTests {
  @Test func `effects are listed, end through their maps, and outlast assertions`() throws {
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

  @Test func `the oldest of two effects of one type ends first`() throws {
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

  /// Two effects of one type always failed as too many.
  @Test(.lesson(18))
  func `two effects of one type are distinguished by value and order`() throws {
    try Market.GIVEN { Market() }
      .WHEN(\.office, .appraise(1))
      .AND(\.office, .appraise(2))
      .AND(\.office, .appraise(2))
      .THEN_Enqueued(\.office, effect: Appraise(lot: 2))
      .THEN_Enqueued(\.office, effect: Appraise(lot: 1))
      .WITH(\.office)
      .THEN_EnqueuedEffect(parameter: \Appraise.lot, equals: 2)
      .POP()
      .WITH(\.office)
      .FORK_EffectCompletes(Appraise(lot: 2), with: 20) { sut in
        try sut
          .THEN(\.prices, equals: [20])
          .WHEN_EffectCompletes(Appraise.self, with: 10)
          .WHEN_EffectCompletes(Appraise.self, with: 22)
          .THEN(\.prices, equals: [20, 10, 22])
          .THEN_NoEffects()
      }
      .WHEN_EffectCompletes(Appraise.self, with: 10)
      .THEN(\.prices, equals: [10])
      .THEN_EnqueuedEffect(Appraise(lot: 2))
      .runTest()
  }

  /// An event to a child in a test plan always reset that child's effects.
  @Test(.lesson(13))
  func `an event of a child does not discard its effects`() throws {
    try Market.GIVEN { Market() }
      .WHEN(\.office, .appraise(1))
      .WHEN(\.office, .price(3))
      .AND(\.office, .appraise(2))
      .THEN_Enqueued(\.office, effect: Appraise(lot: 1))
      .THEN_Enqueued(\.office, effect: Appraise(lot: 2))
      .WITH(\.office)
      .WHEN(.price(4))
      .THEN_EnqueuedEffect(Appraise(lot: 1))
      .POP()
      .WITH(\.office)
      .WHEN_EffectCompletes(Appraise.self, with: 7)
      .POP()
      .THEN(\.office.prices, equals: [3, 4, 7])
      .THEN_Enqueued(\.office, effect: Appraise(lot: 2))
      .runTest()
  }

  /// Completing the oldest effect broke the next event.
  @Test(.lesson(16))
  func `an event after the end of the oldest effect enqueues another`() throws {
    try Market.GIVEN { Market() }
      .WHEN(.load)
      .AND(.loadInLine(5))
      .FORK_OldestEffectCompletes(with: ["tin"]) { sut in
        try sut.WHEN(.load).THEN_EnqueuedEffect(LoadGoods(page: 1))
      }
      .WHEN_OldestEffectCompletes(with: ["wool"])
      .THEN(\.goods, equals: ["wool"])
      .WHEN(.load)
      .THEN_EnqueuedEffect(LoadGoods(page: 1))
      .WHEN_OldestEffectCompletes(with: .loaded(.failure(Offline())))
      .THEN(\.error, equals: "Offline()")
      .THEN_NoEnqueuedEffect(Appraise.self)
      .WHEN_OldestEffectCompletes(with: ["salt"])
      .THEN(\.goods, equals: ["wool", "salt"])
      .THEN_NoEffects()
      .runTest()
  }

  /// THEN_NoEnqued… cleared what it found.
  @Test(.lesson(18))
  func `no assertion consumes an effect`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .WHEN(.load)
        .THEN_NoEnqueuedEffect(LoadGoods.self)
        .THEN_NoEffects()
        .THEN_EnqueuedEffect(LoadGoods(page: 0))
        .THEN_EnqueuedEffect(LoadGoods(page: 0))
        .THEN_EnqueuedEffect(parameter: \LoadGoods.page, equals: 0)
        .THEN { sut in #expect(sut.effects.count == 1) }
        .WHEN_EffectCompletes(LoadGoods.self, with: [])
        .runTest()
    }
    #expect(found.count == 2)
  }
}
