import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing
import XCTest

/// Live plans wherever tests and scopes may live: each runs the same flow there.
@Suite struct LivePlanIsolationTests {
  @Test func `runs in a nonisolated test of Swift Testing`() async throws {
    try await runFlow()
  }

  @Test @MainActor func `runs on the MainActor in Swift Testing`() async throws {
    try await runFlow()
  }

  @Test func `runs in an actor in Swift Testing`() async throws {
    try await Yard().runFlow()
  }

  @Test func `runs in a detached task`() async throws {
    try await Task.detached { try await unreported { try await runFlow() } }.value
  }

  @Test @MainActor func `runs on a scope of the MainActor`() async throws {
    let clock = TestClock()
    try await Lantern.GIVEN { Lantern(clock: clock) }
      .WHEN(.light)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.lit)
      .FORK(.putOut) { sut in try sut.THEN(\.isLit, equals: false) }
      .THEN(\.isLit, equals: true)
      .runTest(effects: .live(clock))
  }

  @Test @MainActor func `runs effects of the MainActor's scopes on the MainActor`() async throws {
    let looks = Journal()
    let look = Look {
      // Traps off the main actor.
      MainActor.assumeIsolated {}
      looks.note("looked")
    }
    try await Surveyor.GIVEN { Surveyor(look: look) }
      .WHEN(.look)
      .RECEIVE(.looked)
      .runTest(effects: .live())
    #expect(looks.entries == ["looked", "looked"])
  }

  @Test @MainActor func `counts the main queue as the actor of the MainActor's effects`() async throws {
    try await Surveyor.GIVEN { Surveyor(look: Look {}) }
      .WHEN(.lookFromTheMainQueue)
      .RECEIVE(.looked)
      .runTest(effects: .live())
  }

  @Test func `waits for effects that are on the main actor in between`() async throws {
    try await Suburb().commute()
  }

  @Test func `waits for the effects that GIVEN started before the first step`() async throws {
    let steps = Journal()
    try await Commuter.GIVEN { Commuter(steps).send(.commute) }
      .THEN { _ in #expect(steps.entries.count == 50) }
      .RECEIVE(.arrived)
      .runTest(effects: .live())
  }

  @Test func `runs effects of an actor's scopes on the actor`() async throws {
    try await Yard().look()
  }

  @Test func `runs in asynchronous tests also when its effects do not start`() async throws {
    try await Yard().runStillFlow()
    try await stillFlowOnTheMainActor()
    try Station.GIVEN { Station(clock: TestClock()) }
      .WHEN(.type("sta"))
      .WHEN_EffectCompletes(Answer.self, with: "found")
      .THEN(\.found, equals: ["found"])
      .runTest()
  }

  @MainActor private func stillFlowOnTheMainActor() async throws {
    try Lantern.GIVEN { Lantern(clock: TestClock()) }
      .WHEN(.light)
      .WHEN_EffectCompletes(Answer.self, with: "")
      .THEN(\.isLit, equals: true)
      .runTest()
  }
}

/// The same in XCTest.
final class LivePlanInXCTests: XCTestCase {
  func testNonisolated() async throws {
    try await runFlow()
  }

  @MainActor func testOnTheMainActor() async throws {
    try await runFlow()
  }

  func testOwnedByAnActor() async throws {
    try await Yard().runFlow()
  }

  func testAFailureIsReportedOnceAtItsOwnLine() async throws {
    let clock = TestClock()
    let line: UInt = #line
    let found = try await liveFailures {
      try await Station.GIVEN { Station(clock: clock) }
        .RECEIVE(.ticked)
        .runTest(effects: .live(clock))
    }
    XCTAssertEqual(found.map(\.line), [line + 3])
  }

  func testSynchronous() throws {
    try Station.GIVEN { Station(clock: TestClock()) }
      .WHEN(.type("sta"))
      .WHEN_EffectCompletes(Answer.self, with: "found")
      .THEN(\.found, equals: ["found"])
      .runTest()
  }
}

/// A flow with a debounce, an effect from outside, a child and a fork, wherever it is called.
private func runFlow(isolation: isolated (any Actor)? = #isolation) async throws {
  let clock = TestClock()
  let gate = Gate<String>()
  try await Station.GIVEN { Station(clock: clock) }
    .WHEN(.type("s"))
    .WHEN(.type("st"))
    .WHEN(.waitInPlatform(.seconds(2)))
    .WHEN(.callThroughWithin(.seconds(4), Line(gate: gate)))
    .ADVANCE(by: .seconds(3))
    .RECEIVE(.found("st"))
    .RECEIVE(\.platform, .arrived)
    .FORK(.tap) { sut in
      try sut
        .ADVANCE(by: .seconds(1))
        .RECEIVE(.came("Line took longer than 4.0 seconds and was cancelled"))
        .THEN(\.taps, equals: 1)
    }
    .WHEN(.stop)
    .THEN_NoEffects()
    .THEN(\.found, equals: ["st"])
    .runTest(effects: .live(clock))
  await gate.open("too late")
}

private actor Yard {
  func runFlow() async throws {
    let clock = TestClock()
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.startTicking)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.ticked)
      .FORK(.stop) { sut in try sut.THEN(\.ticks, equals: 1) }
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.ticked)
      .WHEN(.stop)
      .THEN(\.moments, equals: [.seconds(1), .seconds(2)])
      .runTest(effects: .live(clock))
  }

  func look() async throws {
    let looks = Journal()
    let look = Look { [self] in
      // Traps off this actor.
      preconditionIsolated()
      looks.note("looked")
    }
    try await Surveyor.GIVEN { Surveyor(look: look) }
      .WHEN(.look)
      .RECEIVE(.looked)
      .runTest(effects: .live())
    #expect(looks.entries == ["looked", "looked"])
  }

  func runStillFlow() async throws {
    try Station.GIVEN { Station(clock: TestClock()) }
      .WHEN(.type("sta"))
      .WHEN_EffectCompletes(Answer.self, with: "found")
      .THEN(\.found, equals: ["found"])
      .runTest()
  }
}

@MainActor private final class Lantern: @MainActor Scope {
  enum When: Equatable {
    case light
    case lit
    case putOut
  }

  private(set) var isLit = false
  private let clock: TestClock

  init(clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) throws {
    switch when {
    case .light:
      effectsState.enqueue(Answer(text: "").delay(for: .seconds(1), clock: clock).map { _ in .lit })
    case .lit: isLit = true
    case .putOut: isLit = false
    }
  }
}

private final class Surveyor: Scope {
  enum When {
    case look
    case lookFromTheMainQueue
    case looked
  }

  private let look: Look

  init(look: Look) {
    self.look = look
  }

  func update(_ when: When) throws {
    switch when {
    case .look: effectsState.enqueue(look.map { .looked })
    case .lookFromTheMainQueue: effectsState.enqueue(LookFromTheMainQueue().map { .looked })
    case .looked: break
    }
  }
}

/// Checks on the main queue, outside of any task, that this is the effect's actor.
private struct LookFromTheMainQueue: Effect {
  func runEffect() async throws {
    let isolation: (any Actor)? = #isolation
    let home = try #require(isolation)
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        // Traps off the actor.
        home.preconditionIsolated()
        continuation.resume()
      }
    }
  }
}

/// Looks around before and after it has been elsewhere.
private struct Look: Effect {
  let look: @Sendable () -> Void

  func runEffect() async throws {
    look()
    await goElsewhere()
    look()
  }

  @concurrent private func goElsewhere() async {}
}

private actor Suburb {
  func commute() async throws {
    let steps = Journal()
    try await Commuter.GIVEN { Commuter(steps) }
      .WHEN(.commute)
      .THEN { _ in #expect(steps.entries.count == 50) }
      .RECEIVE(.arrived)
      .runTest(effects: .live())
  }
}

/// A scope whose effect goes to the main actor and back.
private final class Commuter: Scope {
  enum When { case commute, arrived }

  private let steps: Journal

  init(_ steps: Journal) { self.steps = steps }

  func update(_ when: When) {
    guard when == .commute else { return }
    effectsState.enqueue(
      AnyEffect { [steps] in
        for step in 0..<50 { await MainActor.run { steps.note("\(step)") } }
        return .arrived
      }
    )
  }
}
