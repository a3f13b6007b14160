import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

// This module's default isolation is the main actor. There, a scope says `nonisolated`, because of
// https://github.com/swiftlang/swift/issues/84644. What is injected into it says so too.

nonisolated final class PlainCounter: Scope {
  enum When {
    case up
    case load
    case loaded(Int)
  }

  @Injected var step: Step
  @Subscope var child: PlainCounter?
  private(set) var count = 0
  var onLoaded: () -> Void = {}

  func update(_ when: When) throws {
    switch when {
    case .up:
      count += step.size
    case .load:
      effectsState.enqueue(LoadCount(count: 7).map(When.loaded))
    case .loaded(let count):
      self.count = count
      onLoaded()
    }
  }
}

nonisolated struct Step: Injectable {
  var size: Int
  static let defaultValue = Step(size: 1)
}

struct LoadCount: Effect, Equatable {
  let count: Int
  func runEffect() async throws -> Int { count }
}

@Suite struct MainActorModuleTests {
  @Test func `a nonisolated scope works in a module of the MainActor`() throws {
    #expect(PlainCounter().send(.up).count == 1)
    try PlainCounter.GIVEN { PlainCounter() }
      .WHEN(.up)
      .THEN(\.count, equals: 1)
      .WHEN(.load)
      .THEN_EnqueuedEffect(LoadCount(count: 7))
      .WHEN_EffectCompletes(LoadCount.self, with: 9)
      .THEN(\.count, equals: 9)
      .runTest()
  }

  @Test func `an exploration runs on the MainActor`() throws {
    let found = try PlainCounter.EXPLORE { PlainCounter() }
      .EVENTS { sut in sut.count < 3 ? [.up, .load] : [] }
      .EFFECT(LoadCount.self, completesWith: [9])
      .ALWAYS("not negative") { $0.count >= 0 }
      .REACHES("nine") { $0.count == 9 }
      .run(depth: 3)
    #expect(
      found.flow(reaching: "nine")?.steps == [
        ".WHEN(.load)", ".WHEN_EffectCompletes(LoadCount.self, with: 9)",
      ]
    )
  }

  @Test func `a live plan runs on the MainActor`() async throws {
    try await PlainCounter.GIVEN { PlainCounter() }
      .WHEN(.load)
      .RECEIVE(.loaded(7))
      .THEN(\.count, equals: 7)
      .runTest(effects: .live())
  }

  @Test func `the events of its effects are sent on the MainActor`() async {
    let counter = PlainCounter()
    await withCheckedContinuation { continuation in
      counter.onLoaded = {
        MainActor.assertIsolated()
        continuation.resume()
      }
      counter.send(.load)
    }
    #expect(counter.count == 7)
  }
}
