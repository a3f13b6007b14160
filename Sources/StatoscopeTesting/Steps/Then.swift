import Statoscope

extension FlowSteps {
  /// Checks the scope in a closure, with the assertions of the test framework.
  ///
  /// In an exhaustive plan it asserts no change: name the changes with key paths.
  /// - `check`: performs the checks; throwing fails the step.
  @discardableResult
  public func THEN(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ check: @escaping (_ sut: Subject) throws -> Void
  ) throws -> Self {
    let call = focus.call("THEN", [.closure], at: CallLocation(fileID, filePath, line, column))
    return self.check(call, on: focus) { subject, _ in try check(subject) }
  }

  /// Checks one value of the scope in a closure.
  ///
  /// - `keyPath`: the path to the value.
  /// - `check`: performs the checks; throwing fails the step.
  @discardableResult
  public func THEN<Value>(
    _ keyPath: KeyPath<Subject, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ check: @escaping (_ value: Value) throws -> Void
  ) throws -> Self {
    checking("THEN", keyPath, at: CallLocation(fileID, filePath, line, column)) { value, _ in try check(value)
    }
  }

  /// Compares one value of the scope with an expected one; a failure shows the difference.
  ///
  /// ```swift
  /// .THEN(\.viewDisplaysTotalCount, equals: 1)
  /// .THEN(\.child?.title, equals: "News")
  /// ```
  @discardableResult
  public func THEN<Value: Equatable>(
    _ keyPath: KeyPath<Subject, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    add(CompareStep(keyPath, expected, of: focus, CallLocation(fileID, filePath, line, column)))
  }

  /// Checks that a value of the scope is nil, for example a dismissed child.
  @discardableResult
  public func THEN_Nil<Value>(
    _ keyPath: KeyPath<Subject, Value?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    checking("THEN_Nil", keyPath, at: CallLocation(fileID, filePath, line, column)) { found, isRedacted in
      guard let found else { return }
      throw FlowFailure.valueIsNotNil(text: isRedacted() ? [RedactedText.text] : StateText(found).lines)
    }
  }

  /// Checks that a value of the scope is not nil, for example a presented child.
  @discardableResult
  public func THEN_NotNil<Value>(
    _ keyPath: KeyPath<Subject, Value?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    checking("THEN_NotNil", keyPath, at: CallLocation(fileID, filePath, line, column)) { found, _ in
      if found == nil { throw FlowFailure.valueIsNil }
    }
  }
}

extension FlowSteps {
  /// Adds a check of one value, which then counts as asserted.
  private func checking<Value>(
    _ verb: String,
    _ keyPath: KeyPath<Subject, Value>,
    at location: CallLocation,
    _ check: @escaping (_ value: Value, _ isRedacted: () -> Bool) throws -> Void
  ) -> Self {
    let call = focus.call(verb, [.keyPath(keyPath)], at: location)
    return self.check(call, on: focus) { subject, run in
      let value = subject[keyPath: keyPath]
      run.names(keyPath, of: subject, value)
      try check(value) { call.isOfRedactedValue(below: run.root) }
    }
  }
}
