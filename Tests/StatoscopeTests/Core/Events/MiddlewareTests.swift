import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What a scope's own middleware can do with its events.
@Suite struct MiddlewareTests {
  @Test func `the last middleware added is the outermost`() {
    let (till, journal) = (Till(), Journal())
    for name in ["first", "last"] {
      till.addMiddleware { _, when, next in
        journal.note("\(name) begins")
        try next(when)
        journal.note("\(name) ends")
      }
    }
    till.send(.add(1))
    #expect(journal.entries == ["last begins", "first begins", "first ends", "last ends"])
    #expect(till.total == 1)
  }

  @Test(.from(.turnstate)) func `a middleware is given its scope before and after the update`() {
    let (till, journal) = (Till(), Journal())
    till.addMiddleware { till, when, next in
      journal.note("before: \(till.total)")
      try next(when)
      journal.note("after: \(till.total)")
    }
    till.send(.add(3))
    #expect(journal.entries == ["before: 0", "after: 3"])
  }

  @Test(.from(.turnstate)) func `an event that a middleware drops is not updated`() {
    let till = Till()
    till.addMiddleware { _, when, next in if when != .add(13) { try next(when) } }
    till.send(.add(13)).send(.add(1))
    #expect(till.total == 1)
  }

  @Test func `an event that a middleware rewrites is updated as rewritten`() {
    let till = Till()
    till.addMiddleware { _, _, next in try next(.add(5)) }
    till.send(.add(1))
    #expect(till.events == [.add(5)])
  }

  @Test func `an event that a middleware repeats is updated each time`() {
    let till = Till()
    till.addMiddleware { _, when, next in
      try next(when)
      try next(when)
    }
    till.send(.add(2)).send(.load)
    #expect(till.total == 4)
    #expect(till.effects.count == 2)
  }

  @Test(.from(.turnstate)) func `the middleware nearest to the update has the last word`() {
    let till = Till()
    till.addMiddleware { _, _, next in try next(.add(100)) }
    till.addMiddleware { _, _, next in try next(.add(10)) }
    till.send(.add(1))
    #expect(till.events == [.add(100)])
  }

  @Test(.from(.turnstate)) func `two middlewares of one class both run`() {
    let till = Till()
    let (first, last) = (Doubler(), Doubler())
    till.addMiddleware(first.run)
    till.addMiddleware(last.run)
    till.send(.add(3))
    #expect([first.runs, last.runs] == [1, 1])
    #expect(till.total == 12)
  }

  @Test func `try send rethrows what a middleware throws and no effect starts`() {
    let till = Till()
    till.addMiddleware { _, when, next in
      try next(when)
      throw Closed()
    }
    #expect(throws: Closed.self) { try till.trySend(.load) }
    #expect(till.events == [.load])
    #expect(till.effects.isEmpty)
  }

  @Test func `send logs what a middleware throws`() async throws {
    try await withLoggedLines { journal in
      let till = Till()
      till.addMiddleware { _, _, _ in throw Closed() }
      till.send(.add(1))
      #expect(journal.entries == ["errors: Till could not handle .add(1): Closed()"])
    }
  }

  @Test func `an error that a middleware catches reaches no caller and starts no effect`() throws {
    let till = Till()
    till.addMiddleware { _, when, next in try? next(when) }
    #expect(throws: Never.self) { try till.trySend(.loadAndRefuse) }
    #expect(till.effects.isEmpty)
    try till.trySend(.load)
    #expect(till.effects.count == 1)
  }

  @Test func `a repeated update that throws takes only its own effects back`() throws {
    let till = Till()
    till.addMiddleware { _, _, next in
      try next(.load)
      try? next(.loadAndRefuse)
    }
    try till.trySend(.add(1))
    #expect(till.events == [.load, .loadAndRefuse])
    #expect(till.effects.count == 1)
  }

  @Test func `an event that a middleware sends waits for the current one`() {
    let till = Till()
    till.addMiddleware { till, when, next in
      if when == .add(1) { till.send(.add(2)) }
      try next(when)
    }
    till.send(.add(1))
    #expect(till.events == [.add(1), .add(2)])
  }

  @Test(.from(.turnstate)) func `an event that a middleware sends passes through all of them`() {
    let (till, journal) = (Till(), Journal())
    till.addMiddleware { till, when, next in
      if when == .load { till.send(.add(1)) }
      try next(when)
    }
    till.addMiddleware { _, when, next in
      journal.note("\(when)")
      try next(when)
    }
    till.send(.load)
    #expect(journal.entries == ["load", "add(1)"])
    #expect(till.total == 1)
  }

  @Test func `a middleware sees the events of a flow test`() throws {
    let journal = Journal()
    try GIVEN {
      Till().addMiddleware { _, when, next in
        journal.note("\(when)")
        try next(when)
      }
    }
    .WHEN(.add(2))
    .THEN(\.total, equals: 2)
    .runTest()
    #expect(journal.entries == ["add(2)"])
  }

  @Test @MainActor func `a middleware sees the events that effects end in`() async {
    let (loader, journal, gate) = (Loader(), Journal(), Gate<String>())
    loader.addMiddleware { _, when, next in
      if case .loaded = when { journal.note("loaded") }
      try next(when)
    }
    loader.send(.load(gate))
    await gate.open("a")
    await loader.receives(1)
    #expect(journal.entries == ["loaded"])
  }

  @Test func `a middleware does not keep its scope`() {
    var till: Till? = Till()
    weak let released = till
    till?.addMiddleware { till, when, next in
      _ = till.total
      try next(when)
    }
    till?.send(.add(1))
    till = nil
    #expect(released == nil)
  }
}

private struct Closed: Error {}

private final class Till: Scope {
  enum When: Equatable {
    case add(Int)
    case load
    case loadAndRefuse
  }

  private(set) var total = 0
  private(set) var events: [When] = []

  override init() {
    super.init()
    injectObject(EffectsExecution.enqueueOnly)
  }

  func update(_ when: When) throws {
    events.append(when)
    switch when {
    case .add(let amount):
      total += amount
    case .load:
      effectsState.enqueue(AnyEffect { .add(1) })
    case .loadAndRefuse:
      effectsState.enqueue(AnyEffect { .add(1) })
      throw InvalidStateError()
    }
  }
}

private final class Doubler {
  private(set) var runs = 0

  func run(_ till: Till, _ when: Till.When, _ next: (Till.When) throws -> Void) throws {
    runs += 1
    if case .add(let amount) = when { try next(.add(2 * amount)) } else { try next(when) }
  }
}
