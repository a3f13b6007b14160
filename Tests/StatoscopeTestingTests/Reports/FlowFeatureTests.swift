import PlanTestSupport
import StatoscopeTesting
import Testing

@Suite struct `Flows as Gherkin` {
  @Test func `every path through the forks is a scenario`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .FORK(.close) {
          try $0.THEN(\.isOpen, equals: false).FORK(.open) { try $0.THEN(\.isOpen, equals: true) }
        }
        .WITH(\.basket).WHEN(.add("tea\nleaves")).POP()
        .THEN(\.isOpen, equals: true)
        .runTest()
    }
    #expect(
      try reported.folder.read("flows.feature") == """
        Feature: Flow feature

          @passed
          Scenario: every path through the forks is a scenario
            Given the shop
            When open
            And add “tea leaves” in basket
            Then it is open

          @passed
          Scenario: every path through the forks is a scenario, or when close, or when open
            Given the shop
            When open
            And close
            Then it is not open
            When open
            Then it is open

        """
    )
  }

  @Test func `a failed scenario and steps that were not run are marked`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }.THEN(\.isOpen, equals: true).runTest()
    }
    let text = try reported.folder.read("flows.feature")
    #expect(text.contains("  @failed\n  Scenario: a failed scenario"))
  }
}
