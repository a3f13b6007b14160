import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Every step in a plan in which it fails: at its own line, once, and with these words.
@Suite struct FailingStepsTests {
  @Test func `a value that differs is shown as a diff`() throws {
    let line: UInt = #line
    let found = try failures {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .THEN(\.isOpen, equals: false)
        .runTest()
    }
    #expect(
      found == [
        Failure(
          line: line + 4,
          text: """
            THEN(\\.isOpen, equals: false): the value differs (- expected, + found):
              - false
              + true
            If this is intended, update the test; otherwise fix `update`.
            """
        )
      ]
    )
  }

  @Test func `only the different parts of a collection are shown`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .WHEN(.pricesLoaded(.success(Array(1...9))))
        .THEN(
          \.prices,
          equals: [1, 2, 3, 4, 0, 6, 7, 8, 9]
        )
        .runTest()
    }
    #expect(
      found == [
        """
        THEN(\\.prices, equals: [1, 2, 3, 4, 0, 6, 7, 8, 9]): the value differs (- expected, + found):
            [
            …
              3
              4
          -   0
          +   5
              6
              7
            …
        If this is intended, update the test; otherwise fix `update`.
        """
      ]
    )
  }

  @Test func `an update that throws ends its own path only`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .FORK(.open) { sut in try sut.THEN(\.isOpen, equals: false) }
        .FORK(.close) { sut in try sut.THEN(\.isOpen, equals: true) }
        .WHEN(.open)
        .THEN(\.isOpen, equals: false)
        .runTest()
    }
    #expect(found.count == 3)
    #expect(
      found[0].hasPrefix("WHEN(.open): `update` threw on .open: the event is invalid in the present")
    )
    #expect(found[0].hasSuffix("If this is intended, write WHEN_Throws(.open); otherwise fix `update`."))
    #expect(found[1].hasPrefix("FORK(.open): `update` threw on .open"))
    #expect(found[1].contains("\n  in FORK(.open) at FailingStepsTests.swift:"))
    #expect(found[2].hasPrefix("THEN(\\.isOpen, equals: true): the value differs"))
    #expect(found[2].contains("\n  in FORK(.close) at FailingStepsTests.swift:"))
  }

  @Test func `a failed THEN does not hide later failures`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .THEN(\.isOpen, equals: true)
        .THEN(\.prices, equals: [1])
        .FORK(.open) { try $0.THEN(\.isOpen, equals: false) }
        .runTest()
    }
    #expect(found.count == 3)
  }

  @Test func `a failure names every fork that led to it`() throws {
    let line: UInt = #line
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .FORK(.open) { sut in
          try sut.FORK(\.till, .ring) { sut in
            try sut.THEN(\.till?.rings, equals: 7)
          }
        }
        .runTest()
    }
    #expect(
      found == [
        """
        THEN(\\.till?.rings, equals: 7): the value differs (- expected, + found):
          - 7
          + 1
        If this is intended, update the test; otherwise fix `update`.
          in FORK(.open) at FailingStepsTests.swift:\(line + 3)
          in FORK(\\.till, .ring) at FailingStepsTests.swift:\(line + 4)
        """
      ]
    )
  }

  @Test func `a closure that throws fails its step`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .THEN { _ in throw Offline() }
        .THEN(\.prices) { _ in throw Offline() }
        .runTest()
    }
    #expect(
      found == [
        "THEN { }: the closure threw: Offline()\nA closure that throws fails its step. If this is intended, update the test; otherwise fix `update`.",
        "THEN(\\.prices): the closure threw: Offline()\nA closure that throws fails its step. If this is intended, update the test; otherwise fix `update`.",
      ]
    )
  }

  @Test func `a key path without a child fails its step, and the path continues`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .WHEN(\.till, .ring)
        .WITH(\.till)
        .THEN(\.rings, equals: 0)
        .POP()
        .THEN(\.isOpen, equals: false)
        .runTest()
    }
    #expect(found.count == 2)
    let words = "Shop has no Till there now, so the step was skipped. Send the event that makes it first."
    #expect(found[0] == "WHEN(\\.till, .ring): " + words)
    #expect(found[1].hasPrefix("THEN(\\.rings, equals: 0): " + words + "\n  in WITH(\\.till) at "))
  }

  @Test func `a missing effect is named with those in flight`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .THEN_EnqueuedEffect(LoadPrices(page: 1))
        .WHEN(.loadPrices)
        .THEN_EnqueuedEffect(LoadPrices(page: 2))
        .THEN_EnqueuedEffect(parameter: \LoadPrices.page, equals: 3)
        .WHEN_EffectCompletes(OtherEffect.self, with: 0)
        .runTest()
    }
    #expect(
      found == [
        """
        THEN_EnqueuedEffect(LoadPrices(page: 1)): no effect in flight is equal to LoadPrices(page: 1). \
        None is in flight.
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """,
        """
        THEN_EnqueuedEffect(LoadPrices(page: 2)): no effect in flight is equal to LoadPrices(page: 2). \
        In flight, oldest first:
          LoadPrices(page: 1), started by .loadPrices
        One of its type differs (- expected, + in flight):
            LoadPrices
          -   page: 2
          +   page: 1
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """,
        """
        THEN_EnqueuedEffect(parameter: \\LoadPrices.page, equals: 3): no effect in flight is of type LoadPrices \
        whose parameter equals 3. In flight, oldest first:
          LoadPrices(page: 1), started by .loadPrices
        One of its type differs (- expected, + in flight):
          - 3
          + 1
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """,
        """
        WHEN_EffectCompletes(OtherEffect.self, with: 0): no effect in flight is of type OtherEffect. \
        In flight, oldest first:
          LoadPrices(page: 1), started by .loadPrices
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """,
      ]
    )
  }

  @Test func `unexpected effects are listed`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .WHEN(.loadPrices)
        .THEN_NoEffects()
        .THEN_NoEnqueuedEffect(LoadPrices.self)
        .runTest()
    }
    #expect(
      found == [
        """
        THEN_NoEffects(): effects are in flight. In flight, oldest first:
          LoadPrices(page: 1), started by .loadPrices
        End or cancel them before this step, or fix `update`, which enqueues them.
        """,
        """
        THEN_NoEnqueuedEffect(LoadPrices.self): an effect in flight is of type LoadPrices. \
        In flight, oldest first:
          LoadPrices(page: 1), started by .loadPrices
        End it or cancel it before this step, or fix `update`, which enqueues it.
        """,
      ]
    )
  }

  @Test func `an unmapped error fails the step that ends the effect`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }
        .WHEN(.loadUnmapped)
        .WHEN_EffectFails(LoadPrices.self, with: Offline())
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN_EffectFails(LoadPrices.self, with: Offline()): the end of LoadPrices(page: 0) threw: Offline()
        The steps after this one were not run. If the effect itself threw the error, map it to an event with \
        .mapToResult(). If `update` threw it and this is intended, add _Throws to the name of this step; otherwise \
        fix `update`.
        """
      ]
    )
  }

}
