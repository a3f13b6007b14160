import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// The recipes of the article `DebounceAndThrottle`, as they stand there, under a clock that the test holds.
@MainActor @Suite struct TimeRecipeTests {
  private let clock = TestClock()

  @Test(.waitsForPrograms) func `a negative number of retries traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Negative().retry(-1)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        retry(-1) was called on the effect Negative, but the number of retries cannot be negative. Pass the number of \
        attempts after the first: retry(2) makes at most 3 attempts.
        """
      )
    )
  }

  @Test func `a debounce acts once for all events before a pause`() async {
    let scope = Recipes(clock: clock)
    for text in ["s", "st", "sta"] {
      scope.send(.userTyped(text))
      await clock.sleepers()
      clock.advance(by: .milliseconds(299))
    }
    #expect(scope.done == [])
    clock.advance(by: .milliseconds(1))
    await scope.has(1)
    #expect(scope.done == ["searched sta"])
  }

  @Test func `a throttle acts on the first event, and drops those within its interval`() async {
    let scope = Recipes(clock: clock)
    scope.send(.userTappedRefresh).send(.userTappedRefresh).send(.userTappedRefresh)
    await scope.has(1)
    await clock.sleepers()
    clock.advance(by: .milliseconds(999))
    scope.send(.userTappedRefresh)
    clock.advance(by: .milliseconds(1))
    await scope.has(2)
    scope.send(.userTappedRefresh)
    await scope.has(3)
    #expect(scope.done == ["refreshed", "pause ended", "refreshed"])
    scope.send(.stop)
  }

  @Test func `a throttle may act on the latest event`() async {
    let scope = Recipes(clock: clock)
    scope.send(.userScrolled(1))
    await clock.sleepers()
    scope.send(.userScrolled(2)).send(.userScrolled(3))
    clock.advance(by: .seconds(1))
    await scope.has(1)
    scope.send(.userScrolled(4))
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await scope.has(2)
    #expect(scope.done == ["saved 3", "saved 4"])
  }
}

private struct Search: Effect {
  let text: String
  func runEffect() async throws -> String { text }
}

private struct Refresh: Effect {
  func runEffect() async throws {}
}

private struct Save: Effect {
  let position: Int
  func runEffect() async throws -> Int { position }
}

private struct Pause: Effect {
  func runEffect() async throws {}
}

private final class Recipes: Scope {
  enum When {
    case userTyped(String)
    case found(String)
    case userTappedRefresh
    case refreshed
    case pauseEnded
    case userScrolled(Int)
    case timeToSave
    case saved(Int)
    case stop
  }

  private let clock: TestClock
  private var latestPosition = 0
  private(set) var done: [String] = []
  private var watcher: (count: Int, continuation: CheckedContinuation<Void, Never>)?

  init(clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) throws {
    switch when {
    case .userTyped(let text):
      effectsState.enqueue(
        Search(text: text).delay(for: .milliseconds(300), clock: clock).map(When.found),
        id: "search",
        policy: .replace
      )
    case .found(let text):
      note("searched \(text)")
    case .userTappedRefresh:
      guard !effectsState.effects.contains(where: { $0 is Pause }) else { return }
      effectsState.enqueue(Pause().delay(for: .seconds(1), clock: clock).map { .pauseEnded })
      effectsState.enqueue(Refresh().map { .refreshed })
    case .refreshed:
      note("refreshed")
    case .pauseEnded:
      note("pause ended")
    case .userScrolled(let position):
      latestPosition = position
      effectsState.enqueue(
        Pause().delay(for: .seconds(1), clock: clock).map { .timeToSave },
        id: "save",
        policy: .ignore
      )
    case .timeToSave:
      effectsState.enqueue(Save(position: latestPosition).map(When.saved))
    case .saved(let position):
      note("saved \(position)")
    case .stop:
      effectsState.cancelAllEffects()
    }
  }

  private func note(_ line: String) {
    done.append(line)
    guard let watcher, watcher.count <= done.count else { return }
    self.watcher = nil
    watcher.continuation.resume()
  }

  @MainActor func has(_ count: Int) async {
    guard done.count < count else { return }
    await withCheckedContinuation { watcher = (count, $0) }
  }
}

private struct Negative: Effect {
  func runEffect() async throws {}
}
