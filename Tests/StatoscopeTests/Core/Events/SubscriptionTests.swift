import Statoscope
import TestSupport
import Testing

/// Which subscribers are called after an update, and until when.
@Suite struct SubscriptionTests {
  @Test func `a subscriber is called after each update with the current state`() {
    let (account, journal) = (Account(), Journal())
    let token = account.subscribe { account, when in journal.note("\(when) \(account.total)") }
    account.send(.add(1)).send(.add(2))
    #expect(journal.entries == ["add(1) 1", "add(2) 3"])
    token.cancel()
  }

  @Test func `a subscriber is not called after an update that threw`() {
    let (account, journal) = (Account(), Journal())
    let token = account.subscribe { _, when in journal.note("\(when)") }
    #expect(throws: InvalidStateError.self) { try account.trySend(.refuse) }
    account.send(.add(1))
    #expect(journal.entries == ["add(1)"])
    token.cancel()
  }

  @Test(.from(.turnstate)) func `a subscriber is not called for an event that a middleware dropped`() {
    let (account, journal) = (Account(), Journal())
    account.addMiddleware { _, _, _ in }
    let token = account.subscribe { _, when in journal.note("\(when)") }
    account.send(.add(1))
    #expect(journal.entries == [])
    token.cancel()
  }

  @Test func `a subscriber receives the event as it was updated, and as often`() {
    let (account, journal) = (Account(), Journal())
    account.addMiddleware { _, _, next in
      try next(.add(5))
      try next(.add(6))
    }
    let token = account.subscribe { _, when in journal.note("\(when)") }
    account.send(.add(1))
    #expect(journal.entries == ["add(5)", "add(6)"])
    token.cancel()
  }

  @Test(.from(.turnstate)) func `subscribers are called in the order in which they subscribed`() {
    let (account, journal) = (Account(), Journal())
    let tokens = (1...3).map { number in account.subscribe { _, _ in journal.note("\(number)") } }
    account.send(.add(1))
    #expect(journal.entries == ["1", "2", "3"])
    tokens[1].cancel()
    account.send(.add(1))
    #expect(journal.entries == ["1", "2", "3", "1", "3"])
    for token in tokens { token.cancel() }
  }

  @Test func `after any of many subscriptions end, the others are called in order`() {
    var random = SplitMix64(seed: 4)
    let account = Account()
    var called: [Int] = []
    let tokens = (0..<60).map { number in account.subscribe { _, _ in called.append(number) } }
    var left = Set(0..<60)
    for number in (0..<60).shuffled(using: &random) {
      tokens[number].cancel()
      left.remove(number)
      called = []
      account.send(.add(1))
      #expect(called == left.sorted())
    }
  }

  @Test func `a subscription that a subscriber ends is not called again`() {
    let account = Account()
    var called: [Int] = []
    var tokens: [ScopeSubscription] = []
    for number in 0..<6 {
      tokens.append(
        account.subscribe { _, _ in
          called.append(number)
          // Itself, one before and one after it.
          if number == 2 { for other in [2, 1, 4] { tokens[other].cancel() } }
        }
      )
    }
    account.send(.add(1))
    #expect(called == [0, 1, 2, 3, 5])
    called = []
    account.send(.add(1))
    #expect(called == [0, 3, 5])
    for token in tokens { token.cancel() }
    tokens = []
  }

  @Test func `a subscriber is called once the effects have started`() {
    let account = Account().injectObject(EffectsExecution.enqueueOnly)
    var counts: [Int] = []
    let token = account.subscribe { account, _ in counts.append(account.effects.count) }
    account.send(.load)
    #expect(counts == [1])
    token.cancel()
  }

  @Test func `a token ends its subscription when cancelled, also twice, or released`() {
    let (account, journal) = (Account(), Journal())
    let token = account.subscribe { _, _ in journal.note("cancelled") }
    token.cancel()
    token.cancel()
    do { _ = account.subscribe { _, _ in journal.note("released") } }
    account.send(.add(1))
    #expect(journal.entries == [])
  }

  @Test func `a subscriber that another one ends is not called again`() {
    let (account, journal) = (Account(), Journal())
    var second: ScopeSubscription?
    let first = account.subscribe { _, _ in
      journal.note("first")
      second?.cancel()
    }
    second = account.subscribe { _, _ in journal.note("second") }
    account.send(.add(1)).send(.add(1))
    #expect(journal.entries == ["first", "first"])
    first.cancel()
  }

  @Test
  func `a replaced subscriber is not called, and the new one not yet`() {
    let (account, journal) = (Account(), Journal())
    var second: ScopeSubscription?
    let first = account.subscribe { account, _ in second = account.subscribe { _, _ in journal.note("new") } }
    second = account.subscribe { _, _ in journal.note("old") }
    account.send(.add(1))
    #expect(journal.entries == [])
    first.cancel()
    account.send(.add(1))
    #expect(journal.entries == ["new"])
    second?.cancel()
  }

  @Test func `a subscriber may end itself`() {
    let (account, journal) = (Account(), Journal())
    var token: ScopeSubscription?
    token = account.subscribe { _, _ in
      journal.note("once")
      token?.cancel()
    }
    account.send(.add(1)).send(.add(1))
    #expect(journal.entries == ["once"])
  }

  @Test func `an event that a subscriber sends waits until all were called`() {
    let (account, journal) = (Account(), Journal())
    let tokens = ["a", "b"].map { name in
      account.subscribe { account, when in
        journal.note("\(name) \(when)")
        if name == "a", case .add(1) = when { account.send(.add(2)) }
      }
    }
    account.send(.add(1))
    #expect(journal.entries == ["a add(1)", "b add(1)", "a add(2)", "b add(2)"])
    for token in tokens { token.cancel() }
  }

  @Test func `a token does not retain its scope, and may outlive it`() {
    var account: Account? = Account()
    weak let released = account
    let token = account?.subscribe { account, _ in _ = account.total }
    account = nil
    #expect(released == nil)
    token?.cancel()
  }
}
