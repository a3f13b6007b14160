import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What went wrong with flow tests in the first Statoscope, each of which would fail here.
@Suite struct FlowLessonsTests {
  /// An event to a child in a test plan always reset that child's effects.
  @Test(.lesson(13))
  func `an event to a child leaves its effects`() throws {
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

  /// Forks lost the plan's configuration.
  @Test(.lesson(14))
  func `forks keep the configuration`() throws {
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
  func `pending effects are checked in forks, or nowhere`() throws {
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
  func `forks that leave before the trunk throws still run`() throws {
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

  /// A snapshot added a middleware on every event, which swallowed events when the plan was gone.
  @Test(.lesson(15))
  func `a plan leaves nothing on its scope`() async throws {
    var kept: [Market] = []
    let journal = Journal()
    try Market.GIVEN {
      let market = Market().addMiddleware { _, when, next in
        journal.note("\(when)")
        try next(when)
      }
      kept.append(market)
      return market
    }
    .configure(exhaustivity: .on)
    .INVARIANT { _ in }
    .WHEN(.addStall("a"))
    .THEN(\.stalls.count, equals: 1)
    .THEN(\.isLit, equals: true)
    .THEN(\.isOpen, equals: true)
    .runTest(assertNoPendingEffects: true)
    let market = try #require(kept.first)
    market.send(.addStall("b"))
    #expect(market.stalls.count == 2)
    #expect(journal.entries == ["addStall(\"a\")", "addStall(\"b\")"])
  }

  /// Completing the oldest effect broke the next event.
  @Test(.lesson(16))
  func `the next event follows the end of the oldest effect`() throws {
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

  /// Effects of children in arrays were invisible to the check for pending effects.
  @Test(.lesson(17))
  func `effects of children in arrays and dictionaries are pending`() throws {
    let found = try failures {
      try Market.GIVEN { Market() }
        .WHEN(.addStall("a"))
        .AND(.addStall("b"))
        .AND(.addGuard("night"))
        .WHEN(\.stalls[1], .appraise(1))
        .WHEN(\.guards["night"], .appraise(2))
        .runTest(assertNoPendingEffects: true)
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.contains("\n  \\.stalls[1]: Appraise(lot: 1), started by .appraise(1)\n") == true
    )
    #expect(found.first?.text.contains("\n  \\.guards[\"night\"]: Appraise(lot: 2), started by") == true)
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

  @Test(.from(.cacheStore))
  func `leftover effects fail the test`() throws {
    let found = try failures {
      try Market.GIVEN { Market() }.WHEN(.load).runTest(assertNoPendingEffects: true)
    }
    #expect(
      found.map { $0.text.prefix { $0 != "\n" } } == [
        """
        runTest(assertNoPendingEffects: true): effects are still in flight at the end of this path. \
        In flight, oldest first:
        """
      ]
    )
    let unnamed = try failures {
      try Market.GIVEN { Market() }.configure(exhaustivity: .on).WHEN(.load).WHEN(.unload).runTest()
    }
    #expect(unnamed.count == 1)
    #expect(unnamed.first?.text.hasPrefix("WHEN(.load): unasserted effects, which no step asserts") == true)
  }
}
