import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Streams in plans: elements by hand, then the end.
@Suite struct StreamStepsTests {
  @Test func `a stream yields elements and stays in flight until it is ended`() throws {
    try Ticker.GIVEN { Ticker() }
      .WHEN(.start)
      .WHEN_StreamYields(Ticks.self, 1)
      .WHEN_StreamYields(Ticks.self, 2)
      .THEN(\.seen, equals: [1, 2])
      .THEN_EnqueuedEffect(Ticks())
      .FORK_EffectFails(Ticks.self, with: Offline()) { sut in
        try sut.THEN(\.error, equals: "Offline()").THEN_NoEffects()
      }
      .WHEN_EffectCompletes(Ticks.self, with: 3)
      .THEN(\.seen, equals: [1, 2, 3])
      .THEN(\.hasEnded, equals: true)
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `a modifier around a stream preserves the event of its end`() throws {
    try Ticker.GIVEN { Ticker() }
      .WHEN(.startLimited)
      .WHEN_StreamYields(Ticks.self, 1)
      .THEN(\.hasEnded, equals: false)
      .WHEN_EffectCompletes(Ticks.self)
      .THEN(\.seen, equals: [1])
      .THEN(\.hasEnded, equals: true)
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `a missing stream is a failure`() throws {
    let found = try failures {
      try Ticker.GIVEN { Ticker() }.WHEN_StreamYields(Ticks.self, 1).runTest()
    }
    #expect(
      found.map(\.text) == [
        """
        WHEN_StreamYields(Ticks.self, 1): no effect in flight is of type Ticks. None is in flight.
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """
      ]
    )
  }
}

private struct Ticks: StreamEffect, Equatable {
  func stream() -> some AsyncSequence<Int, Never> { AsyncStream { nil } }
}

private final class Ticker: Scope {
  enum When {
    case start
    case startLimited
    case ticked(Result<Int, any Error>)
    case ended
  }

  var seen: [Int] = []
  var error: String?
  var hasEnded = false

  func update(_ when: When) throws {
    switch when {
    case .start: effectsState.enqueue(Ticks().mapToResult().map(When.ticked).mapEnd(to: .ended))
    case .startLimited:
      effectsState.enqueue(
        Ticks().mapToResult().map(When.ticked).mapEnd(to: .ended).timeout(after: .seconds(1))
      )
    case .ticked(.success(let number)): seen.append(number)
    case .ticked(.failure(let error)): self.error = "\(error)"
    case .ended: hasEnded = true
    }
  }
}
