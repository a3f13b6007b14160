import Foundation
import Statoscope
import Testing

/// The destination of a process's living documentation: its folder, and the limit of unchecked changes.
///
/// ```
/// STATOSCOPE_FLOWS=folder STATOSCOPE_FLOWS_UNCHECKED=0 swift test
/// ```
package final class LivingDocumentation: Sendable {
  /// The environment variable that names the folder.
  static let variable = "STATOSCOPE_FLOWS"

  /// The environment variable that limits the number of unchecked changes.
  static let uncheckedVariable = "STATOSCOPE_FLOWS_UNCHECKED"

  /// The current destination of reports; nil, and nothing is written or computed, unless the environment
  /// requests it.
  ///
  /// Tests of this module replace it during a closure.
  @TaskLocal package static var current: LivingDocumentation? = fromEnvironment

  private static let fromEnvironment: LivingDocumentation? = {
    func value(_ variable: String) -> String? {
      ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    let (folder, limit) = (value(variable), value(uncheckedVariable))
    guard folder != nil || limit != nil else { return nil }
    // Once per process, when all of its plans have been reported.
    atexit { LivingDocumentation.fromEnvironment?.composeAtExit() }
    return LivingDocumentation(
      folder: folder.map { URL(fileURLWithPath: $0, isDirectory: true) },
      unchecked: limit
    )
  }()

  /// Nil if unchecked changes are only counted.
  private let folder: FlowFolder?
  /// The maximum number of unchecked changes; a text that is no number fails each plan.
  private let limit: String?
  private let state = Locked(State())

  private struct State {
    var hasEntries = false
    /// The number of unchecked changes of all plans.
    var uncheckedChanges = 0
    /// The entries of a running test of XCTest, whose name is known when it ends.
    var waiting: [FolderEntry] = []
  }

  package init(folder: URL?, unchecked limit: String? = nil) {
    self.folder = folder.map { FlowFolder(url: $0) }
    self.limit = limit
  }

  /// Counts the unchecked changes of a plan.
  ///
  /// - Returns: a failure when their limit is exceeded, and this plan has some of them.
  func count(_ document: FlowDocument) -> FlowFailure? {
    guard let limit else { return nil }
    guard let allowed = Int(limit), allowed >= 0 else { return .uncheckedLimitIsNoNumber(limit) }
    let unchecked = document.uncheckedChanges
    let all = state.withLock { state in
      state.uncheckedChanges += unchecked.count
      return state.uncheckedChanges
    }
    guard all > allowed, !unchecked.isEmpty else { return nil }
    return .changesUnchecked(unchecked.map(\.text), all: all, allowed: allowed)
  }

  /// Writes the files of a plan or an exploration, or stores them until their test is known.
  ///
  /// In XCTest that is when the test ends: several tests may call the function that runs a plan, and `swift
  /// test --parallel` gives each a process of its own, which must not mistake the others' files for those of
  /// an earlier run.
  ///
  /// - Parameter former: the entry of the same plan that this one replaces.
  package func file(_ entry: FolderEntry, replacing former: FolderEntry? = nil) {
    guard folder != nil else { return }
    state.withLock { $0.hasEntries = true }
    if entry.name.isOfTest { return write(entry, of: nil, replacing: former) }
    let isFirst = state.withLock { state in
      state.waiting.removeAll { $0.id == former?.id }
      state.waiting.append(entry)
      return state.waiting.count == 1
    }
    if isFirst { XCTestObserver.current.whenTestEnds { [self] in writeWaiting(of: $0) } }
  }

  private func writeWaiting(of test: String?) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for entry in waiting { write(entry, of: test) }
  }

  private func write(_ entry: FolderEntry, of test: String?, replacing former: FolderEntry? = nil) {
    guard let folder else { return }
    let test = [entry.name.function, test, entry.key].compactMap(\.self).joined(separator: " ")
    do {
      try folder.write(entry, of: test, replacing: former)
    } catch {
      LivingDocumentation.complain(
        "the file of \"\(entry.name.title)\" was not written to \(folder.url.path): \(error)"
      )
    }
  }

  /// Generates the pages from all plans and explorations in the folder, whichever process has written them; the last
  /// process that is present does that.
  package func compose() throws {
    // No test has ended since, so these do not belong to XCTest.
    writeWaiting(of: nil)
    try folder?.compose()
  }

  private func composeAtExit() {
    guard state.withLock({ $0.hasEntries }) else { return }
    do { try compose() } catch {
      LivingDocumentation.complain(
        "the pages in \(folder?.url.path ?? "no folder") were not written: \(error)"
      )
    }
  }

  private static func complain(_ text: String) {
    StandardError.write("\(variable): \(text)\nName a folder that can be written to.\n")
  }
}

/// The name of a plan, derived from the test that runs it, as far as that is known.
///
/// Swift Testing provides the test; in XCTest it is the method that calls `runTest()`.
package struct FlowName {
  package let title: String
  let group: String
  let module: String
  /// The suites of the test, outermost first; empty where they are unknown.
  let suites: [String]
  let file: String
  let line: Int
  let column: Int
  /// An identifier of the function that runs the plan, which does not change when lines above it do.
  let function: String
  /// Indicates whether that function is the test, rather than a helper that several tests may call.
  let isOfTest: Bool

  package init(function: StaticString, location: CallLocation) {
    let test = Test.current.flatMap { $0.isSuite ? nil : $0 }
    let source = test?.sourceLocation
    let name = test?.name ?? "\(function)"
    let fileID = source?.fileID ?? "\(location.fileID)"
    let parts = fileID.split(separator: "/").map(String.init)
    isOfTest = test != nil
    line = source?.line ?? Int(location.line)
    column = source?.column ?? Int(location.column)
    module = parts.first ?? ""
    file = parts.last ?? ""
    group = FlowName.group(ofFile: file)
    // The last one is the test itself.
    suites = test?.id.nameComponents.dropLast() ?? []
    title = test?.displayName ?? FlowName.title(of: name)
    self.function = "\(fileID) \(name)"
  }

  /// Formats the name of a function as a title: `testItCounts()` becomes "it counts".
  private static func title(of name: String) -> String {
    let isQuoted = name.hasPrefix("`")
    let end = isQuoted ? name.lastIndex(of: "`") : name.firstIndex(of: "(")
    let identifier = name[..<(end ?? name.endIndex)]
    let isTest = identifier.hasPrefix("test") && identifier.dropFirst(4).first?.isLowercase == false
    let text = IdentifierText(isTest ? identifier.dropFirst(4).drop { $0 == "_" } : identifier).text
    return text.isEmpty ? name : text
  }

  /// Formats the name of a file as a heading: `ReadingFlowTests.swift` becomes "Reading".
  private static func group(ofFile file: String) -> String {
    var name = file.hasSuffix(".swift") ? file.dropLast(6) : file[...]
    for ending in ["Tests", "Test", "Flow"] where name.hasSuffix(ending) && name.count > ending.count {
      name = name.dropLast(ending.count)
    }
    return IdentifierText(name).title
  }
}
