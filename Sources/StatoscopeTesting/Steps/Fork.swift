import Statoscope

extension FlowSteps {
  /// Adds another path from here, which begins with an event; the plan itself continues as if it had not been
  /// taken.
  ///
  /// Forks nest. Each runs on a fresh scope that took the same steps up to here, with the same settings and
  /// invariants.
  /// - `when`: the event that the fork begins with.
  /// - `branch`: adds the further steps of the fork.
  @discardableResult
  public func FORK(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try forking(when, to: focus, at: CallLocation(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with an event of a child.
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
    try forking(when, to: focus.child(keyPath), at: CallLocation(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with an event of a child.
  ///
  /// If the child is missing, the step fails and the path continues.
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
    try forking(when, to: focus.child(keyPath), at: CallLocation(fileID, filePath, line, column), branch)
  }
}

extension FlowSteps {
  func forking<Target: ScopeProtocol>(
    _ when: Target.When,
    to target: Focus<Root, Target>,
    at location: CallLocation,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(SendStep("FORK", when, to: target, at: location), branch)
  }
}
