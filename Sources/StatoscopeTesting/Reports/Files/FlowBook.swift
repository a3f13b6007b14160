import Foundation
import Statoscope

/// The folder that living documentation is written to, and the number of changes that may be unchecked, for one process.
///
/// ```
/// STATOSCOPE_FLOWS=folder STATOSCOPE_FLOWS_UNCHECKED=0 swift test
/// ```
package final class FlowBook: Sendable {
  /// The environment variable that names the folder.
  static let variable = "STATOSCOPE_FLOWS"

  /// The environment variable that says how many changes may be unchecked.
  static let uncheckedVariable = "STATOSCOPE_FLOWS_UNCHECKED"

  /// Where plans are reported now; nil, and nothing is written or worked out, unless the environment asks for it.
  ///
  /// The tests of this module put their own here, for the time of a closure.
  @TaskLocal package static var current: FlowBook? = fromEnvironment

  private static let fromEnvironment: FlowBook? = {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment[variable].flatMap {
      $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true)
    }
    let limit = environment[uncheckedVariable].flatMap { $0.isEmpty ? nil : UncheckedLimit($0) }
    guard folder != nil || limit != nil else { return nil }
    // Once for the process, when all of its plans have been reported; each process does it, so the last one does too.
    atexit { FlowBook.fromEnvironment?.composeAtExit() }
    return FlowBook(folder: folder, unchecked: limit)
  }()

  /// Nil where only unchecked changes are counted.
  private let folder: FlowFolder?
  private let limit: UncheckedLimit?
  private let state = Locked(State())

  private struct State {
    /// The tests whose files of earlier runs have been removed.
    var renewed: Set<String> = []
    var hasEntries = false
    /// The changes of all plans that no check looked at.
    var uncheckedChanges = 0
    /// What was reported in a test of XCTest, whose name is known when it ends.
    var waiting: [(entry: any FolderEntry, function: String)] = []
  }

  package init(folder: URL?, unchecked limit: UncheckedLimit? = nil) {
    self.folder = folder.map { FlowFolder(url: $0) }
    self.limit = limit
  }

  /// Adds what a plan has reported.
  ///
  /// - Returns: a failure when more changes are unchecked by now than may be, and this plan has some of them.
  func add(_ document: FlowDocument, named name: FlowName) -> FlowFailure? {
    file(document, named: name)
    guard let limit else { return nil }
    let unchecked = document.uncheckedChanges
    let count = state.withLock { state in
      state.uncheckedChanges += unchecked.count
      return state.uncheckedChanges
    }
    return limit.failure(of: unchecked.map(\.text), amongAll: count)
  }

  /// Writes the files of a plan or an exploration, or keeps them until their test is known.
  ///
  /// In XCTest that is when the test ends: the function that runs a plan may be called by several tests, and `swift test
  /// --parallel` gives each a process of its own, which must not take the others' files for its own of an earlier run.
  func file(_ entry: some FolderEntry, named name: FlowName) {
    guard folder != nil else { return }
    state.withLock { $0.hasEntries = true }
    if name.isOfTest { return write(entry, of: "\(name.function) \(entry.key)") }
    let isFirst = state.withLock { state in
      state.waiting.append((entry, name.function))
      return state.waiting.count == 1
    }
    if isFirst { XCTestObserver.shared.whenTestEnds { [self] in writeWaiting(of: $0) } }
  }

  private func writeWaiting(of test: String) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for (entry, function) in waiting { write(entry, of: "\(function) \(test) \(entry.key)") }
  }

  /// Writes the files of a plan or an exploration; the first of a test in this process removes what earlier runs left
  /// of that test.
  private func write(_ entry: any FolderEntry, of test: String) {
    guard let folder else { return }
    do {
      try folder.write(entry, of: test) { state.withLock { $0.renewed.insert(test).inserted } }
    } catch {
      FlowBook.complain("the file of \"\(entry.title)\" was not written to \(folder.url.path): \(error)")
    }
  }

  /// Makes `flows.md` and `index.html` anew from all plans and explorations in the folder, whichever process has written them.
  package func compose() throws {
    // No test has ended since, so it was none of XCTest.
    writeWaiting(of: "")
    try folder?.compose()
  }

  private func composeAtExit() {
    guard state.withLock({ $0.hasEntries }) else { return }
    do { try compose() } catch {
      FlowBook.complain("the pages in \(folder?.url.path ?? "no folder") were not written: \(error)")
    }
  }

  private static func complain(_ text: String) {
    StandardError.write("\(variable): \(text)\nName a folder that can be written to.\n")
  }
}
