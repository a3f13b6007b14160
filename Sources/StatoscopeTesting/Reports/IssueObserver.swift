import Foundation
import Statoscope
import Testing
import XCTest

/// An observer of the issues that assertions in a plan's closures record: they go to the test framework, not
/// to the plan.
enum IssueObserver {
  /// Runs a closure and returns the issues recorded during it.
  static func issues(during body: () -> Void) -> [String] {
    guard Test.current != nil else {
      let before = XCTestObserver.current.issues?.count ?? 0
      body()
      return XCTestObserver.current.issues.map { Array($0.dropFirst(before)) } ?? []
    }
    let found = Locked<[String]>([])
    // Each issue is inspected before it is reported, and declared not to be a known one.
    withKnownIssue(isIntermittent: true, body) {
      true
    } matching: { issue in
      guard breaks(issue) else { return false }
      found.withLock { $0.append(text(of: issue)) }
      return false
    }
    return found.withLock { $0 }
  }

  /// Checks whether an issue fails the current test: a warning does not.
  private static func breaks(_ issue: Issue) -> Bool {
    #if compiler(>=6.3)
      issue.severity >= .error
    #else
      true
    #endif
  }

  private static func text(of issue: Issue) -> String {
    let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
    return comments.isEmpty ? "\(issue.kind)" : "\(issue.kind)\n\(comments)"
  }
}

/// The reports of XCTest in this process: the failures of its tests, and the names of tests that end.
///
/// XCTest does not expose which test is running.
package final class XCTestObserver: NSObject, XCTestObservation, Sendable {
  /// The observer; it is registered when it is first needed outside of Swift Testing's tests.
  ///
  /// XCTest asserts that this happens on the main thread, which may be waiting for the caller: it is never waited for.
  package static var current: XCTestObserver {
    if Test.current == nil, only.issues == nil {
      if Thread.isMainThread { only.register() } else { DispatchQueue.main.async { only.register() } }
    }
    return only
  }

  private static let only = XCTestObserver()

  private struct State {
    /// Nil until it is registered.
    var issues: [String]?
    var listeners: [@Sendable (_ test: String) -> Void] = []
  }

  private let state = Locked(State())

  private func register() {
    guard issues == nil else { return }
    state.withLock { $0.issues = [] }
    XCTestObservationCenter.shared.addTestObserver(self)
  }

  /// The failures so far; nil until they are observed.
  package var issues: [String]? { state.withLock { $0.issues } }

  /// Calls a closure once, when the running test has ended, with the test's name.
  func whenTestEnds(_ listener: @escaping @Sendable (_ test: String) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  package func testCaseDidFinish(_ testCase: XCTestCase) {
    let listeners = state.withLock { state in
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener(testCase.name) }
  }

  #if canImport(ObjectiveC)
    package func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      state.withLock { $0.issues?.append(issue.compactDescription) }
    }
  #else
    package func testCase(
      _ testCase: XCTestCase,
      didFailWithDescription description: String,
      inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      state.withLock { $0.issues?.append(description) }
    }
  #endif
}
