import Statoscope

extension FlowSteps {
  /// Checks something that must hold from here on: now and after each step to come, in forks too.
  ///
  /// ```swift
  /// .INVARIANT { sut in try #require(sut.total >= 0) }
  /// ```
  /// One that is violated is reported once, and again only after it has passed. Inside `WITH(\.child)` it speaks
  /// of the child while there is one.
  /// - `check`: may throw, which breaks the invariant.
  @discardableResult
  public func INVARIANT(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ check: @escaping (_ sut: Subject) throws -> Void
  ) throws -> Self {
    let find = position.focus.find
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return add(
      StepCall(site: site, verb: "INVARIANT", isClosure: true),
      .invariant { root in try check(try find(root)) }
    )
  }
}
