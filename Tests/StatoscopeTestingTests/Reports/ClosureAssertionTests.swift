import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing
import XCTest

/// What the assertions of both frameworks find in a plan's closures is reported at its step, though no plan hears of it.
@Suite(.serialized) struct ClosureAssertionTests {
  @Test func `a failed assertion marks its branch, and the scenario, as failed`() throws {
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
      #expect(document.result == .failed)
      #expect(document.steps.map(\.result) == [.passed, .failed, .passed])
      #expect(document.steps[1].steps.map(\.result) == [.passed, .failed, .passed])
    } matching: { issue in
      "\(issue.kind)".contains("$0 → true")
    }
  }

  @Test func `a live plan reports failed assertions`() async throws {
    let reported = try ReportedFlow()
    try await withKnownIssue {
      try await LivingDocumentation.$current.withValue(reported.documentation) {
        try await Shop.GIVEN { Shop() }
          .WHEN(.open)
          .THEN { #expect(!$0.isOpen) }
          .runTest(effects: .live(TestClock()))
      }
    } matching: { issue in
      "\(issue.kind)".contains("isOpen")
    }
    #expect(try reported.documents.first?.steps.map(\.result) == [.passed, .passed, .failed])
  }

  @Test func `a known issue or a warning does not mark a step as failed`() throws {
    let reported = try ReportedFlow()
    try withKnownIssue(isIntermittent: true) {
      try LivingDocumentation.$current.withValue(reported.documentation) {
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
    #expect(try reported.documents.first?.steps.map(\.result) == [.passed, .passed, .passed])
  }

  #if !canImport(ObjectiveC)
    @Test func `a failure of XCTest marks its own step as failed`() async throws {
      let reported = try ReportedFlow()
      let run = await inXCTest("testShop") {
        try LivingDocumentation.$current.withValue(reported.documentation) {
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
      #expect(steps.map(\.result) == [.passed, .passed, .passed, .failed, .passed])
      #expect(steps[3].failures.first?.contains("closed at noon") == true)
    }

    @Test func `plans of a shared function are reported for each test of XCTest`()
      async throws
    {
      let reported = try ReportedFlow()
      // Each test has a process of its own, as `swift test --parallel` runs them.
      for _ in 0..<2 {
        for name in ["testTea", "testCoffee"] { _ = await inXCTest(name) { try add(name, to: reported) } }
      }
      let again = try ReportedFlow()
      await inOneProcess(["testCoffee", "testTea"], again)
      try reported.documentation.compose()
      #expect(try reported.names.count == 2)
      #expect(try reported.folder.names == again.folder.names)
      for name in try reported.folder.names {
        #expect(try reported.folder.read(name) == again.folder.read(name))
      }
    }

    private func add(_ good: String, to reported: ReportedFlow) throws {
      try LivingDocumentation.$current.withValue(LivingDocumentation(folder: reported.folder.url)) {
        try plan(good)
      }
    }

    private func inOneProcess(_ names: [String], _ reported: ReportedFlow) async {
      for name in names {
        _ = await inXCTest(name) {
          try LivingDocumentation.$current.withValue(reported.documentation) { try plan(name) }
        }
      }
      try? reported.documentation.compose()
    }

    private func plan(_ good: String) throws {
      try Shop.GIVEN { Shop() }.WHEN(.open).WHEN(\.basket, .add(good)).runTest()
    }

    /// Runs a closure as a test of XCTest: on the main thread, where Swift Testing runs none.
    ///
    /// - Returns: how many failures XCTest has counted.
    private func inXCTest(_ name: String, _ body: @escaping @Sendable () throws -> Void) async -> Int {
      // The main queue may be that of another thread: it is observed at the latest when that has been free.
      await onMainThread { _ = XCTestObserver.current }
      await onMainThread {}
      #expect(XCTestObserver.current.issues != nil)
      return await onMainThread {
        let test = InnerTests(name: name) { _ in try body() }
        test.run()
        return test.testRun?.totalFailureCount ?? -1
      }
    }

    private func onMainThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume(returning: body()) }
      }
    }

    private final class InnerTests: XCTestCase {}
  #endif
}
