import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Every step that speaks of effects, in a plan in which it fails; each lists what is in flight and why.
@Suite struct FailingEffectStepsTests {
  @Test func `checks of a child's effects list those in flight, with their events`() throws {
    let line = #line
    let found = try texts {
      try Market.GIVEN { Market() }
        .WHEN(\.office, .appraise(7))
        .WHEN(.load)
        .THEN_Enqueued(\.office, effect: Appraise(lot: 8))
        .WITH(\.office)
        .THEN_EnqueuedEffect(parameter: \Appraise.lot, equals: 9)
        .POP()
        .THEN_NoEnqueuedEffect(\.office, Appraise.self)
        .THEN_NoEffects(\.office)
        .runTest()
    }
    let list = "In flight, oldest first:\n  Appraise(lot: 7), started by .appraise(7)"
    #expect(
      found == [
        """
        THEN_Enqueued(\\.office, effect: Appraise(lot: 8)): no effect in flight is equal to Appraise(lot: 8). \(list)
        One of its type differs (- expected, + in flight):
            Appraise
          -   lot: 8
          +   lot: 7
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """,
        """
        THEN_EnqueuedEffect(parameter: \\Appraise.lot, equals: 9): no effect in flight is of type Appraise \
        whose parameter equals 9. \(list)
        One of its type differs (- expected, + in flight):
          - 9
          + 7
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
          in WITH(\\.office) at FailingEffectStepsTests.swift:\(line + 6)
        """,
        """
        THEN_NoEnqueuedEffect(\\.office, Appraise.self): an effect in flight is of type Appraise. \(list)
        End it or cancel it before this step, or fix `update`, which enqueues it.
        """,
        """
        THEN_NoEffects(\\.office): effects are in flight. \(list)
        End or cancel them before this step, or fix `update`, which enqueues them.
        """,
      ]
    )
  }

  @Test func `effects of other scopes are named, with their key paths`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .WHEN(\.office, .appraise(7))
        .WHEN_EffectCompletes(Appraise.self, with: 1)
        .WHEN_OldestEffectCompletes(with: 1)
        .WHEN(.load)
        .THEN_EnqueuedEffect(Appraise(lot: 7))
        .WITH(\.office)
        .WHEN_EffectFails(LoadGoods.self, with: Offline())
        .runTest()
    }
    let elsewhere = """
      In flight in other scopes of the tree:
        \\.office: Appraise(lot: 7), started by .appraise(7)
      Address such a scope by its key path, as in WHEN_EffectCompletes(\\.child, …) or WITH(\\.child); POP() leads back.
      """
    #expect(
      found.prefix(2) == [
        """
        WHEN_EffectCompletes(Appraise.self, with: 1): no effect in flight is of type Appraise. None is in flight in this scope.
        \(elsewhere)
        Otherwise send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """,
        """
        WHEN_OldestEffectCompletes(with: 1): no effect is in flight in this scope.
        \(elsewhere)
        Otherwise send the event that enqueues one before this step, or fix `update`, which should enqueue one.
        """,
      ]
    )
    #expect(found.count == 4)
    #expect(found[2].contains(elsewhere))
    #expect(found[3].contains("In flight in other scopes of the tree:\n  the root: LoadGoods(page: "))
  }

  @Test func `a missing effect cannot end, and the path continues`() throws {
    let line = #line
    let found = try texts {
      try Market.GIVEN { Market() }
        .WHEN(.loadInLine(1))
        .AND(.loadInLine(2))
        .WHEN_EffectCompletes(Appraise.self, with: 1)
        .WHEN_EffectFails(Appraise.self, with: Offline())
        .WHEN_EffectCompletes(LoadGoods(page: 3), with: [])
        .WHEN_EffectFails(LoadGoods(page: 2), with: Offline())
        .WITH(\.office)
        .WHEN_EffectCompletes(Appraise.self, with: 1)
        .POP()
        .WHEN_OldestEffectCompletes(\.office, with: .appraised(1))
        .runTest()
    }
    let list = """
      In flight, oldest first:
        LoadGoods(page: 1), started by .loadInLine(1)
        LoadGoods(page: 2), started by .loadInLine(2), waiting for its turn
      """
    let send = "Send the event that enqueues it before this step, or fix `update`, which should enqueue it."
    let elsewhere = """
      In flight in other scopes of the tree:
        the root: LoadGoods(page: 1), started by .loadInLine(1)
        the root: LoadGoods(page: 2), started by .loadInLine(2), waiting for its turn
      Address such a scope by its key path, as in WHEN_EffectCompletes(\\.child, …) or WITH(\\.child); POP() leads back.
      """
    #expect(
      found == [
        """
        WHEN_EffectCompletes(Appraise.self, with: 1): no effect in flight is of type Appraise. \(list)
        \(send)
        """,
        """
        WHEN_EffectFails(Appraise.self, with: Offline()): no effect in flight is of type Appraise. \(list)
        \(send)
        """,
        """
        WHEN_EffectCompletes(LoadGoods(page: 3), with: []): no effect in flight is equal to LoadGoods(page: 3). \
        \(list)
        One of its type differs (- expected, + in flight):
            LoadGoods
          -   page: 3
          +   page: 1
        \(send)
        """,
        """
        WHEN_EffectFails(LoadGoods(page: 2), with: Offline()): LoadGoods(page: 2) has not started, because it waits \
        for another effect with its id. \(list)
        End that other effect first.
        """,
        """
        WHEN_EffectCompletes(Appraise.self, with: 1): no effect in flight is of type Appraise. \
        None is in flight in this scope.
        \(elsewhere)
        Otherwise send the event that enqueues it before this step, or fix `update`, which should enqueue it.
          in WITH(\\.office) at FailingEffectStepsTests.swift:\(line + 9)
        """,
        """
        WHEN_OldestEffectCompletes(\\.office, with: .appraised(1)): no effect is in flight in this scope.
        \(elsewhere)
        Otherwise send the event that enqueues one before this step, or fix `update`, which should enqueue one.
        """,
      ]
    )
  }

  @Test func `an effect whose event throws ends its path`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .WHEN(.loadUnmapped)
        .FORK_EffectFails(LoadPrices.self, with: Offline()) { sut in try sut.THEN(\.isOpen, equals: true) }
        .FORK_OldestEffectCompletes(with: .open) { sut in try sut.THEN(\.isOpen, equals: false) }
        .WHEN_OldestEffectCompletes(with: "prices")
        .WHEN_EffectFails(LoadPrices.self, with: Offline())
        .THEN(\.isOpen, equals: true)
        .runTest()
    }
    let rest =
      "The steps after this one were not run. If the effect itself threw the error, map it to an event with .mapToResult(). If `update` threw it and this is intended, add _Throws to the name of this step; otherwise fix `update`."
    #expect(found.count == 4)
    #expect(
      found.prefix(2) == [
        """
        WHEN_OldestEffectCompletes(with: "prices"): LoadPrices(page: 0) cannot end with prices, because it returns \
        Array<Int>. Pass a value of that type, or an event of the scope.
        """,
        """
        WHEN_EffectFails(LoadPrices.self, with: Offline()): the end of LoadPrices(page: 0) threw: Offline()
        \(rest)
        """,
      ]
    )
    #expect(
      found[2].hasPrefix(
        """
        FORK_EffectFails(LoadPrices.self, with: Offline()): the end of LoadPrices(page: 0) threw: Offline()
        \(rest)
          in FORK_EffectFails(LoadPrices.self, with: Offline()) at FailingEffectStepsTests.swift:
        """
      )
    )
    #expect(found.last?.hasPrefix("THEN(\\.isOpen, equals: false): the value differs") == true)
  }

  @Test func `forks that end a missing effect fail`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .FORK_EffectCompletes(LoadGoods.self, with: []) { _ in }
        .FORK_EffectCompletes(LoadGoods(page: 1), with: []) { _ in }
        .FORK_EffectFails(LoadGoods(page: 1), with: Offline()) { _ in }
        .FORK_OldestEffectCompletes(with: 1) { _ in }
        .WITH(\.office)
        .FORK_EffectCompletes(Appraise.self, with: 1) { _ in }
        .FORK_EffectFails(Appraise.self, with: Offline()) { _ in }
        .FORK_OldestEffectCompletes(with: .appraised(1)) { _ in }
        .runTest()
    }
    #expect(
      found.map { $0.prefix { $0 != ":" } } == [
        "FORK_EffectCompletes(LoadGoods.self, with", "FORK_EffectCompletes(LoadGoods(page",
        "FORK_EffectFails(LoadGoods(page", "FORK_OldestEffectCompletes(with",
        "FORK_EffectCompletes(Appraise.self, with", "FORK_EffectFails(Appraise.self, with",
        "FORK_OldestEffectCompletes(with",
      ]
    )
    for text in found { #expect(text.contains("no effect")) }
  }

  @Test func `an effect made of a closure has a short name`() throws {
    let found = try texts {
      try Timer.GIVEN { Timer() }.WHEN(.start).THEN_NoEffects().runTest()
    }
    #expect(found.first?.contains("\n  AnyEffect { }, started by .start\n") == true)
  }

  @Test func `injected values are no part of an effect's text`() throws {
    let found = try texts {
      try Caller.GIVEN { Caller() }
        .WHEN(.call("bob"))
        .THEN_EnqueuedEffect(Call(name: "amy"))
        .runTest()
    }
    #expect(
      found == [
        """
        THEN_EnqueuedEffect(Call(name: "amy")): no effect in flight is equal to Call(name: "amy"). In flight, \
        oldest first:
          Call(name: "bob"), started by .call("bob")
        One of its type differs (- expected, + in flight):
            Call
          -   name: "amy"
          +   name: "bob"
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """
      ]
    )
  }
}

private final class Timer: Scope {
  enum When {
    case start
    case fired
  }
  func update(_ when: When) throws {
    if case .start = when { effectsState.enqueue(AnyEffect { .fired }) }
  }
}

private struct Exchange: Injectable, Sendable {
  static let defaultValue = Exchange()
}

private struct Call: Effect, Equatable {
  @InjectedForEffect private var exchange: Exchange
  let name: String

  init(name: String) {
    self.name = name
  }

  func runEffect() async throws -> String { name }
}

private final class Caller: Scope {
  enum When {
    case call(String)
    case answered(String)
  }
  func update(_ when: When) throws {
    if case .call(let name) = when { effectsState.enqueue(Call(name: name).map(When.answered)) }
  }
}
