import Statoscope
import TestSupport
import Testing

/// Which subscribers are called after an update, and until when.
@Suite struct SubscriptionTests {
  @Test func `a subscriber is called after each update with the state as it is then`() {
    let (bell, journal) = (Bell(), Journal())
    let token = bell.subscribe { bell, when in journal.note("\(when) \(bell.rings)") }
    bell.send(.ring(1)).send(.ring(2))
    #expect(journal.entries == ["ring(1) 1", "ring(2) 3"])
    token.cancel()
  }

  @Test func `a subscriber is not called after an update that threw`() {
    let (bell, journal) = (Bell(), Journal())
    let token = bell.subscribe { _, when in journal.note("\(when)") }
    #expect(throws: InvalidStateError.self) { try bell.trySend(.break) }
    bell.send(.ring(1))
    #expect(journal.entries == ["ring(1)"])
    token.cancel()
  }

  @Test(.from(.turnstate)) func `a subscriber is not called for an event that a middleware dropped`() {
    let (bell, journal) = (Bell(), Journal())
    bell.addMiddleware { _, _, _ in }
    let token = bell.subscribe { _, when in journal.note("\(when)") }
    bell.send(.ring(1))
    #expect(journal.entries == [])
    token.cancel()
  }

  @Test func `a subscriber hears the event as it was updated and as often`() {
    let (bell, journal) = (Bell(), Journal())
    bell.addMiddleware { _, _, next in
      try next(.ring(5))
      try next(.ring(6))
    }
    let token = bell.subscribe { _, when in journal.note("\(when)") }
    bell.send(.ring(1))
    #expect(journal.entries == ["ring(5)", "ring(6)"])
    token.cancel()
  }

  @Test(.from(.turnstate)) func `subscribers are called in the order in which they subscribed`() {
    let (bell, journal) = (Bell(), Journal())
    let tokens = (1...3).map { number in bell.subscribe { _, _ in journal.note("\(number)") } }
    bell.send(.ring(1))
    #expect(journal.entries == ["1", "2", "3"])
    tokens[1].cancel()
    bell.send(.ring(1))
    #expect(journal.entries == ["1", "2", "3", "1", "3"])
    for token in tokens { token.cancel() }
  }

  @Test func `whichever of many subscriptions end the others go on in their order`() {
    var random = SplitMix64(seed: 4)
    let bell = Bell()
    var called: [Int] = []
    let tokens = (0..<60).map { number in bell.subscribe { _, _ in called.append(number) } }
    var left = Set(0..<60)
    for number in (0..<60).shuffled(using: &random) {
      tokens[number].cancel()
      left.remove(number)
      called = []
      bell.send(.ring(1))
      #expect(called == left.sorted())
    }
  }

  @Test func `subscriptions that subscribers end while they are called are called no more`() {
    let bell = Bell()
    var called: [Int] = []
    var tokens: [ScopeSubscription] = []
    for number in 0..<6 {
      tokens.append(
        bell.subscribe { _, _ in
          called.append(number)
          // Itself, one before and one after it.
          if number == 2 { for other in [2, 1, 4] { tokens[other].cancel() } }
        }
      )
    }
    bell.send(.ring(1))
    #expect(called == [0, 1, 2, 3, 5])
    called = []
    bell.send(.ring(1))
    #expect(called == [0, 3, 5])
    for token in tokens { token.cancel() }
    tokens = []
  }

  @Test func `a subscriber is called once the effects have started`() {
    let bell = Bell().injectObject(EffectsExecution.enqueueOnly)
    var counts: [Int] = []
    let token = bell.subscribe { bell, _ in counts.append(bell.effects.count) }
    bell.send(.ringLater)
    #expect(counts == [1])
    token.cancel()
  }

  @Test func `a token that is cancelled twice or released ends the subscription`() {
    let (bell, journal) = (Bell(), Journal())
    let token = bell.subscribe { _, _ in journal.note("cancelled") }
    token.cancel()
    token.cancel()
    do { _ = bell.subscribe { _, _ in journal.note("released") } }
    bell.send(.ring(1))
    #expect(journal.entries == [])
  }

  @Test func `a subscriber that another ends during a call is not called any more`() {
    let (bell, journal) = (Bell(), Journal())
    var second: ScopeSubscription?
    let first = bell.subscribe { _, _ in
      journal.note("first")
      second?.cancel()
    }
    second = bell.subscribe { _, _ in journal.note("second") }
    bell.send(.ring(1)).send(.ring(1))
    #expect(journal.entries == ["first", "first"])
    first.cancel()
  }

  @Test
  func `a subscriber that another replaces during a call is not called any more nor is the new one yet`() {
    let (bell, journal) = (Bell(), Journal())
    var second: ScopeSubscription?
    let first = bell.subscribe { bell, _ in second = bell.subscribe { _, _ in journal.note("new") } }
    second = bell.subscribe { _, _ in journal.note("old") }
    bell.send(.ring(1))
    #expect(journal.entries == [])
    first.cancel()
    bell.send(.ring(1))
    #expect(journal.entries == ["new"])
    second?.cancel()
  }

  @Test func `a subscriber may end itself`() {
    let (bell, journal) = (Bell(), Journal())
    var token: ScopeSubscription?
    token = bell.subscribe { _, _ in
      journal.note("once")
      token?.cancel()
    }
    bell.send(.ring(1)).send(.ring(1))
    #expect(journal.entries == ["once"])
  }

  @Test func `an event that a subscriber sends waits until all have been called`() {
    let (bell, journal) = (Bell(), Journal())
    let tokens = ["a", "b"].map { name in
      bell.subscribe { bell, when in
        journal.note("\(name) \(when)")
        if name == "a", case .ring(1) = when { bell.send(.ring(2)) }
      }
    }
    bell.send(.ring(1))
    #expect(journal.entries == ["a ring(1)", "b ring(1)", "a ring(2)", "b ring(2)"])
    for token in tokens { token.cancel() }
  }

  @Test func `a token keeps neither its scope nor is it needed after it`() {
    var bell: Bell? = Bell()
    weak let released = bell
    let token = bell?.subscribe { bell, _ in _ = bell.rings }
    bell = nil
    #expect(released == nil)
    token?.cancel()
  }
}

private final class Bell: Scope {
  enum When {
    case ring(Int)
    case ringLater
    case `break`
  }

  private(set) var rings = 0

  func update(_ when: When) throws {
    switch when {
    case .ring(let times): rings += times
    case .ringLater: effectsState.enqueue(AnyEffect { .ring(1) })
    case .break: throw InvalidStateError()
    }
  }
}
