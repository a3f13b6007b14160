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
    let location = CallLocation(fileID, filePath, line, column)
    return enqueued("THEN_EnqueuedEffect", .equal(to: effect), on: focus, at: location)
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
    let location = CallLocation(fileID, filePath, line, column)
    return enqueued("THEN_EnqueuedEffect", .with(parameter, expected), on: focus, at: location)
  }

  /// Checks that an effect equal to this one is in flight in a child of the scope, and leaves it in flight.
  @discardableResult
  public func THEN_Enqueued<Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Child>,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return enqueued("THEN_Enqueued", .equal(to: effect, "effect"), on: focus.child(keyPath), at: location)
  }

  /// Checks that an effect equal to this one is in flight in a child of the scope, and leaves it in flight.
  ///
  /// If the child is missing, the step fails and the path continues.
  @discardableResult
  public func THEN_Enqueued<Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Child?>,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return enqueued("THEN_Enqueued", .equal(to: effect, "effect"), on: focus.child(keyPath), at: location)
  }

  /// Checks that no effect of a type is in flight in the scope.
  @discardableResult
  public func THEN_NoEnqueuedEffect<E: Effect>(
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return notEnqueued("THEN_NoEnqueuedEffect", .ofType(effect), on: focus, at: location)
  }

  /// Checks that no effect of a type is in flight in a child of the scope.
  @discardableResult
  public func THEN_NoEnqueuedEffect<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child>,
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return notEnqueued("THEN_NoEnqueuedEffect", .ofType(effect), on: focus.child(keyPath), at: location)
  }

  /// Checks that no effect of a type is in flight in a child of the scope.
  ///
  /// If the child is missing, the step fails and the path continues.
  @discardableResult
  public func THEN_NoEnqueuedEffect<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return notEnqueued("THEN_NoEnqueuedEffect", .ofType(effect), on: focus.child(keyPath), at: location)
  }

  /// Checks that no effect is in flight in the scope; its children may have some.
  @discardableResult
  public func THEN_NoEffects(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    notEnqueued("THEN_NoEffects", .any, on: focus, at: CallLocation(fileID, filePath, line, column))
  }

  /// Checks that no effect is in flight in a child of the scope.
  @discardableResult
  public func THEN_NoEffects<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return notEnqueued("THEN_NoEffects", .any, on: focus.child(keyPath), at: location)
  }

  /// Checks that no effect is in flight in a child of the scope.
  ///
  /// If the child is missing, the step fails and the path continues.
  @discardableResult
  public func THEN_NoEffects<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return notEnqueued("THEN_NoEffects", .any, on: focus.child(keyPath), at: location)
  }
}

extension FlowSteps {
  func enqueued<Target: ScopeProtocol>(
    _ verb: String,
    _ wanted: EffectMatch,
    on target: Focus<Root, Target>,
    at location: CallLocation
  ) -> Self {
    check(target.call(verb, wanted.arguments, at: location), on: target) { scope, run in
      let inFlight = scope.pendingEffects
      let found = inFlight.filter { wanted.matches($0.pristine) }
      for effect in found { run.namesEffect(effect.generation, of: scope) }
      if found.isEmpty { throw wanted.failure(inFlight: inFlight) }
    }
  }

  private func notEnqueued<Target: ScopeProtocol>(
    _ verb: String,
    _ unwanted: EffectMatch,
    on target: Focus<Root, Target>,
    at location: CallLocation
  ) -> Self {
    check(target.call(verb, unwanted.arguments, at: location), on: target) { scope, _ in
      let inFlight = scope.pendingEffects
      guard inFlight.contains(where: { unwanted.matches($0.pristine) }) else { return }
      throw unwanted.failure(found: inFlight)
    }
  }
}
