import Foundation
import Statoscope
import XCTest

/// The reports of XCTest in this process: the failures of its tests, and the names of tests that end.
///
/// XCTest does not expose which test is running.
final class XCTestObserver: NSObject, XCTestObservation, Sendable {
  static let shared = XCTestObserver()

  private struct State {
    var issues: [String] = []
    var listeners: [@Sendable (_ test: String) -> Void] = []
  }

  private let state = Locked(State())

  private override init() {
    super.init()
    XCTestObservationCenter.shared.addTestObserver(self)
  }

  /// The failures so far.
  var issues: [String] { state.withLock { $0.issues } }

  /// Calls a closure once, when the running test has ended, with the test's name.
  func whenTestEnds(_ listener: @escaping @Sendable (_ test: String) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let listeners = state.withLock { state in
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener(testCase.name) }
  }

  #if canImport(ObjectiveC)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      state.withLock { $0.issues.append(issue.compactDescription) }
    }
  #else
    func testCase(
      _ testCase: XCTestCase,
      didFailWithDescription description: String,
      inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      state.withLock { $0.issues.append(description) }
    }
  #endif
}
