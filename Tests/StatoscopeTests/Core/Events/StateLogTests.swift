import Statoscope
import TestSupport
import Testing

/// What is logged of a scope's state, and of its changes.
@Suite struct StateLogTests {
  @Test func `the state is logged before and after each update, as a tree`() async throws {
    try await withLoggedLines([.state]) { journal in
      Garden().send(.plant("Rose"))
      #expect(
        journal.entries == [
          """
          state: Garden before:
          Garden
            name: "Kew"
            season: .spring
            beds: []
            byName: [:]
            gate: nil
          """,
          """
          state: Garden after:
          Garden
            name: "Kew"
            season: .spring
            beds: [
              Bed
                plant: "Rose"
                watered: nil
            ]
            byName: [
              "Rose": Bed
                plant: "Rose"
                watered: nil
            ]
            gate: nil
          """,
        ]
      )
    }
  }

  @Test func `a change is logged as removed and added lines with their context`() async throws {
    try await withLoggedLines([.stateDiff]) { journal in
      Garden().send(.turn(.summer))
      #expect(
        journal.entries == [
          """
          stateDiff: Garden:
            Garden
              name: "Kew"
          -   season: .spring
          +   season: .summer
              beds: []
              byName: [:]
            …
          """
        ]
      )
    }
  }

  @Test func `an update without a change is logged as such`() async throws {
    try await withLoggedLines([.stateDiff]) { journal in
      Garden().send(.nothing)
      #expect(journal.entries == ["stateDiff: Garden has not changed"])
    }
  }

  @Test func `changes of an update that throws are logged`() async throws {
    try await withLoggedLines([.stateDiff]) { journal in
      let garden = Garden()
      #expect(throws: InvalidStateError.self) { try garden.trySend(.turnAndThrow(.summer)) }
      #expect(journal.entries.count == 1)
      #expect(journal.entries.first?.contains("+   season: .summer") == true)
    }
  }

  @Test func `both levels and the event are logged in order`() async throws {
    try await withLoggedLines([.when, .state, .stateDiff]) { journal in
      Garden().send(.turn(.summer))
      #expect(journal.entries.map { $0.prefix { $0 != ":" } } == ["when", "state", "state", "stateDiff"])
    }
  }

  @Test func `middleware and subscribers do not change how a state is logged`() async throws {
    try await withLoggedLines([.stateDiff]) { journal in
      let garden = Garden()
      garden.addMiddleware { _, when, next in try next(when) }
      garden.addSubscopeMiddleware { _, next in try next() }
      garden.send(.turn(.summer))
      #expect(journal.entries.count == 1)
      #expect(journal.entries.first?.contains("+   season: .summer") == true)
    }
  }

  @Test func `a child's state is part of its parent's`() async throws {
    try await withLoggedLines([.stateDiff]) { journal in
      Garden().send(.openGate)
      #expect(journal.entries.count == 1)
      #expect(journal.entries.first?.contains("-   gate: nil\n+   gate: Gateway") == true)
    }
  }

  @Test func `a cycle of objects is cut`() async throws {
    try await withLoggedLines([.state]) { journal in
      let ring = Ring()
      ring.send(.close)
      #expect(
        journal.entries.last == """
          state: Ring after:
          Ring
            first: Pearl
              name: "a"
              next: Pearl
                name: "b"
                next: Pearl (shown above)
          """
      )
      ring.send(.cut)
    }
  }

  @Test(arguments: [[], [.errors], [.errors, .when, .effects, .injection]] as [Set<LogLevel>])
  func `no state is formatted when states are not logged`(_ levels: Set<LogLevel>) async throws {
    try await withLoggedLines(levels) { journal in
      let described = Journal()
      let shy = Shy(Secret { described.note("described") })
      shy.send(.nothing)
      shy.addMiddleware { _, when, next in try next(when) }
      shy.send(.nothing)
      #expect(described.entries == [])
      #expect(!journal.entries.contains { $0.hasPrefix("state") })
    }
  }

  @Test func `the state of a deep tree is logged on a small stack`() async {
    await onASmallStack(logging: [.state, .stateDiff]) {
      var top = Link(nil)
      for _ in 1..<30_000 { top = Link(top) }
      top.send(.nothing)
      #expect(ValueNode(top).lines.count == 30_001)
    }
  }
}

private enum Season { case spring, summer }

private struct Bed {
  var plant: String
  var watered: Int?
}

private final class Garden: Scope {
  enum When {
    case plant(String)
    case turn(Season)
    case turnAndThrow(Season)
    case openGate
    case nothing
  }

  private(set) var name = "Kew"
  private(set) var season = Season.spring
  private(set) var beds: [Bed] = []
  private(set) var byName: [String: Bed] = [:]
  @Subscope var gate: Gateway?
  @Injected(default: 5) var wind
  @Superscope var garden: Garden?

  func update(_ when: When) throws {
    switch when {
    case .plant(let plant):
      beds.append(Bed(plant: plant))
      byName[plant] = Bed(plant: plant)
    case .turn(let season):
      self.season = season
    case .turnAndThrow(let season):
      self.season = season
      throw InvalidStateError()
    case .openGate:
      gate = Gateway()
    case .nothing:
      break
    }
  }
}

private final class Gateway: Scope {
  enum When { case nothing }
  var width = 3
  func update(_ when: When) throws {}
}

private final class Pearl {
  let name: String
  var next: Pearl?
  init(_ name: String) { self.name = name }
}

private final class Ring: Scope {
  enum When {
    case close
    case cut
  }

  private let first = Pearl("a")

  func update(_ when: When) throws {
    switch when {
    case .close:
      first.next = Pearl("b")
      first.next?.next = first
    case .cut:
      first.next = nil
    }
  }
}

private struct Secret: CustomStringConvertible {
  let onDescription: @Sendable () -> Void
  var description: String {
    onDescription()
    return "secret"
  }
}

private final class Shy: Scope {
  enum When { case nothing }
  private let secret: Secret
  init(_ secret: Secret) { self.secret = secret }
  func update(_ when: When) throws {}
}
