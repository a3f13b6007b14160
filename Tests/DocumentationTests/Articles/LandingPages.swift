import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

// The scopes of the landing pages stand at the top of the module, as the pages have them.

struct LoadCount: Effect, Equatable {
  func runEffect() async throws -> Int { 3 }
}

final class Counter: Scope {
  private(set) var viewDisplaysTotalCount = 0

  enum When {
    case userTappedIncrementButton
    case userTappedDecrementButton
    case userPulledToRefresh
    case loaded(Int)
  }

  func update(_ when: When) throws {
    switch when {
    case .userTappedIncrementButton:
      viewDisplaysTotalCount += 1
    case .userTappedDecrementButton:
      viewDisplaysTotalCount = max(0, viewDisplaysTotalCount - 1)
    case .userPulledToRefresh:
      effectsState.enqueue(LoadCount().map(When.loaded))
    case .loaded(let count):
      viewDisplaysTotalCount = count
    }
  }
}

extension Counter.When: NamedEvents {
  static let eventNames = ["userTappedIncrementButton", "loaded"]
}

private final class Search: Scope {
  enum When: Equatable {
    case userTyped(String)
    case found([String])
  }

  private let clock: TestClock
  private(set) var results: [String] = []

  init(clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) throws {
    switch when {
    case .userTyped(let text):
      effectsState.enqueue(
        AnyEffect { [text + "toscope"] }.delay(for: .milliseconds(300), clock: clock).map(When.found),
        id: "search",
        policy: .replace
      )
    case .found(let results):
      self.results = results
    }
  }
}

/// What the first pages of both modules show.
@Suite struct LandingPagesTests {
  @Test func `a scope is a class with events`() {
    let counter = Counter()
    counter.send(.userTappedIncrementButton)
    #expect(counter.viewDisplaysTotalCount == 1)
  }

  @Test func `a plan reads as acceptance criteria`() throws {
    try Counter.GIVEN { Counter() }
      .WHEN(.userTappedIncrementButton)
      .THEN(\.viewDisplaysTotalCount, equals: 1)
      .FORK(.userTappedDecrementButton) { sut in
        try sut.THEN(\.viewDisplaysTotalCount, equals: 0)
      }
      .runTest()
  }

  @Test func `a step ends an effect`() throws {
    try Counter.GIVEN { Counter() }
      .WHEN(.userPulledToRefresh)
      .THEN_EnqueuedEffect(LoadCount())
      .WHEN_EffectCompletes(LoadCount.self, with: 3)
      .THEN(\.viewDisplaysTotalCount, equals: 3)
      .runTest()
  }

  @Test func `a live plan controls the time`() async throws {
    let clock = TestClock()
    try await Search.GIVEN { Search(clock: clock) }
      .WHEN(.userTyped("sta"))
      .ADVANCE(by: .milliseconds(300))
      .RECEIVE(.found(["statoscope"]))
      .THEN(\.results, equals: ["statoscope"])
      .runTest(effects: .live(clock))
  }

  @Test func `an exploration finds a case that no test covers`() throws {
    try Counter.EXPLORE { Counter() }
      .EVENTS { sut in [.userTappedIncrementButton, .userTappedDecrementButton] }
      .ALWAYS("never below zero") { $0.viewDisplaysTotalCount >= 0 }
      .run(depth: 12)
  }
}
