import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing
import XCTest

/// What the assertions of both frameworks find in a plan's closures is reported at its step, though no plan hears of it.
@Suite(.serialized) struct ClosureAssertionTests {
  @Test func `a branch with a failed assertion is broken, and so is what it leaves`() throws {
    try withKnownIssue {
      let reported = try ReportedFlow {
        try Shop.GIVEN { Shop() }
          .FORK(.open) { sut in
            try sut
              .THEN(\.isOpen) { #expect($0 == false) }
              .THEN(\.isOpen, equals: true)
          }
          .THEN(\.isOpen, equals: false)
          .runTest()
      }
      let document = try #require(reported.documents.first)
      #expect(document.outcome == .broken)
      #expect(document.steps.map(\.outcome) == [.kept, .broken, .kept])
      #expect(document.steps[1].steps.map(\.outcome) == [.kept, .broken, .kept])
    } matching: { issue in
      "\(issue.kind)".contains("$0 → true")
    }
  }

  @Test func `a live plan reports them too`() async throws {
    let reported = try ReportedFlow()
    try await withKnownIssue {
      try await FlowBook.$current.withValue(reported.book) {
        try await Shop.GIVEN { Shop() }
          .WHEN(.open)
          .THEN { #expect(!$0.isOpen) }
          .runTest(effects: .live(TestClock()))
      }
    } matching: { issue in
      "\(issue.kind)".contains("isOpen")
    }
    #expect(try reported.documents.first?.steps.map(\.outcome) == [.kept, .kept, .broken])
  }

  @Test func `an issue that is known, or only a warning, breaks nothing`() throws {
    let reported = try ReportedFlow()
    try withKnownIssue(isIntermittent: true) {
      try FlowBook.$current.withValue(reported.book) {
        try Shop.GIVEN { Shop() }
          .THEN { shop in withKnownIssue { #expect(shop.isOpen) } }
          .THEN { _ in
            #if compiler(>=6.3)
              Issue.record("only a warning", severity: .warning)
            #endif
          }
          .runTest()
      }
    } matching: { issue in
      issue.comments.contains("only a warning")
    }
    #expect(try reported.documents.first?.steps.map(\.outcome) == [.kept, .kept, .kept])
  }

  #if !canImport(ObjectiveC)
    @Test func `what XCTest asserts breaks the step that asserts it, and no other`() async throws {
      let reported = try ReportedFlow()
      let run = await inXCTest("testShop") {
        try FlowBook.$current.withValue(reported.book) {
          try Shop.GIVEN { Shop() }
            .THEN { XCTAssertFalse($0.isOpen) }
            .WHEN(.open)
            .THEN { XCTAssertFalse($0.isOpen, "closed at noon") }
            .THEN(\.isOpen, equals: true)
            .runTest()
        }
      }
      #expect(run == 1)
      let steps = try #require(reported.documents.first).steps
      #expect(steps.map(\.outcome) == [.kept, .kept, .kept, .broken, .kept])
      #expect(steps[3].failures.first?.contains("closed at noon") == true)
    }

    @Test func `plans of a function that tests of XCTest share are reported apart by those tests`()
      async throws
    {
      let reported = try ReportedFlow()
      // Each test has a process of its own, as `swift test --parallel` runs them.
      for _ in 0..<2 {
        for name in ["testTea", "testCoffee"] { _ = await inXCTest(name) { try add(name, to: reported) } }
      }
      let again = try ReportedFlow()
      await inOneProcess(["testCoffee", "testTea"], again)
      try reported.book.compose()
      #expect(try reported.names.count == 2)
      #expect(try reported.folder.names == again.folder.names)
      for name in try reported.folder.names {
        #expect(try reported.folder.read(name) == again.folder.read(name))
      }
    }

    private func add(_ good: String, to reported: ReportedFlow) throws {
      try FlowBook.$current.withValue(FlowBook(folder: reported.folder.url)) { try plan(good) }
    }

    private func inOneProcess(_ names: [String], _ reported: ReportedFlow) async {
      for name in names {
        _ = await inXCTest(name) { try FlowBook.$current.withValue(reported.book) { try plan(name) } }
      }
      try? reported.book.compose()
    }

    private func plan(_ good: String) throws {
      try Shop.GIVEN { Shop() }.WHEN(.open).WHEN(\.basket, .add(good)).runTest()
    }

    /// Runs a closure as a test of XCTest, on a thread where Swift Testing runs none.
    ///
    /// - Returns: how many failures XCTest has counted.
    private func inXCTest(_ name: String, _ body: @escaping @Sendable () throws -> Void) async -> Int {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let test = InnerTests(name: name) { _ in try body() }
          test.run()
          continuation.resume(returning: test.testRun?.totalFailureCount ?? -1)
        }
      }
    }

    private final class InnerTests: XCTestCase {}
  #endif
}
