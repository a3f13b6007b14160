import Statoscope

extension FlowSteps {
  /// Adds a condition that is checked now and after each further step, in forks too.
  ///
  /// ```swift
  /// .INVARIANT { sut in try #require(sut.total >= 0) }
  /// ```
  /// A violated invariant is reported once, and again only after it has been satisfied in between. Inside
  /// `WITH(\.child)` it applies to the child while there is one.
  /// - `check`: checks the condition; throwing violates the invariant.
  @discardableResult
  public func INVARIANT(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ check: @escaping (_ sut: Subject) throws -> Void
  ) throws -> Self {
    let call = focus.call("INVARIANT", [.closure], at: CallLocation(fileID, filePath, line, column))
    return add(call, .invariant { [focus] root in try check(try focus.find(root)) })
  }
}
