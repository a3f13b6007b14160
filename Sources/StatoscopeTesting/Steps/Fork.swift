import Statoscope

extension FlowSteps {
  /// Another way from here, which begins with an event; the plan itself goes on as if it had not been taken.
  ///
  /// Forks nest. Each runs on a fresh scope that went the same way up to here.
  /// - Parameters:
  ///   - when: the event that the fork begins with.
  ///   - branch: writes down the fork's further steps.
  @discardableResult
  public func FORK(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try fork(site, { "FORK(.\(when))" }, { $0.sending("FORK", when, at: site) }, branch)
  }

  /// Another way from here, which begins with an event of a child.
  @discardableResult
  public func FORK<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(
      when,
      of: position.focus.child(keyPath),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      branch
    )
  }

  /// Another way from here, which begins with an event of a child.
  @discardableResult
  public func FORK<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(
      when,
      of: position.focus.child(keyPath),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      branch
    )
  }

  /// Another way from here, which begins with the end of an effect.
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
    let words = { "FORK_EffectCompletes(\(typeName(effect)).self)" }
    return try fork(site, words, { $0.ending(effect, .success(value), at: site, words) }, branch)
  }

  /// Another way from here, which begins with the failure of an effect.
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
    let words = { "FORK_EffectFails(\(typeName(effect)).self)" }
    return try fork(site, words, { $0.ending(effect, .failure(error), at: site, words) }, branch)
  }

  private func fork<Child: ScopeProtocol>(
    _ when: Child.When,
    of child: Focus<Root, Child>,
    at site: CallSite,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let words = { "FORK(\\\(typeName(Subject.self)), .\(when))" }
    return try fork(site, words, { $0.sending("FORK", when, to: child, at: site) }, branch)
  }
}
