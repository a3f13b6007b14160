import Statoscope

extension FlowSteps {
  /// Checks that an effect equal to this one is in flight, and leaves it in flight.
  ///
  /// ```swift
  /// .THEN_EnqueuedEffect(LoadArticle(id: 7))
  /// ```
  @discardableResult
  public func THEN_EnqueuedEffect<E: Effect & Equatable>(
    _ effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    including(.enqueuedEffect, .equal(to: effect), at(fileID, filePath, line, column))
  }

  /// Checks that an effect equal to this one is in flight in a child of the scope, and leaves it in flight.
  @discardableResult
  public func THEN_EnqueuedEffect<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    including(.enqueuedEffect, .equal(to: effect), at(keyPath, fileID, filePath, line, column))
  }

  /// Checks that an effect equal to this one is in flight in the scope of a case, and leaves it in flight.
  @discardableResult
  public func THEN_EnqueuedEffect<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    including(.enqueuedEffect, .equal(to: effect), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Checks that an effect with some value of a parameter is in flight, and leaves it in flight.
  ///
  /// ```swift
  /// .THEN_EnqueuedEffect(parameter: \LoadArticle.id, equals: 7)
  /// ```
  @discardableResult
  public func THEN_EnqueuedEffect<E: Effect, Value: Equatable>(
    parameter: KeyPath<E, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    including(.enqueuedEffect, .with(parameter, expected), at(fileID, filePath, line, column))
  }

  /// Checks that an effect with some value of a parameter is in flight in a child of the scope, and leaves it in flight.
  @discardableResult
  public func THEN_EnqueuedEffect<Target: EventTarget, E: Effect, Value: Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    parameter: KeyPath<E, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    including(.enqueuedEffect, .with(parameter, expected), at(keyPath, fileID, filePath, line, column))
  }

  /// Checks that an effect with some value of a parameter is in flight in the scope of a case, and leaves it in flight.
  @discardableResult
  public func THEN_EnqueuedEffect<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect, Value: Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    parameter: KeyPath<E, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let target = at(keyPath, as: type, fileID, filePath, line, column)
    return including(.enqueuedEffect, .with(parameter, expected), target)
  }

  /// Checks that an effect equal to this one is in flight, and leaves it in flight.
  @discardableResult
  public func THEN_Enqueued<E: Effect & Equatable>(
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    including(.enqueued, .equal(to: effect, "effect"), at(fileID, filePath, line, column))
  }

  /// Checks that an effect equal to this one is in flight in a child of the scope, and leaves it in flight.
  @discardableResult
  public func THEN_Enqueued<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    including(.enqueued, .equal(to: effect, "effect"), at(keyPath, fileID, filePath, line, column))
  }

  /// Checks that an effect equal to this one is in flight in the scope of a case, and leaves it in flight.
  @discardableResult
  public func THEN_Enqueued<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    including(.enqueued, .equal(to: effect, "effect"), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Checks that no effect of a type is in flight.
  @discardableResult
  public func THEN_NoEnqueuedEffect<E: Effect>(
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    excluding(.noEnqueuedEffect, .ofType(effect), at(fileID, filePath, line, column))
  }

  /// Checks that no effect of a type is in flight in a child of the scope.
  @discardableResult
  public func THEN_NoEnqueuedEffect<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    excluding(.noEnqueuedEffect, .ofType(effect), at(keyPath, fileID, filePath, line, column))
  }

  /// Checks that no effect of a type is in flight in the scope of a case.
  @discardableResult
  public func THEN_NoEnqueuedEffect<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    excluding(.noEnqueuedEffect, .ofType(effect), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Checks that no effect is in flight in the scope; its children may have some.
  @discardableResult
  public func THEN_NoEffects(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    excluding(.noEffects, .any, at(fileID, filePath, line, column))
  }

  /// Checks that no effect is in flight in a child of the scope; the child's children may have some.
  @discardableResult
  public func THEN_NoEffects<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    excluding(.noEffects, .any, at(keyPath, fileID, filePath, line, column))
  }

  /// Checks that no effect is in flight in the scope of a case; its children may have some.
  @discardableResult
  public func THEN_NoEffects<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    excluding(.noEffects, .any, at(keyPath, as: type, fileID, filePath, line, column))
  }
}

extension FlowSteps {
  /// Adds a check that an effect is in flight.
  private func including<When>(_ check: Verb.Check, _ wanted: EffectMatch, _ target: StepTarget<Root, When>)
    -> Self
  {
    add(
      ClosureStep(target.call(.then(check), wanted.arguments)) { run in
        let scope = try target.find(run.root)
        let inFlight = scope.pendingEffects
        let found = inFlight.filter { wanted.matches($0.pristine) }
        for effect in found { run.assertsEffect(effect.generation, of: scope) }
        if found.isEmpty { throw wanted.failure(of: scope) }
      }
    )
  }

  /// Adds a check that no such effect is in flight.
  private func excluding<When>(_ check: Verb.Check, _ unwanted: EffectMatch, _ target: StepTarget<Root, When>)
    -> Self
  {
    add(
      ClosureStep(target.call(.then(check), unwanted.arguments)) { run in
        let inFlight = try target.find(run.root).pendingEffects
        guard inFlight.contains(where: { unwanted.matches($0.pristine) }) else { return }
        throw unwanted.failure(found: inFlight)
      }
    )
  }
}
