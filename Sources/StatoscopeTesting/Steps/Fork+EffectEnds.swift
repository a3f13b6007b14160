import Statoscope

extension FlowSteps {
  /// Another path from here, which begins with the end of the oldest effect of a type.
  ///
  /// - `branch`: writes down the further steps of the fork.
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
    return try forking("FORK_EffectCompletes", .ofType(effect), .completes(with: value), at: site, branch)
  }

  /// Another path from here, which begins with the end of the oldest effect that is equal to this one.
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
    return try forking("FORK_EffectCompletes", .equal(to: effect), .completes(with: value), at: site, branch)
  }

  /// Another path from here, which begins with the failure of the oldest effect of a type.
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
    return try forking("FORK_EffectFails", .ofType(effect), .fails(with: error), at: site, branch)
  }

  /// Another path from here, which begins with the failure of the oldest effect that is equal to this one.
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
    return try forking("FORK_EffectFails", .equal(to: effect), .fails(with: error), at: site, branch)
  }

  /// Another path from here, which begins with the end of the scope's oldest effect, of whatever type.
  ///
  /// - `value`: of the type that the effect returns; its own maps make the event of it.
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
    return try forking("FORK_OldestEffectCompletes", .any, .completes(with: value), at: site, branch)
  }

  /// Another path from here, which begins with the end of the scope's oldest effect, and this event.
  ///
  /// - `when`: what the effect's maps would make of its end; they are not asked.
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
    return try forking("FORK_OldestEffectCompletes", .any, .sends(when), at: site, branch)
  }
}

extension FlowSteps {
  private func forking(
    _ verb: String,
    _ wanted: EffectMatch,
    _ outcome: EffectOutcome<Subject.When>,
    at site: CallSite,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let call = outcome.call(verb, wanted, on: position.focus, at: site)
    return try fork(call, { $0.ending(call, wanted, outcome, on: position.focus) }, branch)
  }
}
