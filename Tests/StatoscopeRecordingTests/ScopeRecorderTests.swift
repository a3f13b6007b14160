import Statoscope
import StatoscopeRecording
import StatoscopeTesting
import Testing

/// A recorder records each update below its root, with its changes and its cause.
@Suite("ScopeRecorder")
struct ScopeRecorderTests {
  @Test func `an event is recorded with its scope, its time and its changes`() {
    let shop = RecordedShop()
    shop.cellar = RecordedCellar()
    let clock = TestClock()
    let recorder = ScopeRecorder(shop, clock: clock)
    shop.send(.rename("corner"))
    clock.advance(by: .seconds(2))
    shop.cellar?.send(.fill)
    shop.send(.open)
    let recording = recorder.recording
    #expect(recording.version == 2)
    #expect(recording.root == "RecordedShop")
    #expect(recording.story == [#"\.self .rename("corner")"#, #"\.cellar .fill"#, #"\.self .open"#])
    #expect(recording.moments.map(\.time) == [.zero, .seconds(2), .seconds(2)])
    #expect(recording.moments.map(\.type) == ["RecordedShop", "RecordedCellar", "RecordedShop"])
    #expect(recording.moments.map(\.number) == [1, 2, 3])
    #expect(
      recording.changes == [
        ["- name: \"shop\"", "+ name: \"corner\""], ["- bottles: 0", "+ bottles: 1"],
        ["- isOpen: false", "+ isOpen: true"],
      ]
    )
    #expect(recording.moments.allSatisfy { $0.cause == .outside && $0.failure == nil })
    #expect(recording.discarded == 0)
  }

  @Test func `values of every kind are recorded as they were at the time`() {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.note("a")).send(.note(nil)).send(.label(.text("x"))).send(.label(.none))
    shop.send(.price(3)).send(.price(3)).send(.lend(RecordedLedger(1))).send(
      .label(.ledger(RecordedLedger(2)))
    )
    shop.prices = [:]
    shop.send(.rename(String(repeating: "long ", count: 10))).send(.rename("short"))
    let changes = recorder.recording.changes
    #expect(changes[0] == ["- note: nil", "+ note: \"a\""])
    #expect(changes[1] == ["- note: \"a\"", "+ note: nil"])
    #expect(changes[2] == ["- label: .none", "+ label: .text", "+   \"x\""])
    #expect(changes[3] == ["- label: .text", "-   \"x\"", "+ label: .none"])
    #expect(changes[4] == ["- prices: [:]", "+ prices: [", "+   3: 3.0", "+ ]"])
    #expect(changes[5] == [])
    #expect(changes[6].first == "- ledger: nil" && changes[6].contains("+   entries: 1"))
    #expect(changes[7].contains("+     entries: 2"))
    #expect(recorder.recording.moments[8].event == nil)
    #expect(changes[8].last == "+ prices: [:]")
    #expect(changes[9].first == "- name: \"shop\"")
    #expect(changes[10].last == "+ name: \"short\"")
  }

  @Test func `an update that throws is recorded with its error and its changes`() {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    #expect(throws: InvalidStateError.self) { try shop.trySend(.refuse) }
    let moment = recorder.recording.moments[0]
    #expect(moment.failure?.contains("is invalid") == true)
    #expect(moment.change == ["- name: \"shop\"", "+ name: \"refused\""])
  }

  @Test func `events from within an update name its moment, also queued ones`() {
    let shop = RecordedShop()
    shop.counters = [RecordedTill(0), RecordedTill(5)]
    let recorder = ScopeRecorder(shop)
    shop.send(.notifyCounters).send(.sendToSelf).send(.open)
    let recording = recorder.recording
    #expect(
      recording.story == [
        #"\.self .notifyCounters"#, #"\.counters[0] .add(1)"#, #"\.counters[1] .add(1)"#,
        #"\.self .sendToSelf"#, #"\.self .rename("later")"#, #"\.self .open"#,
      ]
    )
    #expect(
      recording.moments.map(\.cause) == [
        .outside, .update(moment: 1), .update(moment: 1), .outside, .update(moment: 4), .outside,
      ]
    )
    #expect(recording.changes[0] == ["- name: \"shop\"", "+ name: \"notified\""])
    #expect(recording.changes[2] == ["- total: 5", "+ total: 6", "- last: nil", "+ last: 1"])
    #expect(recording.changes[4] == ["- name: \"now\"", "+ name: \"later\""])
  }

  @Test(arguments: [true, false])
  func `events from a subscriber name the moment that it was called for`(subscribesFirst: Bool) {
    let shop = RecordedShop()
    shop.counters = [RecordedTill(0)]
    var subscriptions = subscribesFirst ? subscriptions(to: shop) : []
    let recorder = ScopeRecorder(shop)
    if subscriptions.isEmpty { subscriptions = self.subscriptions(to: shop) }
    shop.counters[0].send(.add(1))
    shop.send(.open)
    #expect(
      recorder.recording.story == [
        #"\.counters[0] .add(1)"#, #"\.self .rename("sold")"#, #"\.counters[0] .count"#, #"\.self .open"#,
      ]
    )
    #expect(
      recorder.recording.moments.map(\.cause) == [
        .outside, .update(moment: 1), .update(moment: 2), .outside,
      ]
    )
    withExtendedLifetime(subscriptions) {}
  }

  private func subscriptions(to shop: RecordedShop) -> [ScopeSubscription] {
    [
      shop.subscribe(to: RecordedTill.self) { shop, _, when in
        if case .add = when { shop.send(.rename("sold")) }
      },
      shop.subscribe { shop, when in
        if case .rename = when { shop.counters[0].send(.count) }
      },
    ]
  }

  @Test func `changes of the tree are recorded, and paths follow them`() {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.addCounter(1)).send(.addCounter(2))
    shop.counters[1].send(.add(1))
    shop.counters.removeFirst()
    shop.counters[0].send(.add(1))
    shop.send(.removeCounters)
    let recording = recorder.recording
    #expect(
      recording.story == [
        #"\.self .addCounter(1)"#, #"\.self .addCounter(2)"#, #"\.counters[1] .add(1)"#,
        #"\.counters[1] -"#, #"\.counters[0] .add(1)"#, #"\.self .removeCounters"#,
      ]
    )
    let (none, one) = ([#"\.self"#], [#"\.counters[0]"#, #"\.self"#])
    let two = [#"\.counters[0]"#, #"\.counters[1]"#, #"\.self"#]
    #expect(recording.trees == [none, one, two, two, one, one, none])
    #expect(recording.scopes.map(\.type) == ["RecordedShop", "RecordedTill", "RecordedTill"])
    #expect(recording.scopes[2].fields == [["total: 2"], ["last: nil"]])
  }

  @Test func `an event that is no more than an object is not retained`() {
    let lender = Lender()
    let recorder = ScopeRecorder(lender)
    weak var released: RecordedLedger?
    do {
      let ledger = RecordedLedger(3)
      lender.send(.lend(ledger))
      released = ledger
    }
    #expect(released == nil)
    #expect(recorder.recording.moments.map(\.event) == [".lend(ledger of 3)"])
  }

  @Test func `a change without an event is recorded with the next event`() {
    let shop = RecordedShop()
    shop.cellar = RecordedCellar()
    let recorder = ScopeRecorder(shop)
    shop.cellar?.bottles = 7
    shop.send(.open)
    shop.cellar?.send(.fill)
    let recording = recorder.recording
    #expect(recording.story == [#"\.self .open"#, #"\.cellar -"#, #"\.cellar .fill"#])
    #expect(recording.changes[1] == ["- bottles: 0", "+ bottles: 7"])
    #expect(recording.changes[2] == ["- bottles: 7", "+ bottles: 8"])
  }

  @Test func `a change without an event is recorded before the recorder stops`() {
    let shop = RecordedShop()
    let cellar = RecordedCellar()
    shop.cellar = cellar
    let recorder = ScopeRecorder(shop)
    cellar.bottles = 7
    recorder.stop()
    cellar.bottles = 8
    #expect(recorder.recording.changes == [["- bottles: 0", "+ bottles: 7"]])
  }

  @Test func `a recorder of a subtree records that subtree only`() {
    let shop = RecordedShop()
    let cellar = RecordedCellar()
    shop.cellar = cellar
    let (whole, part) = (ScopeRecorder(shop), ScopeRecorder(cellar))
    shop.send(.open)
    cellar.send(.fill)
    #expect(part.recording.story == [#"\.self .fill"#])
    #expect(whole.recording.story == [#"\.self .open"#, #"\.cellar .fill"#])
    shop.cellar = nil
    cellar.send(.fill)
    #expect(part.recording.story.count == 2)
    #expect(whole.recording.story.last == #"\.self -"#)
    #expect(whole.recording.trees.last == [#"\.self"#])
    let other = RecordedShop()
    other.cellar = cellar
    cellar.send(.fill)
    #expect(part.recording.story == Array(repeating: #"\.self .fill"#, count: 3))
  }

  @Test func `middleware and logging do not change a recording`() {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.addMiddleware { _, when, next in
      if case .rename = when { return }
      try next(when)
      if case .addCounter = when { try next(when) }
    }
    shop.addSubscopeMiddleware { _, next in try next() }
    shop.send(.rename("dropped")).send(.addCounter(1)).send(.open)
    #expect(
      recorder.recording.story == [
        #"\.self .addCounter(1)"#, #"\.self .addCounter(1)"#, #"\.self .open"#,
      ]
    )
  }

  @Test func `a recorder that was stopped or released records nothing more`() {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.open)
    recorder.stop()
    recorder.stop()
    shop.send(.rename("later"))
    #expect(recorder.recording.story == [#"\.self .open"#])
    var other: ScopeRecorder? = ScopeRecorder(shop)
    shop.send(.rename("b"))
    #expect(other?.recording.story.count == 1)
    other = nil
    shop.send(.rename("c"))
    #expect(shop.name == "c")
  }

  @Test func `an update may stop the recorder that records it`() {
    let shop = RecordedShop()
    var recorders = [ScopeRecorder(shop), ScopeRecorder(shop)]
    shop.addMiddleware { _, when, next in try next(when) }
    let subscription = shop.subscribe { _, _ in }
    let stopper = Stopper { recorders = [] }
    let recorder = ScopeRecorder(stopper)
    stopper.send(.stop)
    shop.send(.open)
    #expect(recorders.isEmpty)
    #expect(recorder.recording.story == [#"\.self .stop"#])
    withExtendedLifetime(subscription) {}
    let own = Stopper {}
    own.recorder = ScopeRecorder(own)
    own.send(.stopOwn).send(.stop)
    #expect(own.recorder == nil)
  }
}

private final class Stopper: Scope {
  enum When: Sendable { case stop, stopOwn }
  let stop: () -> Void
  var recorder: ScopeRecorder?

  init(_ stop: @escaping () -> Void) { self.stop = stop }

  func update(_ when: When) throws {
    switch when {
    case .stop: stop()
    case .stopOwn: recorder = nil
    }
  }
}

private final class Lender: Scope {
  enum When: Sendable { case lend(RecordedLedger) }
  func update(_ when: When) throws {}
}
