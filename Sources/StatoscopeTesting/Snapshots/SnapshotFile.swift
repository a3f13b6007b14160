import Foundation
import Statoscope

/// A text file next to a test that holds a snapshot of a state.
struct SnapshotFile {
  /// The path from the folder of the test.
  let path: String
  private let url: URL

  /// Finds the file for a name and a test; returns nil when no file can have the name.
  init?(_ name: String, beside location: CallLocation) {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || " -_.".contains($0) }
    guard let first = name.first, first.isLetter || first.isNumber, isPlain else { return nil }
    let source = URL(fileURLWithPath: "\(location.filePath)")
    path = "__Snapshots__/\(source.deletingPathExtension().lastPathComponent)/\(name).txt"
    let folder = SnapshotRecording.current.folder ?? source.deletingLastPathComponent()
    url = folder.appendingPathComponent(path)
  }

  /// Compares a text with the file, or writes it there if requested.
  func hold(_ lines: [String]) throws {
    let isThere = FileManager.default.fileExists(atPath: url.path)
    let isRecording = SnapshotRecording.current.isOn
    guard isThere || isRecording else { throw FlowFailure.snapshot(.missing(file: path)) }
    let text = lines.joined(separator: "\n") + "\n"
    let recorded = isThere ? Result { try String(contentsOf: url, encoding: .utf8) } : nil
    if case .success(text) = recorded { return }
    if isRecording { return try record(text) }
    switch recorded {
    case .success(let recorded): try compare(recorded, lines)
    case .failure(let error): throw FlowFailure.snapshot(.cannotRead(file: path, error: "\(error)"))
    case nil: break
    }
  }

  private func compare(_ recorded: String, _ found: [String]) throws {
    // Independent of the line endings of the checkout.
    let lines = recorded.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    let diff = ValueDiff(from: lines.last == "" ? lines.dropLast() : lines, to: found).lines
    if !diff.isEmpty { throw FlowFailure.snapshot(.differs(file: path, diff: diff)) }
  }

  private func record(_ text: String) throws {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw FlowFailure.snapshot(.cannotRecord(file: path, error: "\(error)"))
    }
  }
}

/// The mode of snapshots: compared or recorded, and their folder.
package struct SnapshotRecording: Sendable {
  package let isOn: Bool
  /// The folder for tests of this module; nil for the folder of the test.
  package let folder: URL?

  package init(isOn: Bool, folder: URL?) {
    self.isOn = isOn
    self.folder = folder
  }

  /// The current mode, determined by the environment.
  @TaskLocal package static var current = SnapshotRecording(
    isOn: ProcessInfo.processInfo.environment[SnapshotFailure.variable] == "1",
    folder: nil
  )
}
