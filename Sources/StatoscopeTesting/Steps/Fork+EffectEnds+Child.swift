import Statoscope

extension FlowSteps {
  /// Another way from here, which begins with the end of an effect of a child.
  @discardableResult
  public func FORK_EffectCompletes<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child>,
    _ effect: E.Type,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus.child(keyPath)
    let words = { "FORK_EffectCompletes(\(typeName(effect)).self)" }
    return try fork(
      site,
      words,
      { $0.ending(.ofType(effect), .completes(with: value), on: target, at: site, words) },
      branch
    )
  }

  /// Another way from here, which begins with the end of an effect of a child.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func FORK_EffectCompletes<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ effect: E.Type,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus.child(keyPath)
    let words = { "FORK_EffectCompletes(\(typeName(effect)).self)" }
    return try fork(
      site,
      words,
      { $0.ending(.ofType(effect), .completes(with: value), on: target, at: site, words) },
      branch
    )
  }

  /// Another way from here, which begins with the failure of an effect of a child.
  @discardableResult
  public func FORK_EffectFails<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child>,
    _ effect: E.Type,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus.child(keyPath)
    let words = { "FORK_EffectFails(\(typeName(effect)).self)" }
    return try fork(
      site,
      words,
      { $0.ending(.ofType(effect), .fails(with: error), on: target, at: site, words) },
      branch
    )
  }

  /// Another way from here, which begins with the failure of an effect of a child.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func FORK_EffectFails<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ effect: E.Type,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus.child(keyPath)
    let words = { "FORK_EffectFails(\(typeName(effect)).self)" }
    return try fork(
      site,
      words,
      { $0.ending(.ofType(effect), .fails(with: error), on: target, at: site, words) },
      branch
    )
  }
}
