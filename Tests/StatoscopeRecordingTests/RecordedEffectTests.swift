import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

/// Effects as a recorder sees them: where each started, how it ended, and which event it ended with.
@MainActor @Suite("ScopeRecorder, effects")
struct RecordedEffectTests {
  @Test func `an effect is recorded at its start and its end, and its event names it`() async {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.load("a"))
    for await loaded in shop.changes(of: \.loaded) where loaded == ["a"] { break }
    let recording = recorder.recording
    #expect(recording.story == [#"\.self .load("a")"#, #"\.self .loaded("a")"#])
    #expect(recording.moments[0].effects.map(\.result) == [nil])
    #expect(recording.moments[0].effects.map(\.effect) == [#"RecordedFetch(what: "a")"#])
    #expect(recording.moments[1].effects.map(\.result) == [.completed])
    #expect(recording.moments[1].effects.map(\.number) == [1])
    #expect(recording.moments[1].cause == .effect(number: 1))
  }

  @Test func `a stream's elements name it, and it ends with its stream`() async {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.watchPrices)
    for await _ in shop.changes(of: \.prices.count) where shop.prices.count == 2 { break }
    await until { shop.effects.isEmpty }
    let recording = recorder.recording
    #expect(
      recording.story == [#"\.self .watchPrices"#, #"\.self .price(1)"#, #"\.self .price(2)"#, #"\.self -"#]
    )
    #expect(recording.moments[1].cause == .effect(number: 1))
    #expect(recording.moments[2].effects.isEmpty)
    #expect(recording.moments[3].effects.map(\.result) == [.completed])
  }

  @Test func `a cancellation by an update, another effect or a removal is recorded`() {
    let shop = RecordedShop().injectObject(EffectsExecution.enqueueOnly)
    let recorder = ScopeRecorder(shop)
    shop.send(.load("a")).send(.load("b")).send(.cancel).send(.addCounter(1))
    shop.counters[0].send(.count)
    shop.send(.removeCounters)
    let effects = recorder.recording.moments.map {
      $0.effects.map { "\($0.number) \($0.result.map { "\($0)" } ?? "")" }
    }
    #expect(effects == [["1 "], ["2 "], ["1 cancelled", "2 cancelled"], [], ["3 "], ["3 cancelled"]])
  }

  @Test func `an effect cancelled without an event stays in flight in the flow test`() async {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.load("a")).send(.load("b"))
    shop.discardOwnEffects { ($0 as? RecordedFetch)?.what == "a" }
    for await loaded in shop.changes(of: \.loaded) where loaded == ["b"] { break }
    let lines = recorder.recording.flowTest().split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains(#"// RecordedFetch(what: "a") was cancelled"#))
    #expect(
      lines.filter { $0.hasPrefix(".WHEN_O") } == [
        #".WHEN_OldestEffectCompletes(number: 2, with: .loaded("b"))"#
      ]
    )
  }

  @Test func `effects end with the scopes that leave the tree, and with no others`() throws {
    let shop = RecordedShop().injectObject(EffectsExecution.enqueueOnly)
    let recorder = ScopeRecorder(shop)
    shop.send(.load("a")).send(.addCounter(1))
    let counter = try #require(shop.counters.first)
    counter.send(.count)
    // A change of the tree, with effects of scopes that stay.
    shop.send(.addCounter(2))
    shop.counters = []
    shop.send(.open)
    let effects = recorder.recording.moments.flatMap(\.effects).map {
      "\($0.number) \($0.result.map { "\($0)" } ?? "started")"
    }
    #expect(effects == ["1 started", "2 started", "2 cancelled"])
    withExtendedLifetime(counter) {}
  }

  @Test func `an unmapped error is recorded as the effect's result`() async {
    let scope = Failing()
    let recorder = ScopeRecorder(scope)
    await withCheckedContinuation { continuation in
      scope.onUnhandledEffectError = { _ in continuation.resume() }
      scope.send(.fail)
    }
    // The result is recorded after the error was passed to the closure.
    let recording = recorder.recording
    #expect(recording.moments.flatMap(\.effects).count <= 2)
    await until { recorder.recording.moments.count >= 2 }
    #expect(recorder.recording.moments[1].effects.map(\.result) == [.failed("Offline()")])
    #expect(recorder.recording.moments[1].event == nil)
  }
}

private final class Failing: Scope {
  enum When: Sendable { case fail }
  func update(_ when: When) throws {
    effectsState.enqueue(AnyEffect { () async throws -> When in throw Offline() })
  }
}
