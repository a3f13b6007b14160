import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, choices that come to nothing")
struct UnusedChoiceTests {
  @Test func `an effect that was never in flight is a failure that names it`() throws {
    let line: UInt = #line
    let (_, failures, _) = try overheard {
      try Caller.EXPLORE { Caller() }
        .EVENTS { sut in sut.calls == 0 ? [.wait] : [] }
        .EFFECT(Call.self, completesWith: [1])
        .run()
    }
    #expect(
      failures == [
        Failure(
          line: line + 2,
          text: """
            // EFFECT(Call.self) has listed nothing in any state of Caller, so nothing was explored there. List the event \
            or the result that leads to where it applies, or remove it.
            """
        )
      ]
    )
  }

  @Test func `events of a child that never is there are a failure that names it`() throws {
    let (_, failures, _) = try overheard {
      try Caller.EXPLORE { Caller() }
        .EVENTS { _ in [.wait] }
        .EVENTS(\.other) { _ in [.wait] }
        .run()
    }
    #expect(failures.count == 1)
    #expect(failures[0].text.hasPrefix("// EVENTS of Caller has listed nothing in any state of Caller"))
  }

  @Test func `a search that has not seen everything says nothing of them`() throws {
    let (_, failures, _) = try overheard {
      try Caller.EXPLORE { Caller() }
        .EVENTS { _ in [.call] }
        .EFFECT(Call.self, completesWith: [1])
        .run(depth: 0)
    }
    #expect(failures == [])
  }

  @Test func `effects that pile up end the search, which says what they need`() throws {
    let (found, failures, said) = try overheard {
      try Caller.EXPLORE { Caller() }.EVENTS { _ in [.call] }.run()
    }
    #expect(failures == [])
    #expect(found.limit == .effects("Call"))
    #expect(found.states == 50)
    #expect(
      said.map { $0.contains("ended as 50 effects Call are in flight in one scope; enqueue them with an id") }
        == [true]
    )
    let (walked, _, _) = try overheard {
      try Caller.EXPLORE { Caller() }.EVENTS { _ in [.call] }.run(walks: 3, length: 60, seed: 1)
    }
    #expect(walked.limit == .effects("Call"))
  }
}

private final class Caller: Scope {
  enum When {
    case wait
    case call
    case answered(Int)
  }

  private(set) var calls = 0
  @Subscope private(set) var other: Caller?

  func update(_ when: When) {
    guard case .call = when else { return }
    calls += 1
    effectsState.enqueue(Call().map(When.answered))
  }
}

private struct Call: Effect, Hashable {
  func runEffect() async throws -> Int { 1 }
}
