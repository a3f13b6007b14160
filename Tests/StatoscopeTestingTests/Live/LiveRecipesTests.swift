import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Debounce and throttle as they are documented, in live plans.
@Suite struct LiveRecipesTests {
  let clock = TestClock()

  @Test func `a debounce acts after a pause`() async throws {
    try await Editor.GIVEN { Editor(clock: clock) }
      .WHEN(.userTyped("a"))
      .ADVANCE(by: .milliseconds(299))
      .WHEN(.userTyped("ab"))
      .ADVANCE(by: .milliseconds(299))
      .WHEN(.userTyped("abc"))
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.found("abc"))
      .runTest(effects: .live(clock))
  }

  @Test func `a throttle acts at once, and then not for a second`() async throws {
    try await Editor.GIVEN { Editor(clock: clock) }
      .WHEN(.userTappedRefresh)
      .RECEIVE(.refreshed)
      .WHEN(.userTappedRefresh)
      .WHEN(.userTappedRefresh)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.pauseEnded)
      .WHEN(.userTappedRefresh)
      .RECEIVE(.refreshed)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.pauseEnded)
      .runTest(effects: .live(clock))
  }

  @Test func `a throttle for the latest value acts once, with the last one`() async throws {
    try await Editor.GIVEN { Editor(clock: clock) }
      .WHEN(.userScrolled(1))
      .ADVANCE(by: .milliseconds(500))
      .WHEN(.userScrolled(2))
      .ADVANCE(by: .milliseconds(500))
      .RECEIVE(.timeToSave)
      .RECEIVE(.saved(2))
      .runTest(effects: .live(clock))
  }
}

private struct Pause: Effect, Equatable {
  func runEffect() async throws {}
}

private final class Editor: Scope {
  enum When: Equatable {
    case userTyped(String)
    case found(String)
    case userTappedRefresh
    case refreshed
    case pauseEnded
    case userScrolled(Int)
    case timeToSave
    case saved(Int)
  }

  private let clock: TestClock
  private var latestPosition = 0

  init(clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) throws {
    switch when {
    case .userTyped(let text):
      effectsState.enqueue(
        Answer(text: text).delay(for: .milliseconds(300), clock: clock).map(When.found),
        id: "search",
        policy: .replace
      )
    case .userTappedRefresh:
      guard !effectsState.effects.contains(where: { $0 is Pause }) else { return }
      effectsState.enqueue(Pause().delay(for: .seconds(1), clock: clock).map { .pauseEnded })
      effectsState.enqueue(Answer(text: "").map { _ in .refreshed })
    case .userScrolled(let position):
      latestPosition = position
      effectsState.enqueue(
        Pause().delay(for: .seconds(1), clock: clock).map { .timeToSave },
        id: "save",
        policy: .ignore
      )
    case .timeToSave:
      let position = latestPosition
      effectsState.enqueue(AnyEffect { .saved(position) })
    case .found, .refreshed, .pauseEnded, .saved:
      break
    }
  }
}
