// Forks whose closures return the plan, as those of the first Statoscope did.

import Statoscope
import StatoscopeTesting

extension EventVerb where Branch == Plan {
  /// Adds another path from here, with a closure that returns the plan.
  @available(*, deprecated, message: "Return nothing from the closure of a fork")
  @_disfavoredOverload
  @discardableResult
  public func callAsFunction(
    _ when: Plan.Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Branch
  ) throws -> Plan {
    try self(when, fileID: fileID, filePath: filePath, line: line, column: column) { _ = try branch($0) }
  }

  /// Adds another path from here, which begins with an event of a child, with a closure that returns the plan.
  @available(*, deprecated, message: "Return nothing from the closure of a fork")
  @_disfavoredOverload
  @discardableResult
  public func callAsFunction<Target: EventTarget>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Branch
  ) throws -> Plan {
    try self(keyPath, when, fileID: fileID, filePath: filePath, line: line, column: column) {
      _ = try branch($0)
    }
  }
}

extension CompletionVerb where Branch == Plan {
  /// Adds another path from here, which begins with the end of an effect, with a closure that returns the plan.
  @available(*, deprecated, message: "Return nothing from the closure of a fork")
  @_disfavoredOverload
  @discardableResult
  public func callAsFunction<E: Effect>(
    _ effect: E.Type,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Branch
  ) throws -> Plan {
    try self(effect, with: value, fileID: fileID, filePath: filePath, line: line, column: column) {
      _ = try branch($0)
    }
  }
}

extension FailureVerb where Branch == Plan {
  /// Adds another path from here, which begins with the failure of an effect, with a closure that returns the plan.
  @available(*, deprecated, message: "Return nothing from the closure of a fork")
  @_disfavoredOverload
  @discardableResult
  public func callAsFunction<E: Effect>(
    _ effect: E.Type,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Branch
  ) throws -> Plan {
    try self(effect, with: error, fileID: fileID, filePath: filePath, line: line, column: column) {
      _ = try branch($0)
    }
  }
}

extension OldestCompletionVerb where Branch == Plan {
  /// Adds another path from here, which begins with the end of the oldest effect, with a closure that returns the plan.
  @available(*, deprecated, message: "Return nothing from the closure of a fork")
  @_disfavoredOverload
  @discardableResult
  public func callAsFunction(
    with when: Plan.Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Branch
  ) throws -> Plan {
    try self(with: when, fileID: fileID, filePath: filePath, line: line, column: column) {
      _ = try branch($0)
    }
  }
}

extension FlowSteps {
  /// The former name of `FORK_OldestEffectCompletes`, with a closure that returns the plan.
  @available(*, deprecated, renamed: "FORK_OldestEffectCompletes(with:fileID:filePath:line:column:_:)")
  @_disfavoredOverload
  @discardableResult
  public func FORK_OlderEffectCompletes(
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Self
  ) throws -> Self {
    try FORK_OldestEffectCompletes(
      with: when,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    ) { _ = try branch($0) }
  }
}
