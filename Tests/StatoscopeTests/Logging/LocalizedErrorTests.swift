import Foundation
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// Tools and apps show an error by its localized description: that of each public error is its text.
@Suite struct `A localized description` {
  @Test func `of an invalid state is its text`() {
    let error: any Error = InvalidStateError()
    #expect(error.localizedDescription == "\(error)")
    #expect(error.localizedDescription.hasPrefix("the event is invalid in the present state (refused at "))
  }

  @Test func `of a value that was not found is its text`() throws {
    let error = try #require(throws: NoInjectedValueFound.self) { try Lonely().resolve(Missing.self) }
    #expect((error as any Error).localizedDescription == "\(error)")
  }

  @Test func `of effects that could not start is its text`() throws {
    let error = try #require(throws: EffectIsolationError.self) { try Self.sendNowhere() }
    #expect((error as any Error).localizedDescription == "\(error)")
  }

  @Test func `of a timeout, a storage or an exploration is its text`() {
    let errors: [any Error] = [
      EffectTimeoutError(effect: "Load()", duration: .seconds(3)),
      StorageError.notLoaded(keys: ["count"], place: "the table"),
      ExplorationError.nothingCanHappen(scope: "Counter", location: "CounterTests.swift:3"),
    ]
    for error in errors { #expect(error.localizedDescription == "\(error)") }
  }

  @Test func `of an empty stream is its text`() async throws {
    let error = try await #require(throws: StreamEffectEmptyError.self) { try await Silent().runEffect() }
    #expect((error as any Error).localizedDescription == "\(error)")
  }

  nonisolated private static func sendNowhere() throws {
    try Lonely().trySend(.start, isolation: nil)
  }
}

private struct Missing {}

private final class Lonely: Scope {
  enum When { case start }

  func update(_ when: When) {
    effectsState.enqueue(AnyEffect { When.start })
  }
}

private struct Silent: StreamEffect {
  func stream() -> AsyncStream<Int> { AsyncStream { $0.finish() } }
}
