import PlanTestSupport
import Statoscope
import StatoscopeRecording
import StatoscopeTesting
import TestSupport
import Testing

/// What traps outside of plans fails its step in one, has no effect, and lets the plan go on.
@Suite struct MisuseInPlansTests {
  private let goesOn = "It had no effect, and the plan went on. Outside of plans it stops the program."

  @Test func `an effect enqueued outside of an update`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .THEN { sut in sut.effectsState.enqueue(Feed().map { .fed }, id: "feed") }
        .THEN_NoEffects()
        .WHEN(.feed)
        .THEN_EnqueuedEffect(Feed())
        .runTest()
    }
    #expect(
      found == [
        """
        THEN { }: effectsState.enqueue was called on Nursery outside of its update(_:). A scope can start and cancel \
        effects only while it handles an event. Send Nursery an event, and call effectsState.enqueue in the update(_:) \
        that handles it.
        \(goesOn)
        """
      ]
    )
  }

  @Test func `effects cancelled outside of an update`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(.feed)
        .THEN { sut in
          sut.effectsState.cancelAllEffects()
          sut.effectsState.cancelEffect(id: "feed")
        }
        .THEN_EnqueuedEffect(Feed())
        .runTest()
    }
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("THEN { }: effectsState.cancelAllEffects was called on Nursery") == true)
    #expect(found.last?.hasPrefix("THEN { }: effectsState.cancelEffect was called on Nursery") == true)
  }

  @Test func `a scope in two places`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(.share)
        .THEN_Nil(\.guest)
        .WHEN(\.first, .cry)
        .THEN(\.first.cries, equals: 1)
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.share): The scope Child is held by \\.first and was also assigned to \\.guest of Nursery. A scope can be in \
        a tree only once. Remove it from \\.first before you assign it to \\.guest, or in the same event, or create \
        another scope.
        \(goesOn)
        """
      ]
    )
  }

  @Test func `a scope twice in a list, which keeps its elements`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(.add)
        .WHEN(.repeatLast)
        .THEN(\.children.count, equals: 1)
        .WHEN(.add)
        .WHEN(\.children[ifThere: 1], .cry)
        .THEN(\.children[1].cries, equals: 1)
        .THEN(\.children[0].cries, equals: 0)
        .WHEN(.assignTwice)
        .THEN(\.children.count, equals: 2)
        .runTest()
    }
    #expect(found.count == 2)
    #expect(
      found.first?.hasPrefix(
        "WHEN(.repeatLast): The scope Child is held by \\.children[0] and was also assigned to "
      ) == true
    )
    #expect(found.last?.hasPrefix("WHEN(.assignTwice): The scope Child is held by") == true)
  }

  @Test func `a dictionary refuses a scope held elsewhere, and keeps its entries`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(.name("a"))
        .WHEN(.nameFirst("a"))
        .WHEN(\.named["a"], .cry)
        .THEN(\.named["a"]?.cries, equals: 1)
        .WHEN(.nameFirst("b"))
        .THEN(\.named.count, equals: 1)
        .WHEN(.name("b"))
        .THEN(\.named.count, equals: 2)
        .THEN(\.first.cries, equals: 0)
        .runTest()
    }
    #expect(found.count == 2)
    #expect(
      found.first?.hasPrefix("WHEN(.nameFirst(\"a\")): The scope Child is held by \\.first") == true
    )
    #expect(
      found.last?.hasPrefix("WHEN(.nameFirst(\"b\")): The scope Child is held by \\.first") == true
    )
  }

  @Test func `a dictionary that is read while it is changed in place`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(.countWhileNaming)
        .THEN(\.named.count, equals: 1)
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.countWhileNaming): Nursery.named was read while it was being changed in place. Swift does not allow that for \
        any property. Read it before the change, or change a copy of its value and assign that.
        \(goesOn)
        """
      ]
    )
  }

  @Test func `a scope below itself`() throws {
    let found = try texts {
      try Doll.GIVEN { Doll() }
        .WHEN(.swallowItself)
        .THEN_Nil(\.inner)
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("WHEN(.swallowItself): The scope Doll was assigned to Doll.inner") == true)
  }

  @Test func `a scope that cannot be removed`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(\.first, .leave)
        .WHEN(\.first, .cry)
        .THEN(\.first.cries, equals: 1)
        .runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("WHEN(\\.first, .leave): removeFromSuperscope() was called on the scope Child")
        == true
    )
  }

  @Test func `a slice that is read-only`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(\.first, .rename)
        .THEN(\.name, equals: "Sunshine")
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("WHEN(\\.first, .rename): A @Slice of Child with a value of") == true)
  }

  @Test func `a slice whose ancestor is missing, which reads as empty then`() throws {
    let found = try texts {
      try Child.GIVEN { Child() }
        .WHEN(.cry)
        .THEN(\.cries, equals: 1)
        .THEN(\.greeting, equals: "Hello, !")
        .runTest()
    }
    #expect(found.count == 1)
    let text = "A @Slice of Child was used, but Child has no ancestor of type Nursery."
    #expect(found.first?.hasPrefix("THEN(\\.greeting, equals: \"Hello, !\"): \(text)") == true)
  }

  @Test func `a slice of an enumeration without its ancestor, which reads its first case`() throws {
    let found = try texts {
      try Child.GIVEN { Child() }.THEN(\.season, equals: .spring).runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.contains("inject a scope of this type above it, as a test of Child alone does") == true
    )
    #expect(
      try texts {
        try Child.GIVEN { Child().injectObject(Nursery()) }.THEN(\.season, equals: .autumn).runTest()
      } == []
    )
  }

  @Test func `several scopes in one case, which is plain state then`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(.seatTwo)
        .THEN(\.seatIsTaken, equals: true)
        .runTest()
    }
    #expect(Set(found).count == 1)
    #expect(found.first?.hasPrefix("WHEN(.seatTwo): The case Seat.two holds several scopes: ") == true)
  }

  @Test func `a negative number of retries`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(.feedAgain)
        .THEN_EnqueuedEffect(Feed())
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("WHEN(.feedAgain): retry(-1) was called on the effect Feed") == true)
  }

  @Test func `a recorder without room`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .THEN { sut in #expect(ScopeRecorder(sut, capacity: 0).recording.moments.isEmpty) }
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("THEN { }: A ScopeRecorder of the scope Nursery was created with") == true)
  }

  @Test func `in the closure of GIVEN`() throws {
    let found = try texts {
      try Nursery.GIVEN {
        let nursery = Nursery()
        nursery.effectsState.cancelAllEffects()
        return nursery
      }
      .THEN_NoEffects()
      .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("GIVEN { }: effectsState.cancelAllEffects was called") == true)
  }

  @Test func `in a fork, whose repeated steps do not report it again`() throws {
    let found = try texts {
      try Nursery.GIVEN { Nursery() }
        .WHEN(.share)
        .FORK(.share) { _ in }
        .runTest()
    }
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("WHEN(.share): ") == true)
    #expect(found.last?.hasPrefix("FORK(.share): ") == true)
  }

  @Test func `in a live plan, also when an event of an effect causes it`() async throws {
    let found = try await liveTexts {
      try await Nursery.GIVEN { Nursery() }
        .WHEN(.feedAndShare)
        .RECEIVE(.share)
        .THEN_Nil(\.guest)
        .runTest(effects: .live())
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("RECEIVE(.share): The scope Child is held by \\.first") == true)
  }
}

private struct Feed: Effect, Equatable {
  func runEffect() async throws {}
}

private enum Seat: ScopeEnum {
  case two(Child, Child)
}

private final class Nursery: Scope {
  enum When: Equatable {
    case feed, feedAgain, feedAndShare, fed, share, add, repeatLast, assignTwice, seatTwo
    case name(String), nameFirst(String), countWhileNaming
  }

  let name = "Sunshine"
  let season = Season.autumn
  @Subscope var first = Child()
  @Subscope var guest: Child?
  @Subscope var children: [Child] = []
  @Subscope var named: [String: Child] = [:]
  @Subscope private var seat: Seat?

  var seatIsTaken: Bool { seat != nil }

  func update(_ when: When) throws {
    switch when {
    case .feed: effectsState.enqueue(Feed().map { .fed }, id: "feed")
    case .feedAgain: effectsState.enqueue(Feed().retry(-1).map { .fed })
    case .feedAndShare: effectsState.enqueue(Feed().map { .share })
    case .fed: break
    case .share: guest = first
    case .add: children.append(Child())
    case .repeatLast: children.append(children[children.count - 1])
    case .assignTwice: children = [children[0], children[1], children[0]]
    case .name(let name): named[name] = Child()
    case .nameFirst(let name): named[name] = first
    case .countWhileNaming: nameTwo(&named)
    case .seatTwo: seat = .two(Child(), Child())
    }
  }
}

extension Nursery {
  fileprivate func nameTwo(_ children: inout [String: Child]) {
    if named.isEmpty { children["a"] = Child() }
  }
}

private final class Child: Scope {
  enum When { case cry, leave, rename }

  private(set) var cries = 0
  @Slice(\Nursery.name) private var name: String
  @Slice(\Nursery.season) var season: Season
  var greeting: String { "Hello, \(name)!" }

  func update(_ when: When) throws {
    switch when {
    case .cry: cries += 1
    case .leave: removeFromSuperscope()
    case .rename: name = "Rain"
    }
  }
}

private enum Season: CaseIterable {
  case spring
  case autumn
}

private final class Doll: Scope {
  enum When { case swallowItself }

  @Subscope var inner: Doll?

  func update(_ when: When) throws { inner = self }
}
