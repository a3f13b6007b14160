import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What must hold after every step.
@Suite struct InvariantTests {
  @Test func `an invariant is checked now and after each later step, also in forks`() throws {
    var seen: [[Int]] = []
    try Market.GIVEN { Market() }
      .WHEN(\.office, .price(1))
      .INVARIANT { seen.append($0.office.prices) }
      .THEN(\.isOpen, equals: false)
      .FORK(\.office, .price(2)) { sut in try sut.WHEN(\.office, .appraise(9)) }
      .AND(\.office, .price(3))
      .WHEN_Throws(.close)
      .runTest()
    #expect(seen == [[1], [1], [1, 3], [1, 3], [1, 2], [1, 2]])
  }

  @Test func `a violation is reported once, at the invariant's line, with its step`() throws {
    let line: UInt = #line
    let found = try failures {
      try Market.GIVEN { Market() }
        .INVARIANT { market in if market.isOpen, market.stalls.count == 1 { throw Offline() } }
        .WHEN(.addStall("a"))
        .WHEN(\.office, .price(1))
        .WHEN(.addStall("b"))
        .WHEN(.close)
        .FORK(.addStall("c")) { sut in try sut.WHEN(.addStall("d")) }
        .runTest()
    }
    let end =
      "Fix `update` for the event of that step, or change the invariant. It is reported again only after it has been satisfied in between."
    #expect(
      found == [
        Failure(
          line: line + 3,
          text: """
            INVARIANT { }: invariant violated after WHEN(.addStall("a")) at InvariantTests.swift:\(line + 4)
            The closure threw: Offline()
            \(end)
            """
        ),
        Failure(
          line: line + 3,
          text: """
            INVARIANT { }: invariant violated after FORK(.addStall("c")) at InvariantTests.swift:\(line + 8)
            The closure threw: Offline()
            \(end)
              in FORK(.addStall("c")) at InvariantTests.swift:\(line + 8)
            """
        ),
      ]
    )
  }

  @Test func `a violation is reported again after the invariant was satisfied`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .INVARIANT { market in if market.stalls.count == 1 { throw Offline() } }
        .WHEN(.addStall("a"))
        .WHEN(.addStall("b"))
        .WHEN(.close)
        .WHEN(.addStall("c"))
        .runTest()
    }
    #expect(found.count == 2)
    #expect(found.last?.contains(#"violated after WHEN(.addStall("c"))"#) == true)
  }

  @Test func `an invariant that is violated where it stands fails there`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }.INVARIANT { _ in throw Offline() }.runTest()
    }
    #expect(
      found == [
        """
        INVARIANT { }: invariant violated after the steps before it
        The closure threw: Offline()
        Fix `update` for the event of that step, or change the invariant. It is reported again only after it has been \
        satisfied in between.
        """
      ]
    )
  }

  @Test func `an invariant of a child is checked while the child exists`() throws {
    var seen: [Int] = []
    try Shop.GIVEN { Shop() }
      .WITH(\.till)
      .INVARIANT { till in seen.append(till.rings) }
      .POP()
      .WHEN(.open)
      .WHEN(\.till, .ring)
      .WHEN(.close)
      .runTest()
    #expect(seen == [0, 1])
  }
}
