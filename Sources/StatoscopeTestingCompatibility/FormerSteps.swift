// Names of the first Statoscope for its users: each one names its replacement.

import Statoscope
import StatoscopeTesting

/// The former name of `TestPlan`.
@available(*, deprecated, renamed: "TestPlan")
public typealias StoreTestPlan = TestPlan

extension TestPlan {
  /// Begins a flow test with a closure that creates the scope; it is called once for the plan and once for
  /// each fork.
  @available(
    *,
    deprecated,
    renamed: "GIVEN(_:fileID:filePath:line:column:)",
    message: "Write try GIVEN { Scope() }"
  )
  public init(
    given: @escaping () throws -> Sut,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(given: given, location: CallLocation(fileID, filePath, line, column))
  }

  /// The former name of `Sut`.
  @available(*, deprecated, renamed: "Sut")
  public typealias T = Sut
}

// MARK: Effects to remove

/// The effects that a plan removes at each `WHEN` and at its end, as in the first Statoscope.
@available(*, deprecated, message: "Write configure(clearEffectsOnEveryWhenOrEnd: true), or false")
public enum ClearEffects {
  /// The effects of the whole tree.
  case all
  /// The effects of the scope that receives the event.
  case allOnCurrentScope
  /// No effects.
  case none
  /// The effects of the receiving scope that satisfy a predicate.
  case some((any Effect) -> Bool)
  /// The effects of the receiving scope, and of all scopes below it, that satisfy a predicate.
  case someInCurrentAndSubscopes((any Effect, any ScopeProtocol) -> Bool)

  fileprivate var clearing: EffectClearing? {
    switch self {
    case .all: .ofTree
    case .allOnCurrentScope: EffectClearing(range: .scope) { _, _ in true }
    case .none: nil
    case .some(let isDiscarded): EffectClearing(range: .scope) { effect, _ in isDiscarded(effect) }
    case .someInCurrentAndSubscopes(let isDiscarded):
      EffectClearing(range: .subtree) { effect, scope in
        (scope as? any ScopeProtocol).map { isDiscarded(effect, $0) } ?? false
      }
    }
  }

  fileprivate var name: String {
    switch self {
    case .all: ".all"
    case .allOnCurrentScope: ".allOnCurrentScope"
    case .none: ".none"
    case .some: ".some { }"
    case .someInCurrentAndSubscopes: ".someInCurrentAndSubscopes { }"
    }
  }
}

extension FlowSteps {
  /// Makes each `WHEN` from here on, and the end of the plan, remove effects in flight.
  ///
  /// - `clearEffectsOnEveryWhenOrEnd`: the effects.
  @available(*, deprecated, message: "Write true for .all and false for .none; end other effects by hand")
  @discardableResult
  public func configure(
    clearEffectsOnEveryWhenOrEnd: ClearEffects,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    let argument = StepCall.Argument.code(clearEffectsOnEveryWhenOrEnd.name, "clearEffectsOnEveryWhenOrEnd")
    let clearing = clearEffectsOnEveryWhenOrEnd.clearing
    return setting(argument, at: location) { $0.clearing = clearing }
  }

  /// Sends an event whose update must throw, and removes effects before it.
  ///
  /// - `clearEffects`: the effects.
  @available(
    *,
    deprecated,
    message: "Write WHEN_Throws(event), after configure(clearEffectsOnEveryWhenOrEnd: true)"
  )
  @discardableResult
  public func throwsWHEN(
    clearEffects: ClearEffects,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ when: Subject.When
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return throwsWHEN(when, clearEffects, position.focus.target(at: location))
  }

  /// Sends an event to a child of the scope whose update must throw, and removes effects before it.
  @available(
    *,
    deprecated,
    message: "Write WHEN_Throws(event), after configure(clearEffectsOnEveryWhenOrEnd: true)"
  )
  @discardableResult
  public func throwsWHEN<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    clearEffects: ClearEffects,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ when: Target.When
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return throwsWHEN(when, clearEffects, position.focus.target(keyPath, at: location))
  }

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
    let location = CallLocation(fileID, filePath, line, column)
    return throwsWHEN(when, nil, position.focus.target(at: location))
  }

  /// The former name of `WHEN_Throws` with a child.
  @available(*, deprecated, renamed: "WHEN_Throws(_:_:error:fileID:filePath:line:column:)")
  @discardableResult
  public func throwsWHEN<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    _ when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return throwsWHEN(when, nil, position.focus.target(keyPath, at: location))
  }

  /// - Parameter clearEffects: the argument; nil if the call has none.
  @available(*, deprecated)
  private func throwsWHEN<When>(
    _ when: When,
    _ clearEffects: ClearEffects?,
    _ target: StepTarget<Root, When>
  ) -> Self {
    let plan = throwing(when, at: target)
    if let clearEffects, let step = position.path.steps.last {
      FormerDifferences.of(position.path.plan).clear(clearEffects.clearing, before: step)
    }
    return plan
  }
}

// MARK: Checks in closures

extension FlowSteps {
  /// Checks a child of the scope in a closure.
  ///
  /// - `checker`: performs the checks; throwing fails the step.
  @available(*, deprecated, renamed: "THEN(_:fileID:filePath:line:column:_:)")
  @_disfavoredOverload
  @discardableResult
  public func THEN<Value>(
    _ keyPath: KeyPath<Subject, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    checker: @escaping (_ value: Value) throws -> Void
  ) throws -> Self {
    try THEN(keyPath, fileID: fileID, filePath: filePath, line: line, column: column, checker)
  }

  /// Checks a child of the scope in a closure; if the child is missing, the step fails.
  ///
  /// - `checker`: performs the checks; throwing fails the step.
  @available(*, deprecated, message: "Write .WITH(keyPath).THEN { child in … }.POP()")
  @_disfavoredOverload
  @discardableResult
  public func THEN<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    checker: @escaping (_ child: Child) throws -> Void
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    let call = position.focus.call(.then(.state), [.keyPath(keyPath)], at: location)
    return check(call) { subject, run in
      guard let child = run.readForClosure(keyPath, of: subject) else {
        throw FlowFailure.missingChild(scope: typeName(type(of: subject)), child: typeName(Child.self))
      }
      try checker(child)
    }
  }
}

// MARK: Effects

extension FlowSteps {
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

  /// The former name of `THEN_EnqueuedEffect` with one parameter of an effect.
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

  /// The former name of `THEN_EnqueuedEffect` with one parameter of an effect.
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
    try THEN_NoEnqueuedEffect(
      effect,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// The former name of `THEN_NoEnqueuedEffect` with a child.
  @available(*, deprecated, renamed: "THEN_NoEnqueuedEffect(_:_:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_NoEnquedEffect<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_NoEnqueuedEffect(
      keyPath,
      effect,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// The former name of `THEN_Enqueued`.
  @available(*, deprecated, renamed: "THEN_Enqueued(_:effect:fileID:filePath:line:column:)")
  @discardableResult
  public func THEN_Enqued<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    try THEN_Enqueued(
      keyPath,
      effect: effect,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
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
    try WHEN_OldestEffectCompletes(
      with: when,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
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
  let location = CallLocation(fileID, file, line, column)
  asserting("XCTAssertEffectsInclude", message(), at: location) {
    let (scope, effect) = (try scope(), try effect())
    let inFlight = scope?.effects ?? []
    guard !inFlight.contains(where: { $0.pristineEquals(effect) }) else { return nil }
    return .effectNotFound(
      wanted: "equal to \(effect)",
      diff: [],
      inFlight: inFlight.map { "\($0)" },
      elsewhere: []
    )
  }
}

/// Checks that two values are equal; a failure shows the difference.
///
/// - Throws: the error of one of the expressions.
@available(
  *,
  deprecated,
  renamed: "XCTAssertEqual(_:_:_:file:line:)",
  message: "Write XCTAssertEqual, or THEN(keyPath, equals:) in a plan"
)
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
  let location = CallLocation(fileID, file, line, column)
  asserting("XCTAssertEqualDiff", message(), at: location) {
    guard found != expected else { return nil }
    let diff = ValueDiff(expected: expected, found: found).lines
    return diff.isEmpty ? .valuesReadTheSame(text: ValueNode(found).lines) : .valueDiffers(diff: diff)
  }
}

/// Reports the failure that a check returns, or the error that it throws.
private func asserting(
  _ name: String,
  _ message: String,
  at location: CallLocation,
  _ check: () throws -> FlowFailure?
) {
  let failure: FlowFailure?
  do { failure = try check() } catch { failure = .checkThrew(error: "\(error)") }
  guard let failure else { return }
  FailureReporter.current.report("\(name): \(failure)" + (message.isEmpty ? "" : "\n\(message)"), location)
}
