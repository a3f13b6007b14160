// Names of the first Statoscope, for those who come from there: each says what took its place.

import Statoscope

/// The former name of ``TestPlan``.
@available(*, deprecated, renamed: "TestPlan")
public typealias StoreTestPlan = TestPlan

extension FlowSteps {
  /// The former name of `WHEN_Throws`.
  @available(*, deprecated, renamed: "WHEN_Throws(_:error:fileID:filePath:line:column:)")
  @discardableResult
  public func throwsWHEN(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try WHEN_Throws(when, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `WHEN_Throws`, of a child.
  @available(*, deprecated, renamed: "WHEN_Throws(_:_:error:fileID:filePath:line:column:)")
  @discardableResult
  public func throwsWHEN<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try WHEN_Throws(keyPath, when, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `WHEN_Throws`, of a child.
  @available(*, deprecated, renamed: "WHEN_Throws(_:_:error:fileID:filePath:line:column:)")
  @discardableResult
  public func throwsWHEN<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try WHEN_Throws(keyPath, when, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `THEN_EnqueuedEffect`.
  @available(*, deprecated, renamed: "THEN_EnqueuedEffect(_:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_EnquedEffect<E: Effect & Equatable>(
    _ effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_EnqueuedEffect(effect, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `THEN_EnqueuedEffect`, of one parameter of an effect.
  @available(*, deprecated, renamed: "THEN_EnqueuedEffect(parameter:equals:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_EnquedEffect<E: Effect, Value: Equatable>(
    parameter: KeyPath<E, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_EnqueuedEffect(
      parameter: parameter,
      equals: expected,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// The former name of `THEN_EnqueuedEffect`, of one parameter of an effect.
  @available(*, deprecated, renamed: "THEN_EnqueuedEffect(parameter:equals:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_EnquedEffect<E: Effect, Value: Equatable>(
    _ parameter: KeyPath<E, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_EnqueuedEffect(
      parameter: parameter,
      equals: expected,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// The former name of `THEN_NoEnqueuedEffect`.
  @available(*, deprecated, renamed: "THEN_NoEnqueuedEffect(_:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_NoEnquedEffect<E: Effect>(
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_NoEnqueuedEffect(effect, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `THEN_NoEnqueuedEffect`, of a child.
  @available(*, deprecated, renamed: "THEN_NoEnqueuedEffect(_:_:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_NoEnquedEffect<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child>,
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_NoEnqueuedEffect(keyPath, effect, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `THEN_NoEnqueuedEffect`, of a child.
  @available(*, deprecated, renamed: "THEN_NoEnqueuedEffect(_:_:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_NoEnquedEffect<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_NoEnqueuedEffect(keyPath, effect, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `THEN_Enqueued`.
  @available(*, deprecated, renamed: "THEN_Enqueued(_:effect:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_Enqued<Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Child>,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_Enqueued(keyPath, effect: effect, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `THEN_Enqueued`.
  @available(*, deprecated, renamed: "THEN_Enqueued(_:effect:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_Enqued<Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Child?>,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_Enqueued(keyPath, effect: effect, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `WHEN_OldestEffectCompletes`.
  @available(*, deprecated, renamed: "WHEN_OldestEffectCompletes(with:fileID:filePath:line:column:)")
  @discardableResult
  public func WHEN_OlderEffectCompletes(
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try WHEN_OldestEffectCompletes(with: when, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The former name of `FORK_OldestEffectCompletes`.
  @available(*, deprecated, renamed: "FORK_OldestEffectCompletes(with:fileID:filePath:line:column:_:)")
  @discardableResult
  public func FORK_OlderEffectCompletes(
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try FORK_OldestEffectCompletes(
      with: when,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      branch
    )
  }
}

/// Checks that an effect equal to this one is in flight in a scope.
@available(*, deprecated, message: "Use THEN_EnqueuedEffect, or look at scope.effects")
public func XCTAssertEffectsInclude<Target: ScopeProtocol, E: Effect & Equatable>(
  _ scope: @autoclosure () throws -> Target?,
  _ effect: @autoclosure () throws -> E,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID: fileID, filePath: file, line: line, column: column)
  asserting("XCTAssertEffectsInclude", message(), at: site) {
    let (scope, effect) = (try scope(), try effect())
    let inFlight = scope?.effects ?? []
    guard !inFlight.contains(where: { $0.pristineEquals(effect) }) else { return nil }
    return .effectNotFound(wanted: "equal to \(effect)", diff: [], inFlight: inFlight.map { "\($0)" })
  }
}

/// Checks that two values are equal; when they are not, the failure shows how they differ.
///
/// - Throws: what one of the expressions throws.
@available(*, deprecated, message: "Use THEN(keyPath, equals:)")
public func XCTAssertEqualDiff<Value: Equatable>(
  _ found: @autoclosure () throws -> Value,
  _ expected: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws {
  let (found, expected) = (try found(), try expected())
  let site = CallSite(fileID: fileID, filePath: file, line: line, column: column)
  asserting("XCTAssertEqualDiff", message(), at: site) {
    guard found != expected else { return nil }
    let diff = ValueDiff(expected: expected, found: found).lines
    return diff.isEmpty ? .valuesReadTheSame(text: StateText(found).lines) : .valueDiffers(diff: diff)
  }
}

/// Reports what a check finds; what it throws is a failure too.
private func asserting(
  _ name: String,
  _ message: String,
  at site: CallSite,
  _ check: () throws -> FlowFailure?
) {
  let failure: FlowFailure?
  do { failure = try check() } catch { failure = .checkThrew(error: "\(error)") }
  guard let failure else { return }
  FailureReporter.current.report("\(name): \(failure)" + (message.isEmpty ? "" : "\n\(message)"), site)
}
