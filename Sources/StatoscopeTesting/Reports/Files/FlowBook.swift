import Foundation
import Statoscope

/// The folder that living documentation is written to, for one process.
///
/// ```
/// STATOSCOPE_FLOWS=folder swift test
/// ```
package final class FlowBook: Sendable {
  /// The environment variable that names the folder.
  static let variable = "STATOSCOPE_FLOWS"

  /// Where plans are reported now; nil, and nothing is written or worked out, unless the environment asks for it.
  ///
  /// The tests of this module put their own here, for the time of a closure.
  @TaskLocal package static var current: FlowBook? = fromEnvironment

  private static let fromEnvironment: FlowBook? = {
    let folder = ProcessInfo.processInfo.environment[variable] ?? ""
    guard !folder.isEmpty else { return nil }
    // Once for the process, when all of its plans have been reported; each process does it, so the last one does too.
    atexit { FlowBook.fromEnvironment?.composeAtExit() }
    return FlowBook(folder: URL(fileURLWithPath: folder, isDirectory: true))
  }()

  private let folder: FlowFolder
  private let state = Locked(State())

  private struct State {
    /// The tests whose files of earlier runs have been removed.
    var renewed: Set<String> = []
    var hasPlans = false
    /// What was reported in a test of XCTest, whose name is known when it ends.
    var waiting: [(document: FlowDocument, function: String)] = []
  }

  package init(folder: URL) {
    self.folder = FlowFolder(url: folder)
  }

  /// Adds what a plan has reported.
  ///
  /// Files are those of a test, so they are written when the test is known. In XCTest it is when it ends: the function
  /// that runs a plan may be called by several tests, and `swift test --parallel` gives each a process of its own,
  /// which must not take the others' files for its own of an earlier run.
  func add(_ document: FlowDocument, named name: FlowName) {
    state.withLock { $0.hasPlans = true }
    if name.isOfTest { return write(document, of: "\(name.function) \(document.scope)") }
    let isFirst = state.withLock { state in
      state.waiting.append((document, name.function))
      return state.waiting.count == 1
    }
    if isFirst { XCTestObserver.shared.whenTestEnds { [self] in writeWaiting(of: $0) } }
  }

  private func writeWaiting(of test: String) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for (document, function) in waiting { write(document, of: "\(function) \(test) \(document.scope)") }
  }

  /// Writes the file of a plan; the first of a test in this process removes what earlier runs left of that test.
  private func write(_ document: FlowDocument, of test: String) {
    let isFirst = state.withLock { $0.renewed.insert(test).inserted }
    do { try folder.write(document, of: test, renewing: isFirst) } catch {
      FlowBook.complain("the file of \"\(document.title)\" was not written to \(folder.url.path): \(error)")
    }
  }

  /// Makes `flows.md` and `index.html` anew from all plans in the folder, whichever process has written them.
  package func compose() throws {
    // No test has ended since, so it was none of XCTest.
    writeWaiting(of: "")
    try folder.compose()
  }

  private func composeAtExit() {
    guard state.withLock({ $0.hasPlans }) else { return }
    do { try compose() } catch {
      FlowBook.complain("the pages in \(folder.url.path) were not written: \(error)")
    }
  }

  private static func complain(_ text: String) {
    StandardError.write("\(variable): \(text)\nName a folder that can be written to.\n")
  }
}
