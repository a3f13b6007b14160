import Statoscope
import TestSupport
import Testing

/// Effects that are ended by hand, as a test plan does.
@Suite struct EndedEffectTests {
  private typealias End = (_ desk: Desk, _ generation: UInt64, _ prepare: () -> Void) throws -> Void

  @Test func `the effect leaves the list, the caller is called, the event runs`() throws {
    #expect(
      try entries(ending: .load) { try $0.endEffect($1, ofPristine: .success("a"), prepare: $2) }
        == ["0 pending", "loaded a"]
    )
    #expect(
      try entries(ending: .load) { try $0.endEffect($1, ofPristine: .failure(Offline()), prepare: $2) }
        == ["0 pending", "failed: Offline()"]
    )
    #expect(
      try entries(ending: .load) { try $0.endEffect($1, sending: .loaded(.success("b")), prepare: $2) }
        == ["0 pending", "loaded b"]
    )
    #expect(try entries(ending: .load) { $0.endEffect($1, prepare: $2) } == ["0 pending"])
  }

  @Test func `a value of another type than the result is an error of the effect`() throws {
    #expect(
      try entries(ending: .load) { try $0.endEffect($1, ofPristine: .success(7), prepare: $2) }
        == ["0 pending", "failed: PassGate<String> was ended with 7, which is not of its result type"]
    )
  }

  @Test func `a stream is pending until the event of its last element has run`() throws {
    #expect(
      try entries(ending: .listen) { try $0.endEffect($1, ofPristine: .success(7), prepare: $2) }
        == ["1 pending", "heard 7, 1 pending", "ended, 0 pending"]
    )
    #expect(
      try entries(ending: .listen) { try $0.endEffect($1, ofPristine: nil, prepare: $2) }
        == ["1 pending", "ended, 0 pending"]
    )
    #expect(
      try entries(ending: .listen) { try $0.endEffect($1, sending: .ended, prepare: $2) }
        == ["0 pending", "ended, 0 pending"]
    )
  }

  @Test func `nothing follows the end of an effect that is not pending`() throws {
    #expect(
      try entries(ending: .load) {
        try $0.endEffect($1 + 1, ofPristine: .success("a"), prepare: $2)
        try $0.endEffect($1 + 1, sending: .ended, prepare: $2)
        $0.endEffect($1 + 1, prepare: $2)
      } == []
    )
  }

  /// Ends the effect of an event, and returns what follows.
  private func entries(ending event: Desk.When, _ end: End) throws -> [String] {
    let desk = Desk().injectObject(EffectsExecution.enqueueOnly).send(event)
    let generation = try #require(desk.pendingEffects.first).generation
    try end(desk, generation) { desk.journal.note("\(desk.effects.count) pending") }
    return desk.journal.entries
  }
}

private final class Desk: Scope {
  enum When {
    case load
    case loaded(Result<String, any Error>)
    case listen
    case heard(Int)
    case ended
  }

  let journal = Journal()

  func update(_ when: When) throws {
    switch when {
    case .load: effectsState.enqueue(PassGate(Gate<String>()).mapToResult().map(When.loaded))
    case .loaded(.success(let text)): journal.note("loaded \(text)")
    case .loaded(.failure(let error)): journal.note("failed: \(error)")
    case .listen: effectsState.enqueue(Ticks().map(When.heard).mapEnd(to: .ended))
    case .heard(let number): journal.note("heard \(number), \(effects.count) pending")
    case .ended: journal.note("ended, \(effects.count) pending")
    }
  }
}

private struct Ticks: StreamEffect {
  func stream() -> AsyncStream<Int> { AsyncStream { $0.finish() } }
}
