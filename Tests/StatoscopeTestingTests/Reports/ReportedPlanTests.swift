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
    #expect(document.outcome == .kept)
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
    #expect(document.steps.map(\.place) == [nil, nil, nil, "basket", nil, "basket", nil])
  }

  @Test func `each event reports what it changed and what is in flight after it`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .WHEN(.loadPrices)
        .WHEN_EffectCompletes(LoadPrices.self, with: [1, 2])
        .runTest()
    }
    let lines = try #require(reported.documents.first).steps
    #expect(lines[1].changes.map(\.words) == ["is open", "till"])
    #expect(lines[1].changes[0].before == "false")
    #expect(lines[1].changes[0].after == "true")
    #expect(lines[2].changes == [])
    #expect(lines[2].effects.map(\.text) == ["LoadPrices(page: 1)"])
    #expect(lines[3].words == "load prices completes: 1, 2")
    #expect(lines[3].effects == [])
    #expect(lines[3].changes.map(\.path) == ["\\.prices"])
  }

  @Test func `forks are branches where they leave, however deep`() throws {
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
    #expect(branch[1].steps.map(\.words) == ["add “tea”", "the number of basket goods is 1"])
    #expect(branch[1].steps[0].changes.map(\.words) == ["basket goods"])
  }

  @Test func `a failure stands at its step, and what stands behind a failed event was not run`() throws {
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
    #expect(document.outcome == .broken)
    let outcomes = document.steps.map(\.outcome)
    #expect(outcomes == [.kept, .broken, .kept, .broken, .notRun, .notRun])
    #expect(document.steps[5].steps.map(\.outcome) == [.notRun, .notRun])
    #expect(document.steps.flatMap(\.failures) == reported.failures.map(\.text))
    let markdown = try reported.markdown
    #expect(markdown.contains("### ✗ Broken: a failure stands at its step"))
    #expect(markdown.contains("- ✗ **Then** it is open\n"))
    #expect(markdown.contains("- (not run) **Then** it is open\n"))
  }

  @Test func `an assertion in a closure breaks the scenario, though the plan never hears of it`() throws {
    try withKnownIssue {
      let reported = try ReportedFlow {
        try Shop.GIVEN { Shop() }
          .THEN { #expect($0.isOpen) }
          .runTest()
      }
      #expect(reported.failures == [])
      let lines = try #require(reported.documents.first).steps
      #expect(lines.map(\.outcome) == [.kept, .broken])
      #expect(lines[1].failures.first?.contains("isOpen") == true)
    } matching: { issue in
      "\(issue.kind)".contains(".isOpen → false")
    }
  }

  @Test func `what is found at the end of a path stands there`() throws {
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

  @Test func `a live plan reports what it receives and how time passes`() async throws {
    let reported = try ReportedFlow()
    let clock = TestClock()
    try await FlowBook.$current.withValue(reported.book) {
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
    #expect(document.outcome == .kept)
  }

  @Test func `a plan that is reported finds what it finds untold`() throws {
    func plan() throws {
      try Shop.GIVEN { Shop() }
        .configure(exhaustivity: .on)
        .WHEN(.open)
        .WHEN(.loadPrices)
        .THEN(\.isOpen, equals: false)
        .runTest(assertRelease: true)
    }
    let untold = try failures { try FlowBook.$current.withValue(nil) { try plan() } }
    #expect(try ReportedFlow { try plan() }.failures == untold)
    #expect(!untold.isEmpty)
  }
}
