import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Steps that end an effect of any type by its position, or without an event.
@Suite("The n-th oldest effect")
struct NumberedEffectTests {
  @Test func `is one of those that have started, whatever their types`() throws {
    try Market.GIVEN { Market() }
      .WHEN(.loadInLine(1))
      .WHEN(.loadInLine(2))
      .WHEN(.load)
      .WHEN_OldestEffectCompletes(number: 2, with: ["loaded"])
      .THEN(\.goods, equals: ["loaded"])
      .FORK_OldestEffectCompletes(number: 1, with: ["one"]) {
        try $0.THEN(\.goods, equals: ["loaded", "one"])
          .THEN_EnqueuedEffect(LoadGoods(page: 2))
          .WHEN_OldestEffectCompletes(with: .loaded(.success(["two"])))
          .THEN_NoEffects()
      }
      .FORK_OldestEffectCompletes(number: 1, with: .loaded(.success([]))) {
        try $0.THEN(\.goods, equals: ["loaded"])
      }
      .runTest()
  }

  @Test func `ends without an event, and starts the one that waits for it`() throws {
    try Market.GIVEN { Market() }
      .WHEN(.load)
      .WHEN(.loadInLine(1))
      .WHEN(.loadInLine(2))
      .WHEN_OldestEffectCompletes(number: 2)
      .WHEN_OldestEffectCompletes()
      .WHEN_EffectCompletes(LoadGoods(page: 2), with: ["two"])
      .THEN(\.goods, equals: ["two"])
      .WHEN(\.office, .appraise(1))
      .WHEN_OldestEffectCompletes(\.office)
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `is a failure if there are not so many`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .WHEN_OldestEffectCompletes(number: 2)
        .WHEN(.loadInLine(1))
        .WHEN(.loadInLine(2))
        .WHEN_OldestEffectCompletes(number: 2, with: [])
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN_OldestEffectCompletes(number: 2): no effect is in flight. Send the event that enqueues one before this \
        step, or fix `update`, which should enqueue one.
        """,
        """
        WHEN_OldestEffectCompletes(number: 2, with: []): no effect in flight is number 2 of those that have started. \
        In flight, oldest first:
          LoadGoods(page: 1), started by .loadInLine(1)
          LoadGoods(page: 2), started by .loadInLine(2), waiting for its turn
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """,
      ]
    )
  }
}
