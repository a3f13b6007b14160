import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Synchronization
import TestSupport
import Testing

/// The time limit of a live plan counts the seconds in which nothing but its own tasks delays it.
@Suite struct LiveTimeLimitTests {
  private let seconds = TestClock()

  @Test(
    arguments: [
      ([.none, .none, .none], ["1 s", "2 s"]),
      ([.none, .none, .delayed, .delayed, .none], ["1 s", "2 s"]),
      ([.none, .none, .new, .none, .none], ["1 s", "2 s", "1 s", "2 s"]),
    ] as [([WaitReport.Progress], [String])]
  )
  func `is over when as many seconds counted`(progress: [WaitReport.Progress], said: [String]) async throws {
    let (left, lines, isOver) = (Locked(progress), Locked<[String]>([]), Gate<Int>())
    let report = WaitReport(clock: seconds) { line in lines.withLock { $0.append(line) } }
    let waiting = report.begin(.event, limit: .seconds(3)) {
      left.withLock { $0.isEmpty ? .none : $0.removeFirst() }
    } waitsFor: {
      ["it"]
    } giveUp: {
      Task { await isOver.open(left.withLock { $0.count }) }
    }
    Task { await seconds.pass(progress.count) }
    #expect(try await isOver.pass() == 0)
    waiting.cancel()
    #expect(
      lines.withLock { $0 }
        == said.map { "statoscope: a live plan has waited \($0) of real time for:\n  it\n" }
    )
  }

  @Test func `begins anew for each task that wakes`() async throws {
    let (clock, stages) = (TestClock(), (0..<20).map { _ in Stage() })
    Task {
      for stage in stages {
        try await stage.begun.pass()
        // Twice that are fewer than the limit: a stage may begin just before the plan waits for it.
        await seconds.pass(4)
        stage.end()
      }
    }
    let report = WaitReport(clock: TestClock(), restClock: seconds) { _ in }
    try await WaitReport.$current.withValue(report) {
      // The gate runs this suite without sanitizers only, and compares what is reported with and without them.
      try await LivingDocumentation.$current.withValue(nil) {
        try await Climber.GIVEN { Climber() }
          .WHEN(.climb(Climb(stages: stages, clock: clock)))
          .ADVANCE(by: .seconds(20))
          .RECEIVE(.arrive)
          .runTest(effects: .live(clock))
      }
    }
    // They go on where the plan was given up.
    for stage in stages { stage.end() }
  }
}

/// A part of a task that computes until the test ends it.
private final class Stage: Sendable {
  let begun = Gate<Void>()
  private let mayEnd = Atomic(false)

  func end() { mayEnd.store(true, ordering: .releasing) }

  func run() async {
    await begun.open(())
    // Resumed at once, it never leaves its thread.
    while !mayEnd.load(ordering: .acquiring) { await withCheckedContinuation { $0.resume() } }
  }
}

/// An effect that sleeps for a second before each of its stages.
private struct Climb: Effect {
  let stages: [Stage]
  let clock: TestClock

  @concurrent func runEffect() async throws {
    for stage in stages {
      try await clock.sleep(for: .seconds(1))
      await stage.run()
    }
  }
}

private final class Climber: Scope {
  enum When {
    case climb(Climb)
    case arrive
  }

  private(set) var arrivals = 0

  func update(_ when: When) {
    switch when {
    case .climb(let climb): effectsState.enqueue(climb.map { .arrive })
    case .arrive: arrivals += 1
    }
  }
}
