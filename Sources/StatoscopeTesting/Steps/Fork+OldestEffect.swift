import Statoscope

extension FlowSteps {
  /// Another way from here, which begins with the end of the scope's oldest effect, of whatever type.
  ///
  /// - `value`: of the type that the effect returns; its own maps make the event of it.
  /// - `branch`: writes down the fork's further steps.
  @discardableResult
  public func FORK_OldestEffectCompletes<Value>(
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus
    return try fork(
      site,
      { "FORK_OldestEffectCompletes(with:)" },
      {
        $0.ending(.any, .completes(with: value), on: target, at: site) { "FORK_OldestEffectCompletes(with:)" }
      },
      branch
    )
  }

  /// Another way from here, which begins with the end of the scope's oldest effect, and this event.
  ///
  /// - `when`: what the effect's maps would make of its end; they are not asked.
  /// - `branch`: writes down the fork's further steps.
  @discardableResult
  public func FORK_OldestEffectCompletes(
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus
    return try fork(
      site,
      { "FORK_OldestEffectCompletes(with:)" },
      { $0.ending(.any, .sends(when), on: target, at: site) { "FORK_OldestEffectCompletes(with:)" } },
      branch
    )
  }

  /// Another way from here, which begins with the end of a child's oldest effect, of whatever type.
  @discardableResult
  public func FORK_OldestEffectCompletes<Child: ScopeProtocol, Value>(
    _ keyPath: KeyPath<Subject, Child>,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus.child(keyPath)
    return try fork(
      site,
      { "FORK_OldestEffectCompletes(with:)" },
      {
        $0.ending(.any, .completes(with: value), on: target, at: site) { "FORK_OldestEffectCompletes(with:)" }
      },
      branch
    )
  }

  /// Another way from here, which begins with the end of a child's oldest effect, of whatever type.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func FORK_OldestEffectCompletes<Child: ScopeProtocol, Value>(
    _ keyPath: KeyPath<Subject, Child?>,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus.child(keyPath)
    return try fork(
      site,
      { "FORK_OldestEffectCompletes(with:)" },
      {
        $0.ending(.any, .completes(with: value), on: target, at: site) { "FORK_OldestEffectCompletes(with:)" }
      },
      branch
    )
  }

  /// Another way from here, which begins with the end of a child's oldest effect, and this event of the child.
  @discardableResult
  public func FORK_OldestEffectCompletes<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus.child(keyPath)
    return try fork(
      site,
      { "FORK_OldestEffectCompletes(with:)" },
      { $0.ending(.any, .sends(when), on: target, at: site) { "FORK_OldestEffectCompletes(with:)" } },
      branch
    )
  }

  /// Another way from here, which begins with the end of a child's oldest effect, and this event of the child.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func FORK_OldestEffectCompletes<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = position.focus.child(keyPath)
    return try fork(
      site,
      { "FORK_OldestEffectCompletes(with:)" },
      { $0.ending(.any, .sends(when), on: target, at: site) { "FORK_OldestEffectCompletes(with:)" } },
      branch
    )
  }
}
