import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing
import XCTest

/// What a person sees of a failing flow test, in both test frameworks.
@Suite struct ReportingTests {
  @Test func `in Swift Testing the issue has the step's line and a diff`() throws {
    let line = #line
    try withKnownIssue {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .THEN(\.isOpen, equals: false)
        .runTest()
    } matching: { issue in
      issue.sourceLocation?.line == line + 4
        && issue.sourceLocation?.fileName == "ReportingTests.swift"
        && issue.comments.map(\.rawValue) == [mistakeText]
    }
  }

  #if !canImport(Darwin)
    @Test func `in XCTest the failure has the step's line and a diff`() async throws {
      let output = try await rerun(["StatoscopeTestingTests.MistakenTests/testAFlowWithADeliberateMistake"])
      let place = "ReportingTests.swift:\(MistakenTests.lineOfTheMistake): error: MistakenTests."
      #expect(output.contains(place + "testAFlowWithADeliberateMistake : "))
      #expect(output.contains(mistakeText))
      #expect(output.contains("Executed 1 test, with 1 failure"))
    }

    @Test func `in XCTest the failure is reported while the main thread waits`() async throws {
      let output = try await rerun(["StatoscopeTestingTests.MistakenTests/testAFlowThatTheMainThreadAwaits"])
      #expect(output.contains("testAFlowThatTheMainThreadAwaits : "))
      #expect(output.contains("Executed 1 test, with 1 failure"))
    }

    @Test func `in a detached task of Swift Testing the failure is reported`() async throws {
      let output = try await rerun(["--testing-library", "swift-testing", "--filter", "DetachedMistakeTests"])
      #expect(
        output.contains("recorded an issue at ReportingTests.swift:\(DetachedMistakeTests.lineOfTheMistake)")
      )
      #expect(
        output.contains("THEN(\\.isOpen, equals: false): the value differs (- expected, + found):")
      )
    }

    /// Runs this very test program again, with only a test that makes a mistake on purpose.
    private func rerun(_ arguments: [String]) async throws -> String {
      let child = try ChildProcess(
        path: CommandLine.arguments[0],
        arguments,
        environment: [MistakenTests.switchName: "1"],
        hearsErrors: true
      )
      let (code, output) = await child.finish()
      #expect(code != 0)
      return output
    }
  #endif
}

private let mistakeText = """
  THEN(\\.isOpen, equals: false): the value differs (- expected, + found):
    - false
    + true
  If this is intended, update the test; otherwise fix `update`.
  """

/// The same in a task that knows nothing of the test.
@Suite struct DetachedMistakeTests {
  static let lineOfTheMistake = #line + 8

  @Test func `a flow with a deliberate mistake`() async throws {
    let isMistaken = ProcessInfo.processInfo.environment[MistakenTests.switchName] != nil
    try await Task.detached {
      try await unreported {
        try Shop.GIVEN { Shop() }
          .WHEN(.open)
          .THEN(\.isOpen, equals: !isMistaken)
          .runTest()
      }
    }.value
  }
}

/// A flow test that is right, unless it is asked to make a mistake.
final class MistakenTests: XCTestCase {
  static let switchName = "STATOSCOPE_DELIBERATE_MISTAKE"
  static let lineOfTheMistake = #line + 9

  func testAFlowWithADeliberateMistake() throws {
    guard ProcessInfo.processInfo.environment[MistakenTests.switchName] != nil else {
      try Shop.GIVEN { Shop() }.WHEN(.open).THEN(\.isOpen, equals: true).runTest()
      return
    }
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .THEN(\.isOpen, equals: false)
      .runTest()
  }

  func testAFlowThatTheMainThreadAwaits() {
    let isMistaken = ProcessInfo.processInfo.environment[MistakenTests.switchName] != nil
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? Shop.GIVEN { Shop() }.WHEN(.open).THEN(\.isOpen, equals: !isMistaken).runTest()
      hasEnded.signal()
    }
    hasEnded.wait()
  }
}
