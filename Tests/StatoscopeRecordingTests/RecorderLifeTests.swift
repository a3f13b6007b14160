import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

/// A recorder keeps nothing alive: no scope, and nothing that a scope's state or events refer to.
@Suite("ScopeRecorder, lifetimes")
struct RecorderLifeTests {
  @Test(.waitsForPrograms) func `a capacity below one traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScopeRecorder(RecordedShop(), capacity: 0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        A ScopeRecorder of the scope RecordedShop was created with the capacity 0, but a recorder needs room for at \
        least one moment. Pass the number of moments that it retains: ScopeRecorder(scope, capacity: 1_000).
        """
      )
    )
  }

  @Test func `a recorder retains no scope, and its recording outlives them`() {
    weak var root: RecordedShop?
    weak var child: RecordedTill?
    weak var removed: RecordedTill?
    var recorder: ScopeRecorder?
    do {
      let shop = RecordedShop()
      shop.counters = [RecordedTill(1), RecordedTill(2)]
      recorder = ScopeRecorder(shop)
      shop.send(.notifyCounters)
      removed = shop.counters[1]
      shop.counters.removeLast()
      #expect(removed == nil)
      shop.send(.open)
      (root, child) = (shop, shop.counters[0])
    }
    #expect(root == nil && child == nil)
    #expect(recorder?.recording.story.count == 5)
    recorder = nil
  }

  @Test func `objects of states and events are not retained`() {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    weak var lent: RecordedLedger?
    weak var labelled: RecordedLedger?
    do {
      let (one, other) = (RecordedLedger(1), RecordedLedger(2))
      shop.send(.lend(one)).send(.label(.ledger(other)))
      (lent, labelled) = (one, other)
      shop.send(.lend(RecordedLedger(3))).send(.label(.none))
    }
    #expect(lent == nil && labelled == nil)
    #expect(recorder.recording.moments[0].event == ".lend(ledger of 1)")
    #expect(recorder.recording.moments[0].source == nil)
    #expect(recorder.recording.changes[0].contains("+   entries: 1"))
  }

  @Test func `a scope may own its recorder, and may move to another tree`() {
    weak var released: Owner?
    do {
      let owner = Owner()
      owner.recorder = ScopeRecorder(owner)
      owner.send(.grow).send(.grow)
      #expect(owner.recorder?.recording.story.count == 2)
      released = owner
    }
    #expect(released == nil)
  }

  @Test func `a scope at the address of a released one is another scope`() {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    for number in 0..<50 {
      shop.counters = [RecordedTill(number)]
      shop.counters[0].send(.add(1))
    }
    let scopes = Set(recorder.recording.moments.filter { $0.event != nil }.map(\.scope))
    #expect(scopes.count == 50)
  }
}

private final class Owner: Scope {
  enum When: Sendable { case grow }
  var recorder: ScopeRecorder?
  var texts: [String] = []
  func update(_ when: When) throws { texts.append(String(repeating: "text ", count: texts.count + 9)) }
}
