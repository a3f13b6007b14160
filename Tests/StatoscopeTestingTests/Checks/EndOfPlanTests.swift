import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What a plan is asked for at the end of each of its paths.
@Suite struct EndOfPlanTests {
  @Test func `by default pending effects and retained scopes are no failure`() throws {
    var kept: [Market] = []
    try Market.GIVEN {
      kept.append(Market())
      return kept[kept.count - 1]
    }
    .WHEN(.load)
    .runTest()
    #expect(kept.count == 1)
  }

  @Test(.lesson(17), .from(.cacheStore))
  func `pending effects of the whole tree are listed for each path`() throws {
    let line: UInt = #line
    let found = try failures {
      try Market.GIVEN { Market() }
        .WHEN(.addStall("a"))
        .AND(.addGuard("night"))
        .FORK(\.guards["night"], .appraise(1)) { sut in
          try sut.WHEN(\.stalls[0], .appraise(2))
        }
        .FORK(.load) { sut in try sut.WHEN_EffectCompletes(LoadGoods.self, with: []) }
        .runTest(assertNoPendingEffects: true)
    }
    #expect(
      found == [
        Failure(
          line: line + 9,
          text: """
            runTest(assertNoPendingEffects: true): effects are still in flight at the end of this path. \
            In flight, oldest first:
              \\.stalls[0]: Appraise(lot: 2), started by .appraise(2)
              \\.guards["night"]: Appraise(lot: 1), started by .appraise(1)
            End them with WHEN_EffectCompletes or WHEN_EffectFails, cancel them in `update`, or discard them with \
            .configure(clearEffectsOnEveryWhenOrEnd: true).
              in FORK(\\.guards["night"], .appraise(1)) at EndOfPlanTests.swift:\(line + 5)
            """
        )
      ]
    )
  }

  @Test func `effects are discarded on each WHEN and at the end if asked for`() throws {
    try Market.GIVEN { Market() }
      .configure(clearEffectsOnEveryWhenOrEnd: true)
      .WHEN(.load)
      .AND(\.office, .appraise(1))
      .THEN_EnqueuedEffect(LoadGoods(page: 0))
      .THEN_Enqueued(\.office, effect: Appraise(lot: 1))
      .FORK_EffectCompletes(LoadGoods.self, with: ["wool"]) { sut in
        try sut
          .THEN(\.goods, equals: ["wool"])
          .THEN_NoEffects(\.office)
          .configure(clearEffectsOnEveryWhenOrEnd: false)
          .WHEN(.load)
          .WHEN(.addStall("a"))
          .THEN_EnqueuedEffect(LoadGoods(page: 1))
          .WHEN(.unload)
      }
      .WHEN(.addStall("a"))
      .THEN_NoEffects()
      .THEN_NoEffects(\.office)
      .WHEN(.load)
      .runTest(assertNoPendingEffects: true)
  }

  @Test func `a leak is named with the properties that hold references`() throws {
    let crew = Crew()
    defer { crew.clearUp() }
    let line: UInt = #line
    let found = try failures {
      try Theatre.GIVEN { Theatre(crew) }
        .WHEN(.open)
        .FORK(.hire) { _ in }
        .WHEN(.close)
        .runTest(assertRelease: true)
    }
    let remedy =
      "Capture them weakly in closures and tasks, make references to them weak, or use @Superscope."
    #expect(
      found == [
        Failure(
          line: line + 6,
          text: """
            runTest(assertRelease: true): scopes were not released at the end of this path:
              \\.stages[1]: Stage
                may be held by Stage.onCurtain, a closure
            \(remedy)
            """
        ),
        Failure(
          line: line + 6,
          text: """
            runTest(assertRelease: true): scopes were not released at the end of this path:
              \\.self: Theatre
                held by Stage.owners.theatre, unless it is weak
                may be held by Stage.onCurtain, a closure
            \(remedy)
              in FORK(.hire) at EndOfPlanTests.swift:\(line + 4)
            """
        ),
      ]
    )
  }

  @Test func `a scope that a task or outside code retains is named`() async throws {
    let kept = Retained<Stage>()
    let crew = Crew()
    defer { crew.clearUp() }
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    var tasks: [Task<Void, Never>] = []
    let found = try texts {
      try Theatre.GIVEN { Theatre(crew) }
        .WHEN(.open)
        .THEN { sut in kept.values.append(sut.stages[0]) }
        .THEN { sut in
          let stage = Boxed(sut.stages[0])
          let task = Task {
            for await _ in stream {}
            _ = stage
          }
          sut.stages[0].work = task
          tasks.append(task)
        }
        .WHEN(.close)
        .runTest(assertRelease: true)
    }
    #expect(
      found.first?.contains(
        """
          \\.stages[0]: Stage
            may be held by Stage.onCurtain, a closure
            may be held by Stage.work, a task
          \\.stages[1]: Stage
            may be held by Stage.onCurtain, a closure

        """
      ) == true
    )
    end.finish()
    for task in tasks { await task.value }
    kept.values = []
  }

  @Test func `a middleware that captures its scope is named`() throws {
    let captured = Retained<Market>()
    defer { captured.values = [] }
    let found = try texts {
      try Market.GIVEN {
        captured.values.append(Market())
        return captured.values[0].addMiddleware { _, when, next in
          _ = captured
          try next(when)
        }
      }
      .runTest(assertRelease: true)
    }
    #expect(
      found.first?.contains(
        "  \\.self: Market\n    may be held by a middleware or a subscriber of Market\nCapture"
      )
        == true
    )
  }

  @Test(arguments: Subscriber.allCases)
  func `a subscriber that may capture a scope is named`(subscriber: Subscriber) throws {
    let captured = Retained<Market>()
    let subscriptions = Retained<Any>()
    defer { (captured.values, subscriptions.values) = ([], []) }
    let found = try texts {
      try Market.GIVEN {
        let market = Market()
        captured.values.append(market)
        subscriptions.values.append(subscriber.subscribe(to: market))
        return market
      }
      .runTest(assertRelease: true)
    }
    #expect(
      found.first?.contains("  \\.self: Market\n    may be held by a middleware or a subscriber of Market\n")
        == true
    )
  }

  @Test func `a reference from outside the tree is reported as such`() throws {
    let kept = Retained<Market>()
    let found = try texts {
      try Market.GIVEN {
        kept.values.append(Market())
        return kept.values[0]
      }
      .runTest(assertRelease: true)
    }
    #expect(
      found == [
        """
        runTest(assertRelease: true): scopes were not released at the end of this path:
          \\.self: Market
            held from outside the tree
        Capture them weakly in closures and tasks, make references to them weak, or use @Superscope.
        """
      ]
    )
  }

  @Test func `a tree that is released with its plan is no failure`() throws {
    try Market.GIVEN { Market() }
      .configure(exhaustivity: .off)
      .WHEN(.addStall("a"))
      .AND(.addGuard("b"))
      .INVARIANT { sut in _ = sut.goods }
      .FORK(.load) { sut in try sut.THEN_EnqueuedEffect(LoadGoods(page: 0)) }
      .WHEN(.close)
      .runTest(assertRelease: true)
  }
}

/// The ways to be called after events.
enum Subscriber: CaseIterable {
  case ofScope
  case ofDescendants
  case ofProperty

  /// Returns what retains the subscription.
  fileprivate func subscribe(to market: Market) -> Any {
    switch self {
    case .ofScope: market.subscribe { _, _ in }
    case .ofDescendants: market.subscribe(to: Stall.self) { _, _, _ in }
    case .ofProperty: market.changes(of: \.goods)
    }
  }
}

private final class Retained<Value> {
  var values: [Value] = []
}

/// Brings a scope into a task, which does nothing but keep it; unchecked, and sound for that reason.
private struct Boxed: @unchecked Sendable {
  let stage: Stage
  init(_ stage: Stage) { self.stage = stage }
}

/// Knows all stages, to take the knots out of them that a leak is made of.
private final class Crew {
  private struct Known {
    weak let stage: Stage?
  }

  private var stages: [Known] = []

  func note(_ stage: Stage) {
    stages.append(Known(stage: stage))
  }

  func clearUp() {
    for known in stages {
      known.stage?.onCurtain = {}
      known.stage?.owners = Stage.Owners()
    }
  }
}

private final class Theatre: Scope {
  enum When {
    case open
    case hire
    case close
  }

  @Subscope var stages: [Stage] = []
  private let crew: Crew

  init(_ crew: Crew) {
    self.crew = crew
  }

  func update(_ when: When) throws {
    switch when {
    case .open:
      stages = [Stage(), Stage()]
      for stage in stages { crew.note(stage) }
      stages[1].onCurtain = { [leaking = stages[1]] in _ = leaking }
    case .hire:
      stages[0].owners.theatre = self
    case .close:
      stages = []
    }
  }
}

private final class Stage: Scope {
  enum When { case nothing }

  struct Owners {
    var theatre: Theatre?
  }

  var owners = Owners()
  var onCurtain: () -> Void = {}
  var work: Task<Void, Never>?

  func update(_ when: When) throws {}
}
