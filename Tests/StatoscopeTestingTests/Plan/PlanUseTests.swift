import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// A plan as a whole: its scope, and its misuse.
@Suite struct PlanUseTests {
  @Test func `a plan that is never run is a failure at its GIVEN`() throws {
    let line: UInt = #line
    let found = try failures {
      _ = try Shop.GIVEN { Shop() }.THEN(\.isOpen, equals: true)
    }
    #expect(
      found == [
        Failure(line: line + 2, text: "GIVEN { }: the plan was never run. End it with .runTest().")
      ]
    )
  }

  @Test func `a plan that is run twice is a failure at the second run`() throws {
    let line: UInt = #line
    let found = try failures {
      let plan = try Shop.GIVEN { Shop() }
      try plan.runTest()
      try plan.runTest()
    }
    #expect(
      found == [
        Failure(
          line: line + 4,
          text: "runTest(): the plan has been run before. Create another plan, or run this one once."
        )
      ]
    )
  }

  @Test func `running a fork is a failure`() throws {
    let found = try failures {
      try Shop.GIVEN { Shop() }
        .FORK(.open) { sut in try sut.runTest() }
        .runTest()
    }
    #expect(
      found.map(\.text) == [
        "runTest(): runTest() was called on a fork. The plan that contains the fork runs it: remove this call."
      ]
    )
  }

  @Test func `a step added after the run is a failure`() throws {
    let found = try failures {
      let plan = try Shop.GIVEN { Shop() }
      try plan.runTest()
      try plan.THEN(\.isOpen, equals: false)
    }
    #expect(
      found.map(\.text) == [
        "THEN(\\.isOpen, equals: false): the step was added after runTest() and will never run. Add it before."
      ]
    )
  }

  @Test func `a GIVEN that throws is a failure`() throws {
    let found = try failures {
      try Shop.GIVEN { throw Offline() }.WHEN(.open).runTest()
    }
    #expect(
      found.map(\.text) == [
        """
        GIVEN { }: the closure that creates the scope threw: Offline()
        This path was not run. Create the scope without throwing.
        """
      ]
    )
  }

  @Test func `a GIVEN that returns the same scope again is a failure`() throws {
    let shop = Shop()
    let found = try failures {
      try Shop.GIVEN { shop }.FORK(.open) { try $0.THEN(\.isOpen, equals: true) }.runTest()
    }
    #expect(
      found.map(\.text).first?.hasPrefix(
        """
        GIVEN { }: the closure returned the same Shop again. Each fork runs on a scope of its own: create a new one \
        in the closure.
          in FORK(.open) at PlanUseTests.swift:
        """
      ) == true
    )
  }

  /// A snapshot added a middleware on every event, which swallowed events when the plan was gone.
  @Test(.lesson(15))
  func `a plan adds nothing to its scope`() async throws {
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
    .THEN(\.stalls, changes: { $0.append(Stall(name: "a")) })
    .THEN(\.isLit, equals: true)
    .THEN(\.isOpen, equals: true)
    .runTest(assertNoPendingEffects: true)
    let market = try #require(kept.first)
    market.send(.addStall("b"))
    #expect(market.stalls.count == 2)
    #expect(journal.entries == ["addStall(\"a\")", "addStall(\"b\")"])
  }
}
