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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return self.check(StepCall(site: site, verb: "THEN", isClosure: true), on: position.focus) { subject, _ in
      try check(subject)
    }
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return self.check(StepCall(site: site, verb: "THEN", arguments: [.keyPath(keyPath)]), on: position.focus)
    { subject, run in
      let value = subject[keyPath: keyPath]
      run.names(keyPath, of: subject, value)
      try check(value)
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return add(CompareStep(keyPath, expected, of: position.focus, site))
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let call = StepCall(site: site, verb: "THEN_Nil", arguments: [.keyPath(keyPath)])
    let focus = position.focus
    return check(call, on: focus) { subject, run in
      let found = subject[keyPath: keyPath]
      run.names(keyPath, of: subject, found)
      guard let found else { return }
      let isHidden = call.isOfRedactedValue(below: run.root, within: focus.within)
      throw FlowFailure.valueIsNotNil(text: isHidden ? [RedactedText.text] : StateText(found).lines)
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return check(
      StepCall(site: site, verb: "THEN_NotNil", arguments: [.keyPath(keyPath)]),
      on: position.focus
    ) { subject, run in
      let found = subject[keyPath: keyPath]
      run.names(keyPath, of: subject, found)
      if found == nil { throw FlowFailure.valueIsNil }
    }
  }
}
