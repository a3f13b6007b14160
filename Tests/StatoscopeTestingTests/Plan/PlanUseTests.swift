import Statoscope
import StatoscopeTesting
import Testing

/// What is a failure of the plan itself.
@Suite struct PlanUseTests {
  @Test func `a plan that is never run is a failure at its given`() throws {
    let line: UInt = #line
    let found = try failures {
      _ = try Shop.GIVEN { Shop() }.THEN(\.isOpen, equals: true)
    }
    #expect(
      found == [
        Failure(line: line + 2, text: "GIVEN { }: the plan was never run. End it with .runTest().")
      ]
    )
  }

  @Test func `a plan that is run twice is a failure at the second run`() throws {
    let line: UInt = #line
    let found = try failures {
      let plan = try Shop.GIVEN { Shop() }
      try plan.runTest()
      try plan.runTest()
    }
    #expect(
      found == [
        Failure(
          line: line + 4,
          text: "runTest(): the plan has been run before. Create another plan, or run this one once."
        )
      ]
    )
  }

  @Test func `running a fork is a failure`() throws {
    let found = try failures {
      try Shop.GIVEN { Shop() }
        .FORK(.open) { sut in try sut.runTest() }
        .runTest()
    }
    #expect(
      found.map(\.text) == [
        "runTest(): runTest() was called on a fork. The plan that contains the fork runs it: remove this call."
      ]
    )
  }

  @Test func `a step added after the run is a failure`() throws {
    let found = try failures {
      let plan = try Shop.GIVEN { Shop() }
      try plan.runTest()
      try plan.THEN(\.isOpen, equals: false)
    }
    #expect(
      found.map(\.text) == [
        "THEN(\\.isOpen, equals: false): the step was added after runTest() and will never run. Add it before."
      ]
    )
  }

  @Test func `a given that throws is a failure`() throws {
    let found = try failures {
      try Shop.GIVEN { throw Offline() }.WHEN(.open).runTest()
    }
    #expect(
      found.map(\.text) == [
        """
        GIVEN { }: the closure that creates the scope threw: Offline()
        This path was not run. Create the scope without throwing.
        """
      ]
    )
  }

  @Test func `a given that gives the same scope again is a failure`() throws {
    let shop = Shop()
    let found = try failures {
      try Shop.GIVEN { shop }.FORK(.open) { try $0.THEN(\.isOpen, equals: true) }.runTest()
    }
    #expect(
      found.map(\.text).first?.hasPrefix(
        """
        GIVEN { }: the closure returned the same Shop again. Each fork runs on a scope of its own: create a new one \
        in the closure.
          in FORK(.open) at PlanUseTests.swift:
        """
      ) == true
    )
  }
}
