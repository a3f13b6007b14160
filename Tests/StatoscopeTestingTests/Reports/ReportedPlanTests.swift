import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// What a plan reports of itself when living documentation is asked for.
@Suite struct ReportedPlanTests {
  @Test func `a scenario is named after its test, and each step is a sentence`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .THEN(\.isOpen, equals: true)
        .WHEN(\.basket, .add("tea"))
        .THEN(\.basket.goods, equals: ["tea"])
        .WITH(\.basket)
        .WHEN(.empty)
        .POP()
        .THEN_NoEffects()
        .runTest()
    }
    let document = try #require(reported.documents.first)
    #expect(document.title == "a scenario is named after its test, and each step is a sentence")
    #expect(document.group == "Reported plan")
    #expect(document.scope == "Shop")
    #expect(document.result == .passed)
    #expect(
      document.sentences == [
        "Given the shop",
        "When open",
        "Then it is open",
        "When add “tea”",
        "Then basket goods are “tea”",
        "When empty",
        "Then no effect is in flight",
      ]
    )
    #expect(document.steps.map(\.target) == [nil, nil, nil, "basket", nil, "basket", nil])
  }

  @Test func `each event has its changes and the effects in flight after it`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .WHEN(.loadPrices)
        .WHEN_EffectCompletes(LoadPrices.self, with: [1, 2])
        .runTest()
    }
    let lines = try #require(reported.documents.first).steps
    #expect(lines[1].changes.map(\.label) == ["is open", "till"])
    #expect(lines[1].changes[0].before == "false")
    #expect(lines[1].changes[0].after == "true")
    #expect(lines[2].changes == [])
    #expect(lines[2].effects.map(\.source) == ["LoadPrices(page: 1)"])
    #expect(lines[3].text == "load prices completes: 1, 2")
    #expect(lines[3].effects == [])
    #expect(lines[3].changes.map(\.path) == ["\\.prices"])
  }

  @Test func `a known issue is a scenario that passed, with a mark`() throws {
    var reported = try ReportedFlow()
    let documentation = reported.documentation
    LivingDocumentation.$current.withValue(documentation) {
      withKnownIssue {
        try Shop.GIVEN { Shop() }.WHEN(.open).THEN(\.isOpen, equals: false).runTest()
      }
    }
    try reported.add { try Shop.GIVEN { Shop() }.WHEN(.open).THEN(\.isOpen, equals: true).runTest() }
    try documentation.compose()
    let known = try #require(try reported.documents.first { $0.result == .knownIssue })
    #expect(known.steps.map(\.result) == [.passed, .passed, .knownIssue])
    #expect(known.steps.last?.failures.count == 1)
    #expect(try reported.markdown.contains("2 scenarios: 2 passed (1 with a known issue), 0 failed."))
    #expect(try reported.markdown.contains("### ✓ Passed with a known issue: a known issue is a scenario"))
    #expect(try reported.page.contains("<span class=\"badge\">known issue</span>"))
  }

  @Test func `a plan that is run twice has failed`() throws {
    let reported = try ReportedFlow {
      let plan = try Shop.GIVEN { Shop() }.WHEN(.open).THEN(\.isOpen, equals: true)
      try plan.runTest()
      try plan.runTest()
    }
    #expect(reported.failures.count == 1)
    let document = try #require(reported.documents.first)
    #expect(try reported.documents.count == 1)
    #expect(document.result == .failed)
    #expect(document.steps.last?.failures == reported.failures.map(\.text))
  }

  @Test func `a plan whose fork is run after it has failed`() throws {
    let reported = try ReportedFlow {
      var runFork: (() throws -> Void)?
      let plan = try Shop.GIVEN { Shop() }.FORK(.open) { fork in runFork = { try fork.runTest() } }
      try plan.runTest()
      try runFork?()
    }
    #expect(reported.failures.count == 1)
    #expect(try reported.documents.map(\.result) == [.failed])
  }

  @Test func `tests of one name in several suites are shown with their suites`() throws {
    let reported = try ReportedFlow { try Shop.GIVEN { Shop() }.WHEN(.open).runTest() }
    let first = try #require(reported.names.first)
    let text = try reported.folder.read(first)
    #expect(text.contains("\"suites\" : [\n    \"ReportedPlanTests\"\n  ]"))
    let other = text.replacing("\"ReportedPlanTests\"", with: "\"Outer\", \"`closed shops`\"")
    try Data(other.utf8).write(to: reported.folder.url.appendingPathComponent("other.json"))
    try reported.documentation.compose()
    let title = "tests of one name in several suites are shown with their suites"
    #expect(try reported.markdown.contains("### ✓ \(title) – Reported plan tests\n"))
    #expect(try reported.markdown.contains("### ✓ \(title) – Outer, Closed shops\n"))
  }

  @Test func `forks are branches at their steps, at any depth`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .FORK(.open) { sut in
          try sut
            .FORK(\.basket, .add("tea")) { try $0.THEN(\.basket.goods.count, equals: 1) }
            .THEN(\.isOpen, equals: true)
        }
        .THEN(\.isOpen, equals: false)
        .runTest()
    }
    let lines = try #require(reported.documents.first).steps
    #expect(lines.map(\.kind) == [.given, .fork, .check])
    let branch = lines[1].steps
    #expect(branch.map(\.kind) == [.event, .fork, .check])
    #expect(branch.map(\.verb) == ["Or when", "Or when", "Then"])
    #expect(branch[1].steps.map(\.text) == ["add “tea”", "the number of basket goods is 1"])
    #expect(branch[1].steps[0].changes.map(\.label) == ["basket goods"])
  }

  @Test func `a failure is at its step, and steps after it are marked as not run`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .THEN(\.isOpen, equals: true)
        .WHEN(.open)
        .WHEN(.open)
        .THEN(\.isOpen, equals: true)
        .FORK(.close) { try $0.THEN(\.isOpen, equals: false) }
        .runTest()
    }
    let document = try #require(reported.documents.first)
    #expect(document.result == .failed)
    let results = document.steps.map(\.result)
    #expect(results == [.passed, .failed, .passed, .failed, .notRun, .notRun])
    #expect(document.steps[5].steps.map(\.result) == [.notRun, .notRun])
    #expect(document.steps.flatMap(\.failures) == reported.failures.map(\.text))
    let markdown = try reported.markdown
    #expect(markdown.contains("### ✗ Failed: a failure is at its step"))
    #expect(markdown.contains("- ✗ **Then** it is open\n"))
    #expect(markdown.contains("- (not run) **Then** it is open\n"))
  }

  @Test func `a failed assertion in a closure marks the scenario as failed`() throws {
    try withKnownIssue {
      let reported = try ReportedFlow {
        try Shop.GIVEN { Shop() }
          .THEN { #expect($0.isOpen) }
          .runTest()
      }
      #expect(reported.failures == [])
      let lines = try #require(reported.documents.first).steps
      #expect(lines.map(\.result) == [.passed, .failed])
      #expect(lines[1].failures.first?.contains("isOpen") == true)
    } matching: { issue in
      "\(issue.kind)".contains(".isOpen → false")
    }
  }

  @Test func `a failure at the end of a path is reported there`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .WHEN(.loadPrices)
        .FORK(.open) { _ in }
        .runTest(assertNoPendingEffects: true)
    }
    let lines = try #require(reported.documents.first).steps
    #expect(lines.map(\.kind) == [.given, .event, .fork, .end])
    #expect(lines[2].steps.map(\.kind) == [.event, .end])
    #expect(lines[3].failures.first?.contains("effects are still in flight") == true)
  }

  @Test func `a live plan reports received events and the time that passes`() async throws {
    let reported = try ReportedFlow()
    let clock = TestClock()
    try await LivingDocumentation.$current.withValue(reported.documentation) {
      try await Shop.GIVEN { Shop() }
        .WHEN(.loadPrices)
        .ADVANCE(by: .seconds(1))
        .RECEIVE(.pricesLoaded(.success([1])))
        .THEN(\.prices, equals: [1])
        .runTest(effects: .live(clock))
    }
    let document = try #require(reported.documents.first)
    #expect(
      document.sentences == [
        "Given the shop",
        "When load prices",
        "When 1 second passes",
        "When prices loaded success: 1",
        "Then prices are 1",
      ]
    )
    #expect(document.result == .passed)
  }

  @Test func `reporting does not change the failures of a plan`() throws {
    func plan() throws {
      try Shop.GIVEN { Shop() }
        .configure(exhaustivity: .on)
        .WHEN(.open)
        .WHEN(.loadPrices)
        .THEN(\.isOpen, equals: false)
        .runTest(assertRelease: true)
    }
    let unreported = try failures { try LivingDocumentation.$current.withValue(nil) { try plan() } }
    #expect(try ReportedFlow { try plan() }.failures == unreported)
    #expect(!unreported.isEmpty)
  }
}
