import Foundation
import Statoscope

extension FlowSteps {
  /// Compares the state of the scope, and of all scopes below it, with a text file next to the test.
  ///
  /// ```swift
  /// .SNAPSHOT("a basket with two goods")   // __Snapshots__/ShopTests/a basket with two goods.txt
  /// ```
  /// With `STATOSCOPE_RECORD_SNAPSHOTS=1` in the environment the file is written instead; read it, and commit
  /// it. Otherwise a missing file is a failure, and so is one that differs, shown as a diff. A package
  /// excludes the folder from its test target with `exclude: ["__Snapshots__"]`.
  /// - `name`: the name of the file without its extension, unique among the snapshots of one test file.
  @discardableResult
  public func SNAPSHOT(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return check(focus.call(.snapshot, [.value(name)], at: location)) { subject, run in
      run.asserts(.text, at: \Subject.self, of: subject, subject)
      guard let file = SnapshotFile(name, beside: location) else {
        throw FlowFailure.snapshotNameIsInvalid
      }
      try file.compareOrRecord(StateText(subject).lines)
    }
  }
}

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
  func compareOrRecord(_ lines: [String]) throws {
    let isThere = FileManager.default.fileExists(atPath: url.path)
    let isRecording = SnapshotRecording.current.isOn
    guard isThere || isRecording else { throw FlowFailure.snapshotMissing(file: path) }
    let text = lines.joined(separator: "\n") + "\n"
    let recorded = isThere ? Result { try String(contentsOf: url, encoding: .utf8) } : nil
    if case .success(text) = recorded { return }
    if isRecording { return try record(text) }
    switch recorded {
    case .success(let recorded): try compare(recorded, lines)
    case .failure(let error): throw FlowFailure.snapshotUnreadable(file: path, error: "\(error)")
    case nil: break
    }
  }

  private func compare(_ recorded: String, _ found: [String]) throws {
    // Independent of the line endings of the checkout.
    let lines = recorded.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    let diff = ValueDiff(from: lines.last == "" ? lines.dropLast() : lines, to: found).lines
    if !diff.isEmpty { throw FlowFailure.snapshotDiffers(file: path, diff: diff) }
  }

  private func record(_ text: String) throws {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw FlowFailure.snapshotNotWritten(file: path, error: "\(error)")
    }
  }
}

/// The mode of snapshots: compared or recorded, and their folder.
package struct SnapshotRecording: Sendable {
  /// The environment variable that enables recording.
  static let variable = "STATOSCOPE_RECORD_SNAPSHOTS"

  package let isOn: Bool
  /// The folder for tests of this module; nil for the folder of the test.
  package let folder: URL?

  package init(isOn: Bool, folder: URL?) {
    self.isOn = isOn
    self.folder = folder
  }

  /// The current mode, determined by the environment.
  @TaskLocal package static var current = SnapshotRecording(
    isOn: ProcessInfo.processInfo.environment[SnapshotRecording.variable] == "1",
    folder: nil
  )
}

// MARK: Pictures

extension FlowSteps {
  /// Calls a closure to draw the scope after each event of the plan and of its forks, wherever in the plan
  /// this step is.
  ///
  /// If the scope is a missing child, nothing is drawn.
  package func drawing(_ draw: @escaping (_ subject: Subject, _ name: String) throws -> Void) -> Self {
    position.path.plan.draw = { [focus] root, name in
      do { try draw(try focus.find(root), name) } catch FlowFailure.missingChild {}
    }
    return self
  }

  /// Draws the scope in its current state.
  package func drawn(at location: CallLocation) -> Self {
    let plan = position.path.plan
    let call = focus.call(.takeSnapshot, at: location)
    return add(
      ClosureStep(call) { [unowned plan] run in
        guard let draw = plan.draw else { throw FlowFailure.snapshotWithoutView }
        try draw(run.root, call.text)
      }
    )
  }
}
