import Statoscope

extension FlowSteps {
  /// Checks that an effect equal to this one is under way in a child of the scope; it stays there.
  @discardableResult
  public func THEN_Enqueued<Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Child>,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return enqueued(.equal(to: effect), on: position.focus.child(keyPath), at: site) {
      "THEN_Enqueued(effect: \(effect))"
    }
  }

  /// Checks that an effect equal to this one is under way in a child of the scope; it stays there.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func THEN_Enqueued<Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Child?>,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return enqueued(.equal(to: effect), on: position.focus.child(keyPath), at: site) {
      "THEN_Enqueued(effect: \(effect))"
    }
  }

  /// Checks that an effect is under way in a child of which one parameter has a value; it stays there.
  @discardableResult
  public func THEN_Enqueued<Child: ScopeProtocol, E: Effect, Value: Equatable>(
    _ keyPath: KeyPath<Subject, Child>,
    parameter: KeyPath<E, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return enqueued(.with(parameter, expected), on: position.focus.child(keyPath), at: site) {
      "THEN_Enqueued(parameter:equals:)"
    }
  }

  /// Checks that an effect is under way in a child of which one parameter has a value; it stays there.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func THEN_Enqueued<Child: ScopeProtocol, E: Effect, Value: Equatable>(
    _ keyPath: KeyPath<Subject, Child?>,
    parameter: KeyPath<E, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return enqueued(.with(parameter, expected), on: position.focus.child(keyPath), at: site) {
      "THEN_Enqueued(parameter:equals:)"
    }
  }

  /// Checks that no effect of a type is under way in a child of the scope.
  @discardableResult
  public func THEN_NoEnqueuedEffect<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child>,
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return notEnqueued(effect, on: position.focus.child(keyPath), at: site)
  }

  /// Checks that no effect of a type is under way in a child of the scope.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func THEN_NoEnqueuedEffect<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return notEnqueued(effect, on: position.focus.child(keyPath), at: site)
  }

  /// Checks that no effect is under way in a child of the scope.
  @discardableResult
  public func THEN_NoEffects<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return noEffects(on: position.focus.child(keyPath), at: site)
  }

  /// Checks that no effect is under way in a child of the scope.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func THEN_NoEffects<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return noEffects(on: position.focus.child(keyPath), at: site)
  }
}
