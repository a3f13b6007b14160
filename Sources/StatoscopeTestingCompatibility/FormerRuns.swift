// Runs of plans that report where they differ from the first Statoscope.

import Statoscope
import StatoscopeTesting

extension FlowSteps {
  /// Runs every step and every fork, and reports on standard error where the plan behaves differently from the first
  /// Statoscope: each kind of difference once, with its line.
  ///
  /// The compiler prefers it to the method of `StatoscopeTesting`, which has one argument more; it does the same.
  ///
  /// - `assertRelease`: whether a scope that outlives its path is a failure; if omitted, the settings decide.
  /// - Throws: nothing for a failing step; it is marked so that it can end a chain that begins with `try`.
  public func runTest(
    assertRelease: Bool? = nil,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    FormerDifferences.of(position.path.plan)
    try runTest(
      assertRelease: assertRelease,
      assertNoPendingEffects: nil,
      function: function,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Runs every step and every fork, and reports on standard error where the plan behaves differently from the first
  /// Statoscope: each kind of difference once, with its line.
  ///
  /// The compiler prefers it to the method of `StatoscopeTesting`, whose arguments are optional; it does the same.
  ///
  /// - `assertRelease`: whether a scope that outlives its path is a failure; if omitted, the settings decide.
  /// - `assertNoPendingEffects`: whether an effect in flight at the end of a path is a failure.
  /// - Throws: nothing for a failing step; it is marked so that it can end a chain that begins with `try`.
  public func runTest(
    assertRelease: Bool? = nil,
    assertNoPendingEffects: Bool,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    FormerDifferences.of(position.path.plan)
    try runTest(
      assertRelease: assertRelease,
      assertNoPendingEffects: Optional(assertNoPendingEffects),
      function: function,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
