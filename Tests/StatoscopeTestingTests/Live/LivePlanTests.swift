import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Plans whose effects really run, on a clock that the plan moves.
@Suite struct LivePlanTests {
  let clock = TestClock()

  @Test func `an effect runs, and its event waits for its RECEIVE`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.delay("a", .zero))
      .THEN(\.came, equals: [])
      .THEN_EnqueuedEffect(Answer(text: "a"))
      .RECEIVE(.came("a"))
      .THEN(\.came, equals: ["a"])
      .THEN_NoEffects()
      .runTest(effects: .live(clock))
  }

  @Test func `a debounced search runs once, after its delay`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.type("s"))
      .ADVANCE(by: .milliseconds(200))
      .WHEN(.type("st"))
      .ADVANCE(by: .milliseconds(299))
      .THEN(\.found, equals: [])
      .ADVANCE(by: .milliseconds(1))
      .RECEIVE(.found("st"))
      .THEN(\.found, equals: ["st"])
      .runTest(effects: .live(clock))
  }

  @Test func `time stops at each event until it is received`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.startTicking)
      .ADVANCE(by: .milliseconds(3500))
      .RECEIVE(.ticked)
      .RECEIVE(.ticked)
      .RECEIVE(.ticked)
      .THEN(\.moments, equals: [.seconds(1), .seconds(2), .seconds(3)])
      .THEN { _ in #expect(clock.now.offset == .milliseconds(3500)) }
      .WHEN(.stop)
      .runTest(effects: .live(clock))
  }

  @Test func `sleepers wake by deadline, then in the order in which they slept`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.delay("c", .seconds(2)))
      .WHEN(.delay("a", .seconds(1)))
      .AND(.delay("b", .seconds(1)))
      .ADVANCE(by: .seconds(2))
      .RECEIVE(.came("a"))
      .RECEIVE(.came("b"))
      .RECEIVE(.came("c"))
      .runTest(effects: .live(clock))
  }

  @Test(.from(.cacheStore)) func `events arrive in the order in which their effects were enqueued`()
    async throws
  {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.delay("a", .zero))
      .AND(.delay("b", .zero))
      .AND(.delay("c", .zero))
      .RECEIVE(.came("a"))
      .RECEIVE(.came("b"))
      .RECEIVE(.came("c"))
      .runTest(effects: .live(clock))
  }

  @Test func `a child's event is received through its key path or inside WITH`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(\.platform, .wait(.seconds(1), clock))
      .WHEN(.waitInPlatform(.seconds(2)))
      .ADVANCE(by: .seconds(2))
      .RECEIVE(\.platform, .arrived)
      .WITH(\.platform)
      .RECEIVE(.arrived)
      .THEN(\.arrivals, equals: 2)
      .runTest(effects: .live(clock))
  }

  @Test func `an event of an optional child is received through its key path`() async throws {
    try await Hall.GIVEN { Hall() }
      .WHEN(.open)
      .WHEN(\.platform, .wait(.seconds(1), clock))
      .ADVANCE(by: .seconds(1))
      .RECEIVE(\.platform, .arrived)
      .THEN(\.platform?.arrivals, equals: 1)
      .runTest(effects: .live(clock))
  }

  @Test func `the event of the scope in a case is received, also by a closure`() async throws {
    try await Hall.GIVEN { Hall() }
      .WHEN(.open)
      .WHEN(\.platform, .wait(.seconds(1), clock))
      .WHEN(\.exit, as: Platform.self, .wait(.seconds(2), clock))
      .AND(\.exit, as: Platform.self, .wait(.seconds(3), clock))
      .ADVANCE(by: .seconds(3))
      .RECEIVE(\.platform, where: { if case .arrived = $0 { true } else { false } })
      .RECEIVE(\.exit, as: Platform.self, .arrived)
      .RECEIVE(\.exit, as: Platform.self, where: { if case .arrived = $0 { true } else { false } })
      .THEN(\.platform?.arrivals, equals: 1)
      .WITH(\.exit, as: Platform.self)
      .THEN(\.arrivals, equals: 2)
      .runTest(effects: .live(clock))
  }

  @Test func `a closure that accepts no event of a child fails its step`() async throws {
    let found = try await liveTexts {
      try await Hall.GIVEN { Hall() }
        .WHEN(.open)
        .WHEN(\.exit, as: Platform.self, .wait(.zero, clock))
        .RECEIVE(\.exit, as: Platform.self, where: { _ in false })
        .runTest(effects: .live(clock))
    }
    #expect(found.first?.contains("the closure does not accept the oldest event") == true)
  }

  @Test func `an event whose effect is cancelled before it is received is dropped`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("a", .zero))
        .WHEN(.stop)
        .THEN_NoEffects()
        .WHEN(.delay("b", .zero))
        .RECEIVE(.came("b"))
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("WHEN(.stop): events were due before this step") == true)
  }

  @Test func `the plan waits for an effect that waits for outside code`() async throws {
    let gate = Gate<String>()
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.callThrough(Line(gate: gate)))
      .THEN { _ in Task { await gate.open("hello") } }
      .RECEIVE(.came("hello"))
      .THEN(\.came, equals: ["hello"])
      .runTest(effects: .live(clock))
  }

  @Test func `a timeout fails an effect that waits for outside code`() async throws {
    let gate = Gate<String>()
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.callThroughWithin(.seconds(5), Line(gate: gate)))
      .ADVANCE(by: .seconds(5))
      .RECEIVE(.came("Line took longer than 5.0 seconds and was cancelled"))
      .runTest(effects: .live(clock))
    await gate.open("too late")
  }

  @Test func `a retried effect waits for its backoff each time`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.retry(Flaky(failures: 2)))
      .ADVANCE(by: .seconds(2))
      .RECEIVE(.came("attempt 3"))
      .runTest(effects: .live(clock))
  }

  @Test func `a stream's next element is requested after the RECEIVE of the last`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.stream([.seconds(1), .seconds(2)]))
      .ADVANCE(by: .seconds(4))
      .RECEIVE(.streamed(0))
      .RECEIVE(.streamed(1))
      .RECEIVE(.streamEnded)
      .THEN(\.moments, equals: [.seconds(1), .seconds(3)])
      .runTest(effects: .live(clock))
  }

  @Test func `forks run live on a fresh scope, with the clock at the fork's time`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.startTicking)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.ticked)
      .FORK(.stop) { sut in
        try sut
          .THEN(\.moments, equals: [.seconds(1)])
          .ADVANCE(by: .seconds(5))
          .THEN_NoEffects()
      }
      .FORK(.tap) { sut in
        try sut
          .ADVANCE(by: .seconds(1))
          .RECEIVE(.ticked)
          .THEN(\.moments, equals: [.seconds(1), .seconds(2)])
          .WHEN(.stop)
      }
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.ticked)
      .WHEN(.stop)
      .runTest(effects: .live(clock))
  }

  @Test func `a step can end a running effect`() async throws {
    let gate = Gate<String>()
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.callThrough(Line(gate: gate)))
      .WHEN_EffectCompletes(Line.self, with: "by hand")
      .THEN(\.came, equals: ["by hand"])
      .THEN_NoEffects()
      .runTest(effects: .live(clock))
    await gate.open("too late")
  }

  @Test(.from(.cacheStore))
  func `an effect runs once for each time it is enqueued`() async throws {
    let runs = Journal()
    try await Runner.GIVEN { Runner(runs: runs) }
      .WHEN(.run)
      .RECEIVE(.ran)
      .runTest(effects: .live(clock))
    #expect(runs.entries == ["ran"])
  }
}

/// A scope whose child comes with an event.
private final class Hall: Scope {
  enum When { case open }
  @Subscope var platform: Platform?
  @Subscope var exit = Exit.closed

  func update(_ when: When) throws {
    platform = Platform()
    exit = .open(Platform())
  }
}

private enum Exit: ScopeEnum {
  case closed
  case open(Platform)
}

private final class Runner: Scope {
  enum When {
    case run
    case ran
  }

  private let runs: Journal

  init(runs: Journal) {
    self.runs = runs
  }

  func update(_ when: When) throws {
    guard case .run = when else { return }
    effectsState.enqueue(
      AnyEffect { [runs] in
        runs.note("ran")
        return .ran
      }
    )
  }
}
