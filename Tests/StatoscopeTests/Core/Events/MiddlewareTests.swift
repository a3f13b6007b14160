import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What a scope's own middleware can do with its events.
@Suite struct MiddlewareTests {
  @Test func `the last middleware added is the outermost`() {
    let (account, journal) = (Account(), Journal())
    for name in ["first", "last"] {
      account.addMiddleware { _, when, next in
        journal.note("\(name) begins")
        try next(when)
        journal.note("\(name) ends")
      }
    }
    account.send(.add(1))
    #expect(journal.entries == ["last begins", "first begins", "first ends", "last ends"])
    #expect(account.total == 1)
  }

  @Test(.from(.turnstate)) func `a middleware reads its scope before and after the update`() {
    let (account, journal) = (Account(), Journal())
    account.addMiddleware { account, when, next in
      journal.note("before: \(account.total)")
      try next(when)
      journal.note("after: \(account.total)")
    }
    account.send(.add(3))
    #expect(journal.entries == ["before: 0", "after: 3"])
  }

  @Test(.from(.turnstate)) func `an event that a middleware drops does not reach the update`() {
    let account = Account()
    account.addMiddleware { _, when, next in if when != .add(13) { try next(when) } }
    account.send(.add(13)).send(.add(1))
    #expect(account.total == 1)
  }

  @Test func `an event that a middleware changes reaches the update changed`() {
    let account = Account()
    account.addMiddleware { _, _, next in try next(.add(5)) }
    account.send(.add(1))
    #expect(account.events == [.add(5)])
  }

  @Test func `an event that a middleware repeats reaches the update each time`() {
    let account = Account()
    account.addMiddleware { _, when, next in
      try next(when)
      try next(when)
    }
    account.send(.add(2)).send(.load)
    #expect(account.total == 4)
    #expect(account.effects.count == 2)
  }

  @Test(.from(.turnstate)) func `the middleware nearest to the update determines the event`() {
    let account = Account()
    account.addMiddleware { _, _, next in try next(.add(100)) }
    account.addMiddleware { _, _, next in try next(.add(10)) }
    account.send(.add(1))
    #expect(account.events == [.add(100)])
  }

  @Test(.from(.turnstate)) func `two middleware objects of one class both run`() {
    let account = Account()
    let (first, last) = (Doubler(), Doubler())
    account.addMiddleware(first.run)
    account.addMiddleware(last.run)
    account.send(.add(3))
    #expect([first.runs, last.runs] == [1, 1])
    #expect(account.total == 12)
  }

  @Test func `trySend rethrows an error of a middleware, and no effect starts`() {
    let account = Account()
    account.addMiddleware { _, when, next in
      try next(when)
      throw Offline()
    }
    #expect(throws: Offline.self) { try account.trySend(.load) }
    #expect(account.events == [.load])
    #expect(account.effects.isEmpty)
  }

  @Test func `send logs an error of a middleware`() async throws {
    try await withLoggedLines { journal in
      let account = Account()
      account.addMiddleware { _, _, _ in throw Offline() }
      account.send(.add(1))
      #expect(journal.entries == ["errors: Account could not handle .add(1): Offline()"])
    }
  }

  @Test func `an error that a middleware catches is not rethrown`() throws {
    let account = Account()
    account.addMiddleware { _, when, next in try? next(when) }
    #expect(throws: Never.self) { try account.trySend(.loadAndRefuse) }
    #expect(account.effects.isEmpty)
    try account.trySend(.load)
    #expect(account.effects.count == 1)
  }

  @Test func `a repeated update that throws discards only its own effects`() throws {
    let account = Account()
    account.addMiddleware { _, _, next in
      try next(.load)
      try? next(.loadAndRefuse)
    }
    try account.trySend(.add(1))
    #expect(account.events == [.load, .loadAndRefuse])
    #expect(account.effects.count == 1)
  }

  @Test func `an event that a middleware sends waits for the current one`() {
    let account = Account()
    account.addMiddleware { account, when, next in
      if when == .add(1) { account.send(.add(2)) }
      try next(when)
    }
    account.send(.add(1))
    #expect(account.events == [.add(1), .add(2)])
  }

  @Test(.from(.turnstate)) func `an event that a middleware sends passes through all middleware`() {
    let (account, journal) = (Account(), Journal())
    account.addMiddleware { account, when, next in
      if when == .load { account.send(.add(1)) }
      try next(when)
    }
    account.addMiddleware { _, when, next in
      journal.note("\(when)")
      try next(when)
    }
    account.send(.load)
    #expect(journal.entries == ["load", "add(1)"])
    #expect(account.total == 1)
  }

  @Test func `a middleware receives the events of a flow test`() throws {
    let journal = Journal()
    try GIVEN {
      Account().addMiddleware { _, when, next in
        journal.note("\(when)")
        try next(when)
      }
    }
    .WHEN(.add(2))
    .THEN(\.total, equals: 2)
    .runTest()
    #expect(journal.entries == ["add(2)"])
  }

  @Test @MainActor func `a middleware receives the events of effects`() async {
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

  @Test func `a middleware does not retain its scope`() {
    var account: Account? = Account()
    weak let released = account
    account?.addMiddleware { account, when, next in
      _ = account.total
      try next(when)
    }
    account?.send(.add(1))
    account = nil
    #expect(released == nil)
  }
}

private final class Doubler {
  private(set) var runs = 0

  func run(_ account: Account, _ when: Account.When, _ next: (Account.When) throws -> Void) throws {
    runs += 1
    if case .add(let amount) = when { try next(.add(2 * amount)) } else { try next(when) }
  }
}
