import Statoscope

extension FlowSteps {
  /// Another way from here, which begins with the end of the oldest effect of a type.
  @discardableResult
  public func FORK_EffectCompletes<E: Effect>(
    _ effect: E.Type,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus
    let words = { "FORK_EffectCompletes(\(typeName(effect)).self)" }
    return try fork(
      site,
      words,
      { $0.ending(.ofType(effect), .completes(with: value), on: target, at: site, words) },
      branch
    )
  }

  /// Another way from here, which begins with the end of the oldest effect that is equal to this one.
  @discardableResult
  public func FORK_EffectCompletes<E: Effect & Equatable>(
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus
    let words = { "FORK_EffectCompletes(\(effect))" }
    return try fork(
      site,
      words,
      { $0.ending(.equal(to: effect), .completes(with: value), on: target, at: site, words) },
      branch
    )
  }

  /// Another way from here, which begins with the failure of the oldest effect of a type.
  @discardableResult
  public func FORK_EffectFails<E: Effect>(
    _ effect: E.Type,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus
    let words = { "FORK_EffectFails(\(typeName(effect)).self)" }
    return try fork(
      site,
      words,
      { $0.ending(.ofType(effect), .fails(with: error), on: target, at: site, words) },
      branch
    )
  }

  /// Another way from here, which begins with the failure of the oldest effect that is equal to this one.
  @discardableResult
  public func FORK_EffectFails<E: Effect & Equatable>(
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus
    let words = { "FORK_EffectFails(\(effect))" }
    return try fork(
      site,
      words,
      { $0.ending(.equal(to: effect), .fails(with: error), on: target, at: site, words) },
      branch
    )
  }
}
