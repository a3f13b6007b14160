import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// A lift that is called from several floors.
@Suite("Exploration, lift")
struct LiftTests {
  @Test(arguments: [2, 3, 4, 5]) func `a lift that turns when no call is ahead reaches every floor`(
    floors: Int
  )
    throws
  {
    let (found, failures) = try explore(.keepsOn, floors)
    #expect(failures == [])
    #expect(found.isComplete)
    #expect(
      SearchedByHand(from: ByHand(floors: floors), \.next)
        == .init(states: found.states, transitions: found.transitions)
    )
  }

  @Test func `a lift that turns for every call behind it never settles`() throws {
    let (found, failures) = try explore(.dithers, 5)
    // It can be lured away by other calls, but not from where there are none.
    #expect(failures.count == 2)
    let settles = try #require(failures.first { $0.text.hasPrefix("// SETTLES") })
    #expect(settles.text.contains("one turn of the cycle (2 steps):"))
    #expect(found.counterexamples.count == 2)
  }

  @Test func `a lift that never turns leaves people waiting`() throws {
    let (found, failures) = try explore(.neverTurns, 3)
    #expect(failures.count == 2)
    #expect(
      failures[1].text.contains("No effect is in flight there that could lead to a state that satisfies it.")
    )
    // A call from below while it goes up: nothing helps any more, and when it has arrived nothing happens.
    #expect(found.counterexamples.map(\.steps.count) == [2, 3])
  }

  private func explore(_ kind: Lift.Kind, _ floors: Int) throws -> (found: Exploration, failures: [Failure]) {
    let (found, failures, _) = try overheard {
      try Lift.EXPLORE { Lift(kind) }
        .EVENTS { lift in (0..<floors).filter { !lift.calls.contains($0) }.map { .call($0) } }
        .EFFECT(Travel.self, completesWith: [()])
        .ALWAYS_REACHABLE("no one waits") { $0.calls.isEmpty }
        .SETTLES("no one waits") { $0.calls.isEmpty }
        .run()
    }
    return (found, failures)
  }
}

private final class Lift: Scope {
  enum Kind { case keepsOn, dithers, neverTurns }
  enum When { case call(Int), arrived }

  private(set) var calls: Set<Int> = []
  private var floor = 0
  private var direction = 1
  private let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  func update(_ when: When) throws {
    switch when {
    case .call(let floor):
      guard floor != self.floor || !calls.isEmpty else { return }
      calls.insert(floor)
      if calls.count == 1 { travel() }
    case .arrived:
      floor += direction
      calls.remove(floor)
      if !calls.isEmpty { travel() }
    }
  }

  private func travel() {
    let isAhead = calls.contains { ($0 - floor) * direction > 0 }
    let isBehind = calls.contains { ($0 - floor) * direction < 0 }
    switch kind {
    case .keepsOn: if !isAhead { direction = -direction }
    case .dithers: if isBehind { direction = -direction }
    case .neverTurns: if !isAhead { return }
    }
    effectsState.enqueue(Travel().map { .arrived })
  }
}

private struct Travel: Effect, Hashable {
  func runEffect() async throws {}
}

/// The lift that keeps on, as a value.
private struct ByHand: Hashable {
  let floors: Int
  var calls: Set<Int> = []
  var floor = 0
  var direction = 1

  var next: [ByHand] {
    var next: [ByHand] = []
    for call in 0..<floors where !calls.contains(call) {
      var lift = self
      if call != floor || !calls.isEmpty {
        lift.calls.insert(call)
        if calls.isEmpty { lift.turn() }
      }
      next.append(lift)
    }
    if !calls.isEmpty {
      var lift = self
      lift.floor += direction
      lift.calls.remove(lift.floor)
      if !lift.calls.isEmpty { lift.turn() }
      next.append(lift)
    }
    return next
  }

  private mutating func turn() {
    if !calls.contains(where: { ($0 - floor) * direction > 0 }) { direction = -direction }
  }
}
