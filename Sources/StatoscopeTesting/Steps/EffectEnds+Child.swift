import Statoscope

extension FlowSteps {
  /// Ends the oldest effect of a type in a child of the scope with a value.
  @discardableResult
  public func WHEN_EffectCompletes<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child>,
    _ effect: E.Type,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.ofType(effect), .completes(with: value), on: position.focus.child(keyPath), at: site) {
      "WHEN_EffectCompletes(\(typeName(effect)).self)"
    }
  }

  /// Ends the oldest effect of a type in a child of the scope with a value.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func WHEN_EffectCompletes<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ effect: E.Type,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.ofType(effect), .completes(with: value), on: position.focus.child(keyPath), at: site) {
      "WHEN_EffectCompletes(\(typeName(effect)).self)"
    }
  }

  /// Ends the oldest effect of a type in a child of the scope with an error.
  @discardableResult
  public func WHEN_EffectFails<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child>,
    _ effect: E.Type,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(
      .ofType(effect),
      .fails(with: error),
      on: position.focus.child(keyPath),
      at: site
    ) { "WHEN_EffectFails(\(typeName(effect)).self)" }
  }

  /// Ends the oldest effect of a type in a child of the scope with an error.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func WHEN_EffectFails<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ effect: E.Type,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(
      .ofType(effect),
      .fails(with: error),
      on: position.focus.child(keyPath),
      at: site
    ) { "WHEN_EffectFails(\(typeName(effect)).self)" }
  }

  /// Lets the oldest stream of a type in a child of the scope yield an element.
  @discardableResult
  public func WHEN_StreamYields<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Child>,
    _ effect: E.Type,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.ofType(effect), .yields(element), on: position.focus.child(keyPath), at: site) {
      "WHEN_StreamYields(\(typeName(effect)).self)"
    }
  }

  /// Lets the oldest stream of a type in a child of the scope yield an element.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func WHEN_StreamYields<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ effect: E.Type,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.ofType(effect), .yields(element), on: position.focus.child(keyPath), at: site) {
      "WHEN_StreamYields(\(typeName(effect)).self)"
    }
  }
}
