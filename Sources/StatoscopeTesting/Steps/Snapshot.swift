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
    return check(focus.call("SNAPSHOT", [.value(name)], at: location), on: focus) { subject, run in
      run.names(\Subject.self, of: subject, subject)
      guard let file = SnapshotFile(name, beside: location) else {
        throw FlowFailure.snapshot(.nameIsNoFileName)
      }
      try file.hold(StateText(subject).lines)
    }
  }
}
