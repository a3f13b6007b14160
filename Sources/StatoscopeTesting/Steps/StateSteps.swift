import Statoscope

extension FlowSteps {
  /// Checks the scope in a closure, with the assertions of the test framework.
  ///
  /// In an exhaustive plan it asserts no change: assert the changes with key paths.
  /// - `check`: performs the checks; throwing fails the step.
  @discardableResult
  public func THEN(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ check: @escaping (_ sut: Subject) throws -> Void
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return self.check(focus.call(.then(.state), [.closure], at: location)) { subject, _ in try check(subject)
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
    let location = CallLocation(fileID, filePath, line, column)
    return checking(.state, keyPath, at: location) { value, _ in try check(value) }
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
    checking(.isNil, keyPath, at: CallLocation(fileID, filePath, line, column)) { found, isRedacted in
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
    checking(.isNotNil, keyPath, at: CallLocation(fileID, filePath, line, column)) { found, _ in
      if found == nil { throw FlowFailure.valueIsNil }
    }
  }

  /// Checks that a condition is true; the failure repeats its description.
  ///
  /// - `condition`: a short description of the condition.
  /// - `isTrue`: evaluates the condition.
  @discardableResult
  public func THEN(
    _ condition: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ isTrue: @escaping (_ sut: Subject) throws -> Bool
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return check(focus.call(.then(.state), [.value(condition)], at: location)) { subject, _ in
      guard try isTrue(subject) else { throw FlowFailure.conditionFailed(condition) }
    }
  }

  /// Checks that a condition is false; the failure repeats its description.
  ///
  /// - `condition`: a short description of the condition.
  /// - `isTrue`: evaluates the condition.
  @discardableResult
  public func THEN_Not(
    _ condition: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ isTrue: @escaping (_ sut: Subject) throws -> Bool
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return check(focus.call(.then(.not), [.value(condition)], at: location)) { subject, _ in
      if try isTrue(subject) { throw FlowFailure.conditionHolds(condition) }
    }
  }
}

extension FlowSteps {
  /// Adds a check of one value, which then counts as asserted.
  private func checking<Value>(
    _ check: Verb.Check,
    _ keyPath: KeyPath<Subject, Value>,
    at location: CallLocation,
    _ body: @escaping (_ value: Value, _ isRedacted: () -> Bool) throws -> Void
  ) -> Self {
    let call = focus.call(.then(check), [.keyPath(keyPath)], at: location)
    return self.check(call) { subject, run in
      let value = subject[keyPath: keyPath]
      run.asserts(keyPath, of: subject, value)
      try body(value) { call.isOfRedactedValue(below: run.root) }
    }
  }
}

/// A step that compares one value of a scope with an expected one.
private final class CompareStep<Root: ScopeProtocol, Subject: ScopeProtocol, Value: Equatable>: Step<Root> {
  private let keyPath: KeyPath<Subject, Value>
  private let expected: Value
  private let focus: Focus<Root, Subject>
  private let location: CallLocation

  init(
    _ keyPath: KeyPath<Subject, Value>,
    _ expected: Value,
    of focus: Focus<Root, Subject>,
    _ location: CallLocation
  ) {
    self.keyPath = keyPath
    self.expected = expected
    self.focus = focus
    self.location = location
    super.init(.then(.state))
  }

  override func perform(_ run: PathRun<Root>) throws {
    let subject = try focus.find(run.root)
    let found = subject[keyPath: keyPath]
    if run.recordsAssertions { run.asserts(keyPath, of: subject, found) }
    guard found != expected else { return }
    guard !call.isOfRedactedValue(below: run.root) else {
      throw FlowFailure.valueDiffers(diff: ["- " + RedactedText.text, "+ " + RedactedText.text])
    }
    let diff = ValueDiff(expected: expected, found: found).lines
    guard !diff.isEmpty else { throw FlowFailure.valuesReadTheSame(text: StateText(found).lines) }
    throw FlowFailure.valueDiffers(diff: diff)
  }

  override var call: StepCall {
    focus.call(verb, [.keyPath(keyPath), .value(expected, "equals")], at: location)
  }
}

extension Collection {
  /// The element at an index, or nil when there is none, for key paths to children in arrays.
  ///
  /// An array's own subscript traps when there is no such element, so a step with it cannot fail. A step with
  /// this one can:
  ///
  /// ```swift
  /// .WHEN(\.items[ifThere: 2], .userTapped)
  /// ```
  /// Complexity: O(1).
  public subscript(ifThere index: Index) -> Element? {
    guard index >= startIndex, index < endIndex else { return nil }
    return self[index]
  }
}
