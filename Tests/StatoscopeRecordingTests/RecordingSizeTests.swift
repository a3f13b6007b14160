import Foundation
import Statoscope
import StatoscopeRecording
import StatoscopeTesting
import TestSupport
import Testing

/// A recording and its page are linear in what happened and in the depth of the tree, with small factors.
@Suite("ScopeRecording, size", .computes)
struct RecordingSizeTests {
  @Test func `an event on a small state takes at most 460 bytes of the page`() throws {
    let (some, more) = (try page(events: 2_000), try page(events: 4_000))
    let bytes = (more.utf8.count - some.utf8.count) / 2_000
    #expect(bytes <= 460, "\(bytes) bytes an event")
  }

  @Test func `an event on a small state takes at most 250 bytes of the recording`() throws {
    let sizes = try [2_000, 4_000].map { try JSONEncoder().encode(recording(events: $0)).count }
    #expect((sizes[1] - sizes[0]) / 2_000 <= 250)
  }

  @Test func `a deep chain takes at most 120 bytes of the page for each scope`() throws {
    let (some, more) = (chainPage(1_000), chainPage(8_000))
    #expect((more.utf8.count - some.utf8.count) / 7_000 <= 120)
    #expect(more.contains("1 key paths of more than 32 segments are shortened."))
    #expect(more.contains(#"\.next?.next?"#) && more.contains("(level 7999)"))
  }

  @Test func `each added child takes the same part of the page`() throws {
    let pages = [100, 200, 400].map { count in
      let shop = RecordedShop()
      let recorder = ScopeRecorder(shop, clock: TestClock())
      for number in 0..<count { shop.send(.addCounter(100_000 + number)) }
      return recorder.recording.html().utf8.count
    }
    #expect(Double(pages[2] - pages[1]) <= 2.1 * Double(pages[1] - pages[0]))
  }

  @Test func `what is derived from the moments is the same after decoding`() throws {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop, capacity: 30)
    shop.send(.rename("a\nb")).send(.addCounter(1)).send(.addCounter(2)).send(.notifyCounters)
    shop.counters[1].send(.add(3))
    shop.counters.remove(at: 0)
    shop.counters[0].send(.add(3))
    shop.send(.lend(RecordedLedger(2))).send(.sendToSelf)
    _ = try? shop.trySend(.refuse)
    shop.send(.removeCounters).send(.load("x")).send(.cancel)
    let recording = recorder.recording
    let decoded = try decode(JSONEncoder().encode(recording))
    #expect(decoded == recording)
    #expect(decoded.story == recording.story)
    #expect(decoded.changes == recording.changes)
    #expect(decoded.trees == recording.trees)
    #expect(try decode(JSONEncoder().encode(decoded)) == recording)
    let alone = try recording.moments.map {
      try JSONDecoder().decode(ScopeRecording.Moment.self, from: JSONEncoder().encode($0))
    }
    #expect(alone == recording.moments)
  }

  private func decode(_ data: Data) throws -> ScopeRecording {
    try JSONDecoder().decode(ScopeRecording.self, from: data)
  }

  private func recording(events: Int) -> ScopeRecording {
    let clock = TestClock()
    let cellar = RecordedCellar()
    let recorder = ScopeRecorder(cellar, capacity: events, clock: clock)
    clock.advance(by: .seconds(100))
    for _ in 0..<events {
      cellar.send(.fill)
      clock.advance(by: .nanoseconds(123_456_789))
    }
    return recorder.recording
  }

  private func page(events: Int) throws -> String {
    recording(events: events).html()
  }

  private func chainPage(_ depth: Int) -> String {
    let bottom = RecordedChain(nil)
    var top = bottom
    for _ in 1..<depth { top = RecordedChain(top) }
    let recorder = ScopeRecorder(top, clock: TestClock())
    top.send(.touch)
    bottom.send(.touch)
    return recorder.recording.html()
  }
}

private final class RecordedChain: Scope {
  enum When: Sendable { case touch }
  private var touched = 0
  @Subscope var next: RecordedChain?
  init(_ next: RecordedChain?) { _next = Subscope(wrappedValue: next) }
  func update(_ when: When) throws { touched += 1 }
}
