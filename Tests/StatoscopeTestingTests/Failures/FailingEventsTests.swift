import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Every step that sends an event, in a plan in which it fails.
@Suite struct FailingEventsTests {
  @Test func `an update that throws fails its step, which names WHEN_Throws`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }.WHEN(.close).THEN(\.isOpen, equals: true).runTest()
    }
    #expect(
      found == [
        """
        WHEN(.close): `update` threw on .close: the event is invalid in the present state \
        (refused at StatoscopeTestingTests/Market.swift:37)
        The steps after this one were not run. If this is intended, write WHEN_Throws(.close); otherwise fix `update`.
        """
      ]
    )
  }

  @Test func `an event of a child fails as one of the root does`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .FORK(\.office, .price(0)) { sut in try sut.THEN(\.isOpen, equals: true) }
        .WHEN(\.office, .price(7))
        .AND(\.office, .price(-7))
        .runTest()
    }
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("AND(\\.office, .price(-7)): `update` threw on .price(-7): ") == true)
    #expect(found.last?.hasPrefix("FORK(\\.office, .price(0)): `update` threw on .price(0): ") == true)
  }

  @Test func `an event that does not throw as expected fails, and the path continues`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .WHEN(.addStall("a"))
        .WHEN_Throws(.close)
        .WHEN_Throws(\.office, .price(3))
        .THEN(\.isOpen, equals: true)
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN_Throws(.close): `update` did not throw on .close. If this is intended, write WHEN(.close); otherwise \
        throw InvalidStateError() in `update` for an event that is invalid in this state.
        """,
        """
        WHEN_Throws(\\.office, .price(3)): `update` did not throw on .price(3). If this is intended, write \
        WHEN(.price(3)); otherwise throw InvalidStateError() in `update` for an event that is invalid in this state.
        """,
        """
        THEN(\\.isOpen, equals: true): the value differs (- expected, + found):
          - true
          + false
        \(orFixTheUpdate)
        """,
      ]
    )
  }

  @Test func `another error than the expected one is shown as a diff`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }.WHEN_Throws(.close, error: Offline()).runTest()
    }
    #expect(
      found == [
        """
        WHEN_Throws(.close, error: Offline()): `update` threw a different error on .close (- expected, + found):
          - Offline: Offline
          + InvalidStateError: the event is invalid in the present state \
        (refused at StatoscopeTestingTests/Market.swift:37)
        If this is intended, update the test; otherwise fix `update`.
        """
      ]
    )
  }

  @Test func `a key path without a child fails each kind of step`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .WHEN(\.till, .ring)
        .AND(\.till, .ring)
        .WHEN_Throws(\.till, .ring)
        .THEN_NoEffects(\.till)
        .THEN_NoEnqueuedEffect(\.till, LoadPrices.self)
        .THEN_Enqueued(\.till, effect: LoadPrices(page: 1))
        .WHEN_OldestEffectCompletes(\.till, with: .ring)
        .FORK(\.till, .ring) { _ in }
        .WITH(\.till)
        .THEN_EnqueuedEffect(parameter: \LoadPrices.page, equals: 1)
        .WHEN_EffectCompletes(LoadPrices.self, with: [])
        .WHEN_EffectFails(LoadPrices.self, with: Offline())
        .WHEN_StreamYields(Drips.self, 1)
        .WHEN_OldestEffectCompletes(with: 1)
        .FORK_EffectCompletes(LoadPrices.self, with: []) { _ in }
        .FORK_EffectFails(LoadPrices.self, with: Offline()) { _ in }
        .FORK_OldestEffectCompletes(with: 1) { _ in }
        .FORK_OldestEffectCompletes(with: .ring) { _ in }
        .THEN(\.rings, equals: 0)
        .INVARIANT { _ in }
        .POP()
        .THEN(\.isOpen, equals: false)
        .runTest()
    }
    let words = "Shop has no Till there now, so the step was skipped. Send the event that makes it first."
    #expect(found.count == 18)
    for text in found { #expect(text.contains(": \(words)")) }
    #expect(found.first == "WHEN(\\.till, .ring): " + words)
    #expect(found[12].hasPrefix("THEN(\\.rings, equals: 0): " + words + "\n  in WITH(\\.till) at "))
  }

  @Test func `effects of a scope in no tree fail the step that enqueued them`() throws {
    let found = try texts {
      try Hotel.GIVEN { Hotel() }.WHEN(.checkIn).WHEN(.checkOut).runTest()
    }
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("WHEN(.checkIn): Guest did not start") == true)
    #expect(found.first?.contains("declare it there as a @Subscope") == true)
    #expect(found.last?.hasPrefix("WHEN(.checkOut): Guest did not start") == true)
    #expect(found.last?.contains("the scope was removed from its tree") == true)
  }

  @Test func `an index without a child fails its step`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .WHEN(\.stalls[ifThere: 0], .price(1))
        .WHEN(.addStall("a"))
        .WITH(\.stalls[ifThere: 0])
        .configure(exhaustivity: .on)
        .WHEN(.price(1))
        .POP()
        .THEN(\.stalls[ifThere: 0]?.prices, equals: [1])
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(\\.stalls[ifThere: 0], .price(1)): Market has no Stall there now, so the step was skipped. \
        Send the event that makes it first.
        """
      ]
    )
  }
}

private final class Hotel: Scope {
  enum When {
    case checkIn
    case checkOut
  }

  @Subscope private(set) var guest: Guest?

  func update(_ when: When) {
    switch when {
    case .checkIn:
      let guest = Guest()
      guest.send(.arrive)
      self.guest = guest
    case .checkOut:
      let leaving = guest
      guest = nil
      leaving?.send(.arrive)
    }
  }
}

private final class Guest: Scope {
  enum When {
    case arrive
    case unpacked(Int)
  }

  func update(_ when: When) {
    if case .arrive = when { effectsState.enqueue(AnyEffect { .unpacked(1) }) }
  }
}

private struct Drips: StreamEffect {
  func stream() -> some AsyncSequence<Int, Never> { AsyncStream { nil } }
}
