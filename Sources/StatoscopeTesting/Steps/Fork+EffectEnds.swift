import Statoscope

extension FlowSteps {
  /// Adds another path from here, which begins with the end of the oldest effect of a type.
  ///
  /// - `branch`: adds the further steps of the fork.
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
    let location = CallLocation(fileID, filePath, line, column)
    return try forking("FORK_EffectCompletes", .ofType(effect), .completes(value), at: location, branch)
  }

  /// Adds another path from here, which begins with the end of the oldest effect that is equal to this one.
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
    let location = CallLocation(fileID, filePath, line, column)
    return try forking("FORK_EffectCompletes", .equal(to: effect), .completes(value), at: location, branch)
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
    let location = CallLocation(fileID, filePath, line, column)
    return try forking("FORK_EffectFails", .ofType(effect), .fails(error), at: location, branch)
  }

  /// Adds another path from here, which begins with the failure of the oldest effect that is equal to this
  /// one.
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
    let location = CallLocation(fileID, filePath, line, column)
    return try forking("FORK_EffectFails", .equal(to: effect), .fails(error), at: location, branch)
  }

  /// Adds another path from here, which begins with the end of the scope's oldest effect, of any type.
  ///
  /// - `value`: a value of the effect's result type; its own maps turn it into an event.
  @discardableResult
  public func FORK_OldestEffectCompletes<Value>(
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return try forking("FORK_OldestEffectCompletes", .any, .completes(value), at: location, branch)
  }

  /// Adds another path from here, which begins with the end of the scope's oldest effect, and this event.
  ///
  /// - `when`: the event, which bypasses the effect's maps.
  @discardableResult
  public func FORK_OldestEffectCompletes(
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return try forking("FORK_OldestEffectCompletes", .any, .sends(when), at: location, branch)
  }
}

extension FlowSteps {
  private func forking(
    _ verb: String,
    _ wanted: EffectMatch,
    _ outcome: EffectOutcome<Subject.When>,
    at location: CallLocation,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(effectEnd(verb, wanted, outcome, on: focus, at: location), branch)
  }
}
