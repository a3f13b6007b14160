import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Plans in which everything must be said.
@Suite struct ExhaustivePlanTests {
  @Test func `by default a plan asserts only some of the changes`() throws {
    try Market.GIVEN { Market() }.WHEN(.addStall("a")).AND(.load).runTest()
  }

  @Test func `a change that no THEN names is reported at its WHEN`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .configure(exhaustivity: .on)
        .WHEN(.addStall("a"))
        .THEN(\.isOpen, equals: true)
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.addStall("a")): unasserted state changes, which no THEN asserts before the next WHEN (- before, + after):
          \\.isLit
            - false
            + true
          \\.stalls
            - []
            + [
            +   Stall
            +     name: "a"
            +     prices: []
            + ]
        Add these steps, THEN(shows:) for private state, or exclude this step with .configure(exhaustivity: .off):
          .THEN(\\.isLit, equals: true)
          .THEN(\\.stalls, shows: \"""
          [
            Stall
              name: "a"
              prices: []
          ]
          \""")
        """
      ]
    )
  }

  @Test func `two properties with the same change are distinguished`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .configure(exhaustivity: .on)
        .WHEN(.open)
        .THEN_NotNil(\.till)
        .WHEN(.pricesLoaded(.success([1])))
        .THEN(\.isOpen, equals: true)
        .runTest()
    }
    #expect(found.count == 2)
    #expect(
      found.first?.contains("  \\.isOpen\n    - false\n    + true\n  \\.till?.rings\n    + 0\n") == true
    )
    #expect(found.last?.contains("  \\.prices\n    - []\n    + [\n    +   1\n    + ]\nAdd") == true)
  }

  @Test func `a change is asserted by a key path to it, or above it`() throws {
    try Market.GIVEN { Market() }
      .configure(exhaustivity: .on)
      .WHEN(.addStall("a"))
      .THEN(\.stalls) { stalls in #expect(stalls.count == 1) }
      .THEN(\.stalls[0].name, equals: "a")
      .THEN(\.stalls[ifThere: 0]?.prices, equals: [])
      .THEN(\.isLit, equals: true)
      .THEN(\.isOpen) { isOpen in #expect(isOpen) }
      .WHEN(\.stalls[0], .price(3))
      .WITH(\.stalls[0])
      .THEN(\.prices, equals: [3])
      .POP()
      .WHEN(\.office, .price(1))
      .THEN(\.office.prices, equals: [1])
      .WHEN(\.office, .price(2))
      .THEN(\.office.prices) { prices in #expect(prices == [1, 2]) }
      .WHEN(.addGuard("night"))
      .THEN(\.guards["night"]?.name, equals: "night")
      .THEN(\.guards["night"]?.prices, equals: [])
      .WHEN(.close)
      .THEN(\.stalls) { stalls in #expect(stalls.isEmpty) }
      .AND(.addStall("b"))
      .WITH(\.stalls[0])
      .THEN(\.name, equals: "b")
      .THEN(\.prices, equals: [])
      .POP()
      .THEN(\.stalls, shows: "[\n  Stall\n    name: \"b\"\n    prices: []\n]")
      .THEN(\.isLit, equals: true)
      .THEN(\.isOpen, equals: true)
      .runTest()
  }

  @Test func `the number of elements does not name the elements of a new list`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .configure(exhaustivity: .on)
        .WHEN(.open)
        .THEN(\.bed?.plants.count, equals: 1)
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains(#"  .THEN(\.bed?.plants, equals: ["rose"])"#) == true)
  }

  @Test func `naming one part of a value does not name the others`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .configure(exhaustivity: .on)
        .WHEN(.restock("wool"))
        .THEN(\.hours.closes, equals: 18)
        .THEN(\.office.name, equals: "office")
        .THEN(\.summary, equals: "0 goods")
        .THEN(\.hours.opens, equals: 9)
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.restock("wool")): unasserted state changes, which no THEN asserts before the next WHEN (- before, + after):
          \\.office.prices
            - []
            + [
            +   4
            + ]
        Add these steps, THEN(shows:) for private state, or exclude this step with .configure(exhaustivity: .off):
          .THEN(\\.office.prices, equals: [4])
        These steps assert nothing of it:
          THEN(\\.summary, equals: "0 goods"): computed, or no final property: assert the stored state, or THEN(shows:)
        """
      ]
    )
  }

  @Test func `a key path from elsewhere names the value at its end`() throws {
    let (isOpen, error) = (\Shop.isOpen, \Shop.error)
    try Shop.GIVEN { Shop() }
      .configure(exhaustivity: .on)
      .WHEN(.open)
      .THEN(isOpen, equals: true)
      .THEN_NotNil(\.till)
      .THEN(\.till?.rings, equals: 0)
      .THEN(\.till?.drawer.slides, equals: 0)
      .WHEN(.pricesLoaded(.failure(Escaped())))
      .THEN(error, equals: "a\nb")
      .runTest()
  }

  @Test func `an index in a variable asserts its element`() throws {
    let last = 2
    try Garden.GIVEN { Garden() }
      .configure(exhaustivity: .on)
      .WHEN(.replaceTitle)
      .THEN(\.titles[last], equals: "z")
      .runTest()
  }

  @Test func `exhaustivity can be changed for one step`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .configure(exhaustivity: .on)
        .WHEN(\.office, .price(1))
        .THEN(\.office.prices, equals: [1])
        .configure(exhaustivity: .off)
        .WHEN(.addStall("a"))
        .configure(exhaustivity: .on)
        .WHEN(\.office, .price(2))
        .runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("WHEN(\\.office, .price(2)): unasserted state changes, which no THEN asserts")
        == true
    )
    #expect(found.first?.contains("\\.office.prices\n") == true)
  }

  @Test func `a fork that begins with its setting applies it to its own event`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .configure(exhaustivity: .on)
        .FORK(.addStall("a")) { sut in try sut.configure(exhaustivity: .off).WHEN(.addStall("b")) }
        .FORK(.addStall("c")) { sut in
          try sut.WITH_SETTINGS(.standard) { sut in try sut.WHEN(.addStall("d")) }
        }
        .WHEN(\.office, .price(1))
        .configure(exhaustivity: .off)
        .runTest()
    }
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("WHEN(\\.office, .price(1)): unasserted state changes") == true)
    #expect(found.last?.hasPrefix("FORK(.addStall(\"c\")): unasserted state changes") == true)
  }

  @Test func `each event is checked on its own, also in forks`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .configure(exhaustivity: .on)
        .WHEN(\.office, .price(1))
        .FORK(\.office, .price(2)) { sut in
          try sut
            .THEN(\.office.prices, equals: [1, 2])
            .WHEN(\.office, .price(3))
        }
        .THEN(\.office.prices, equals: [1])
        .runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("WHEN(\\.office, .price(3)): unasserted state changes, which no THEN asserts")
        == true
    )
    #expect(found.first?.contains("\n  in FORK(\\.office, .price(2)) at ") == true)
  }

  @Test func `a change of an update that throws must be named`() throws {
    let found = try texts {
      try Halfway.GIVEN { Halfway() }
        .configure(exhaustivity: .on)
        .WHEN_Throws(.go)
        .runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("WHEN_Throws(.go): unasserted state changes, which no THEN asserts") == true
    )
  }

  @Test(.from(.cacheStore))
  func `an effect that no step names or ends is a failure`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .configure(exhaustivity: .on)
        .WHEN(.load)
        .AND(\.office, .appraise(7))
        .THEN_EnqueuedEffect(LoadGoods(page: 0))
        .WHEN(.loadInLine(5))
        .THEN_EnqueuedEffect(LoadGoods(page: 5))
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.load): unasserted effects, which no step asserts before the next WHEN, oldest first:
          \\.office: Appraise(lot: 7), started by .appraise(7)
        Assert each one with THEN_EnqueuedEffect, end it with WHEN_EffectCompletes, or exclude this step with \
        .configure(exhaustivity: .off).
        """,
        """
        runTest(): effects are still in flight at the end of this path. In flight, oldest first:
          LoadGoods(page: 0), started by .load
          LoadGoods(page: 5), started by .loadInLine(5)
          \\.office: Appraise(lot: 7), started by .appraise(7)
        End them with WHEN_EffectCompletes or WHEN_EffectFails, cancel them in `update`, or discard them with \
        .configure(clearEffectsOnEveryWhenOrEnd: true).
        """,
      ]
    )
  }

  @Test func `a step that ends an effect names it`() throws {
    try Market.GIVEN { Market() }
      .configure(exhaustivity: .on)
      .WHEN(.load)
      .WHEN_EffectCompletes(LoadGoods.self, with: ["wool"])
      .THEN(\.goods, equals: ["wool"])
      .WHEN(.load)
      .THEN_EnqueuedEffect(parameter: \LoadGoods.page, equals: 1)
      .WHEN(.unload)
      .WHEN(\.office, .appraise(1))
      .WITH(\.office)
      .WHEN_OldestEffectCompletes(with: 5)
      .POP()
      .THEN(\.office.prices, equals: [5])
      .runTest()
  }

  @Test func `an error that no step expects is a failure, each once`() async throws {
    let found = try await withLoggedLines { _ in
      try texts {
        try Market.GIVEN { Market() }
          .configure(exhaustivity: .on)
          .WHEN(.restock(""))
          .THEN(\.hours, equals: Hours(opens: 9))
          .WHEN(.restock(""))
          .runTest()
      }
    }
    #expect(
      found
        == Array(
          repeating: """
            WHEN(.restock("")): updates threw errors that no caller received:
              \\.office, a Stall, on .price(0): the event is invalid in the present state \
            (refused at StatoscopeTestingTests/Market.swift:84)
            Do not send these events in this state, or handle their errors with trySend.
            """,
          count: 2
        )
    )
  }

  @Test func `an error before a fork is not that of a fork that is exhaustive`() async throws {
    let found = try await withLoggedLines { _ in
      try texts {
        try Market.GIVEN { Market() }
          .WHEN(.restock(""))
          .FORK(.addGuard("gate")) {
            try $0.configure(exhaustivity: .on).WHEN(.unload)
          }
          .runTest()
      }
    }
    #expect(found == [])
  }
}

private struct Escaped: Error, CustomStringConvertible {
  let description = "a\nb"
}

private final class Halfway: Scope {
  enum When { case go }
  private(set) var steps = 0
  func update(_ when: When) throws {
    steps += 1
    throw Offline()
  }
}

private final class Nursery: Scope {
  enum When { case open }

  final class Bed: Scope {
    enum When {}
    let plants = ["rose"]
    func update(_ when: When) throws {}
  }

  @Subscope var bed: Bed?

  func update(_ when: When) throws { bed = Bed() }
}
