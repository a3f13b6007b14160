import Foundation
import Statoscope

extension FlowSteps {
  /// Compares the state of the scope, and of all scopes below it, with a text file next to the test.
  ///
  /// ```swift
  /// .SNAPSHOT("a basket with two goods")   // __Snapshots__/ShopTests/a basket with two goods.txt
  /// ```
  /// It is `THEN(shows:)` with its text in a file. With `STATOSCOPE_RECORD_SNAPSHOTS=1` in the environment the
  /// file is written instead; read it, and commit it. A package excludes the folder from its test target with
  /// `exclude: ["__Snapshots__"]`.
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
    let file = SnapshotFile(name, beside: location)
    let call = focus.call(.snapshot, [.value(name)], at: location)
    return showing(\.self, call, file: file.path, file.expected)
  }
}

/// A text file next to a test that holds the text which a step expects.
private struct SnapshotFile {
  /// The path from the folder of the test.
  let path: String
  private let url: URL

  init(_ name: String, beside location: CallLocation) {
    let source = URL(fileURLWithPath: "\(location.filePath)")
    path = "__Snapshots__/\(source.deletingPathExtension().lastPathComponent)/\(name).txt"
    let folder = SnapshotRecording.current.folder ?? source.deletingLastPathComponent()
    url = folder.appendingPathComponent(path)
  }

  /// Returns the recorded lines, or if requested, records those that were found.
  func expected(_ found: [String]) throws -> [String] {
    do {
      guard SnapshotRecording.current.isOn else {
        // Independent of the line endings of the checkout.
        let lines = try String(contentsOf: url, encoding: .utf8)
          .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines
      }
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data((found.joined(separator: "\n") + "\n").utf8).write(to: url, options: .atomic)
      return found
    } catch {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      throw isThere || SnapshotRecording.current.isOn
        ? FlowFailure.snapshotInaccessible(file: path, error: "\(error)") : .snapshotMissing(file: path)
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
