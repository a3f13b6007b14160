import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What is checked beside the steps of a live plan: invariants, exhaustive plans, released scopes.
@Suite struct LivePlanChecksTests {
  let clock = TestClock()

  @Test func `an invariant is checked after each received event`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .INVARIANT { sut in if sut.ticks > 1 { throw TooManyTicks() } }
        .WHEN(.startTicking)
        .ADVANCE(by: .seconds(2))
        .RECEIVE(.ticked)
        .RECEIVE(.ticked)
        .WHEN(.stop)
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("invariant violated after RECEIVE(.ticked) at LivePlanChecksTests") == true)
  }

  @Test func `an exhaustive plan must name the changes of received events`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .configure(exhaustivity: .on)
        .WHEN(.delay("a", .zero))
        .RECEIVE(.came("a"))
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        RECEIVE(.came("a")): unasserted state changes, which no THEN asserts before the next WHEN (- before, + after):
          \\.came
            - []
            + [
            +   "a"
            + ]
        Add these steps, THEN(shows:) for private state, or exclude this step with .configure(exhaustivity: .off):
          .THEN(\\.came, equals: ["a"])
        """
      ]
    )
  }

  @Test func `an error that was lost before fails no later RECEIVE of the same event`() async throws {
    try await Hall.GIVEN { Hall() }
      .WHEN(.open)
      .WHEN(\.bell, .delay)
      .RECEIVE(\.bell, .rang)
      .THEN(\.bell.rings, equals: 1)
      .runTest(effects: .live(clock))
  }

  @Test func `an exhaustive plan must name an effect that ends in no event`() async throws {
    let found = try await liveTexts {
      try await Archive.GIVEN { Archive() }
        .configure(exhaustivity: .on)
        .WHEN(.save)
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("Save()") == true)
    try await Archive.GIVEN { Archive() }
      .configure(exhaustivity: .on)
      .WHEN(.save)
      .THEN_EnqueuedEffect(Save())
      .runTest(effects: .live(clock))
  }

  @Test func `a RECEIVE names the effect that sent the event`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .configure(exhaustivity: .on)
      .WHEN(.delay("a", .zero))
      .RECEIVE(.came("a"))
      .THEN(\.came, equals: ["a"])
      .THEN(\.came, changes: { $0.append("a") })
      .runTest(effects: .live(clock))
  }

  @Test func `an exhaustive plan reports a running effect once`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .configure(exhaustivity: .on)
        .WHEN(.delay("a", .seconds(1)))
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("effects are still running") == true)
  }

  @Test func `a scope that its effects do not retain is released`() async throws {
    let gate = Gate<String>()
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.callThrough(Line(gate: gate)))
      .WHEN(.startTicking)
      .WHEN(.stream([.seconds(1)]))
      .WHEN(.stop)
      .runTest(effects: .live(clock), assertRelease: true)
    await gate.open("too late")
  }

  @Test func `a scope that is still referenced is a failure in forks too`() async throws {
    var kept: [Station] = []
    let found = try await liveTexts {
      try await Station.GIVEN {
        kept.append(Station(clock: clock))
        return kept[kept.count - 1]
      }
      .FORK(.tap) { _ in }
      .runTest(effects: .live(clock), assertRelease: true)
    }
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.contains("scopes were not released at the end of this path") })
  }

  @Test func `a scope that is retained outlives the plan`() async throws {
    let station = Station(clock: clock)
    try await Station.GIVEN { station }
      .WHEN(.startTicking)
      .WHEN(.stop)
      .runTest(effects: .live(clock))
    await MainActor.run {}
    station.send(.tap, isolation: nil)
    #expect(station.taps == 1)
    #expect(station.effects.isEmpty)
  }
}

private struct TooManyTicks: Error {}

private struct Save: Effect, Equatable {
  func runEffect() async throws {}
}

private final class Archive: Scope {
  enum When {
    case save
  }

  func update(_ when: When) { effectsState.enqueue(Save().fireAndForget()) }
}

/// Rings its bell too early, which it does not notice.
private final class Hall: Scope {
  enum When {
    case open
  }

  @Subscope var bell = Bell()

  func update(_ when: When) {
    bell.send(.rang)
    bell.isHung = true
  }
}

private final class Bell: Scope {
  enum When {
    case delay
    case rang
  }

  var isHung = false
  private(set) var rings = 0

  func update(_ when: When) throws {
    switch when {
    case .delay: effectsState.enqueue(AnyEffect { When.rang })
    case .rang:
      guard isHung else { throw InvalidStateError() }
      rings += 1
    }
  }
}
