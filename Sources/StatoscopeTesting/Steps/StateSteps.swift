import Statoscope

extension FlowSteps {
  /// Checks the scope in a closure, with the assertions of the test framework.
  ///
  /// In an exhaustive plan it asserts the stored properties that the closure names.
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
    return self.check(focus.call(.then(.state), [.closure], at: location)) { subject, run in
      run.assertsByClosure(subject)
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

  /// Compares one value of the scope with what a closure makes of the value before the last event.
  ///
  /// ```swift
  /// .WHEN(.userDeleted(2))
  /// .THEN(\.titles, changes: { $0.remove(at: 2) })
  /// ```
  /// Lists of scopes are compared by which scopes they hold, not by their state. The closure is called before the
  /// event.
  ///
  /// - `change`: makes the change; throwing fails the step. A closure behind the parentheses is that of a check.
  @_disfavoredOverload
  @discardableResult
  public func THEN<Value>(
    _ keyPath: KeyPath<Subject, Value>,
    changes change: @escaping (_ value: inout Value) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    add(ChangesStep(keyPath, change, of: focus, CallLocation(fileID, filePath, line, column)))
  }

  /// Compares the state of the scope and of all scopes below it, private state and effects included, with a text.
  ///
  /// ```swift
  /// .THEN(
  ///   shows: """
  ///     Counter
  ///       total: 1
  ///     """
  /// )
  /// ```
  /// The text is that of `debugDescription`; a failure prints it, ready to paste.
  @discardableResult
  public func THEN(
    shows text: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    showing(text, \.self, [], at: CallLocation(fileID, filePath, line, column))
  }

  /// Compares the text of one value of the scope, such as a child with all scopes below it, private state and
  /// effects included.
  @discardableResult
  public func THEN<Value>(
    _ keyPath: KeyPath<Subject, Value>,
    shows text: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    showing(text, keyPath, [.keyPath(keyPath)], at: CallLocation(fileID, filePath, line, column))
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
    return check(focus.call(.then(.state), [.value(condition)], at: location)) { subject, run in
      run.assertsByClosure(subject)
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
    return check(focus.call(.then(.not), [.value(condition)], at: location)) { subject, run in
      run.assertsByClosure(subject)
      if try isTrue(subject) { throw FlowFailure.conditionHolds(condition) }
    }
  }
}

extension FlowSteps {
  /// Adds a check of the text of a value.
  private func showing<Value>(
    _ expected: String,
    _ keyPath: KeyPath<Subject, Value>,
    _ arguments: [StepCall.Argument],
    at location: CallLocation
  ) -> Self {
    let text = StepCall.Argument.code("\"\"\"…\"\"\"", "shows")
    return check(focus.call(.then(.shows), arguments + [text], at: location)) { subject, run in
      let value = subject[keyPath: keyPath]
      run.assertsText(of: value, at: keyPath, of: subject)
      let found = StateText(value, objects: .withActivity).lines
      let lines = expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines != found else { return }
      throw FlowFailure.textDiffers(diff: ValueDiff(from: lines, to: found).lines, text: found)
    }
  }

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
      switch check {
      case .isNil: run.asserts(.value, at: keyPath, of: subject, value)
      case .isNotNil: run.asserts(.presence, at: keyPath, of: subject, value)
      default: run.assertsByClosure(keyPath, of: subject, value)
      }
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
    if run.recordsAssertions { run.asserts(.value, at: keyPath, of: subject, found) }
    guard found != expected else { return }
    throw FlowFailure.difference(
      of: found,
      from: expected,
      isRedacted: call.isOfRedactedValue(below: run.root)
    )
  }

  override var call: StepCall {
    focus.call(verb, [.keyPath(keyPath), .value(expected, "equals")], at: location)
  }
}

/// A step that compares one value of a scope with what a closure makes of the value before the last event.
private final class ChangesStep<Root: ScopeProtocol, Subject: ScopeProtocol, Value>: Step<Root> {
  private let keyPath: KeyPath<Subject, Value>
  private let change: (inout Value) throws -> Void
  private let focus: Focus<Root, Subject>
  private let location: CallLocation

  init(
    _ keyPath: KeyPath<Subject, Value>,
    _ change: @escaping (inout Value) throws -> Void,
    of focus: Focus<Root, Subject>,
    _ location: CallLocation
  ) {
    self.keyPath = keyPath
    self.change = change
    self.focus = focus
    self.location = location
    super.init(.then(.changes))
  }

  /// Applies the change at once, so that a scope which it removes is not retained until the check.
  override func prepare(_ run: PathRun<Root>) {
    run.expectedValues[ObjectIdentifier(self)] = nil
    // An array traps at an index that it does not have yet.
    guard !call.leadsOutOfList(below: run.root), let subject = try? focus.find(run.root) else { return }
    var value = subject[keyPath: keyPath]
    run.expectedValues[ObjectIdentifier(self)] = Result {
      try change(&value)
      return value
    }
  }

  override func perform(_ run: PathRun<Root>) throws {
    let subject = try focus.find(run.root)
    let found = subject[keyPath: keyPath]
    if run.recordsAssertions { run.asserts(.value, at: keyPath, of: subject, found) }
    let prepared = run.expectedValues.removeValue(forKey: ObjectIdentifier(self)) as? Result<Value, any Error>
    guard let expected = try prepared?.get() else { throw FlowFailure.noValueBefore }
    let texts = (StateText(expected, objects: .withIdentity), StateText(found, objects: .withIdentity))
    let holdsScopes = texts.0.containsScope || texts.1.containsScope
    guard holdsScopes ? texts.0 != texts.1 : !ValueDiff.areEqual(expected, found) else { return }
    guard !holdsScopes || texts.0.lines != texts.1.lines else {
      throw FlowFailure.otherScopes(text: texts.1.lines)
    }
    throw FlowFailure.difference(
      of: found,
      from: expected,
      isRedacted: call.isOfRedactedValue(below: run.root)
    )
  }

  override var call: StepCall {
    focus.call(verb, [.keyPath(keyPath), .code("{ }", "changes")], at: location)
  }
}

extension FlowFailure {
  /// Returns the failure for a value that is not the expected one.
  fileprivate static func difference<Value>(of found: Value, from expected: Value, isRedacted: Bool)
    -> FlowFailure
  {
    guard !isRedacted else {
      return .valueDiffers(diff: ["- " + RedactedText.text, "+ " + RedactedText.text])
    }
    let diff = ValueDiff(expected: expected, found: found).lines
    return diff.isEmpty ? .valuesReadTheSame(text: StateText(found).lines) : .valueDiffers(diff: diff)
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
