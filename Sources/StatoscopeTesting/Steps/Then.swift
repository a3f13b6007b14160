import Statoscope

extension FlowSteps {
  /// Looks at the scope in a closure, with whatever assertions the test framework has.
  ///
  /// - Parameter check: may throw, which fails the step.
  @discardableResult
  public func THEN(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ check: @escaping (_ sut: Subject) throws -> Void
  ) throws -> Self {
    self.check(
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "THEN { }" },
      check
    )
  }

  /// Looks at one value of the scope in a closure.
  ///
  /// - Parameters:
  ///   - keyPath: which value.
  ///   - check: may throw, which fails the step.
  @discardableResult
  public func THEN<Value>(
    _ keyPath: KeyPath<Subject, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ check: @escaping (_ value: Value) throws -> Void
  ) throws -> Self {
    self.check(
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "THEN(\(keyPath)) { }" }
    ) { subject in
      try check(subject[keyPath: keyPath])
    }
  }

  /// Compares one value of the scope; when it differs, the failure shows how.
  @discardableResult
  public func THEN<Value: Equatable>(
    _ keyPath: KeyPath<Subject, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    check(
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "THEN(\(keyPath), equals:)" }
    ) { subject in
      let found = subject[keyPath: keyPath]
      guard found != expected else { return }
      let diff = LineDiff(from: StateText(expected).lines, to: StateText(found).lines)
      throw FlowFailure.valueDiffers(diff: diff.lines)
    }
  }
}
