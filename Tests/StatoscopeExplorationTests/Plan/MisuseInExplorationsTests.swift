import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// What traps outside of plans is a failure of an exploration, which goes on.
@Suite struct MisuseInExplorationsTests {
  @Test func `misuse in an update is reported once, however many states have it`() throws {
    let found = try texts {
      let found = try Pair.EXPLORE { Pair() }
        .EVENTS { _ in [.count, .holdTwice] }
        .NEVER("two") { $0.second != nil }
        .run(states: 10)
      #expect(found.states == 3)
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("Pair.EXPLORE: The scope Lone is held by \\.first and was also assigned to ")
        == true
    )
    #expect(
      found.first?.hasSuffix(
        "\nIt had no effect, and the plan went on. Outside of plans it stops the program."
      ) == true
    )
  }

  @Test func `misuse in random walks is reported`() throws {
    let found = try texts {
      try Pair.EXPLORE { Pair() }.EVENTS { _ in [.holdTwice] }.run(walks: 2, length: 3, seed: 1)
    }
    #expect(found.count == 1)
  }

  @Test func `an endpoint that nobody has set fails an exploration by name`() throws {
    let found = try texts {
      try Caller.EXPLORE { Caller() }.EVENTS { _ in [.call] }.run()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("Caller.EXPLORE: Endpoint.isOn was called, but it is unimplemented at ") == true
    )
  }
}

private final class Lone: Scope {
  enum When {}
  func update(_ when: When) {}
}

private final class Pair: Scope {
  enum When { case count, holdTwice }

  @Subscope var first: Lone? = Lone()
  @Subscope var second: Lone?
  private(set) var number = 0

  func update(_ when: When) {
    switch when {
    case .count: number = (number + 1) % 3
    case .holdTwice: second = first
    }
  }
}

private final class Caller: Scope {
  enum When { case call }

  let isOn: @Sendable () -> Bool = unimplemented("Endpoint.isOn", placeholder: false)
  private(set) var isCalled = false

  func update(_ when: When) { isCalled = isOn() }
}
