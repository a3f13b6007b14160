import Statoscope

extension FlowSteps {
  /// Ends the oldest effect of the scope, of any type, with a value that its own maps turn into an event.
  ///
  /// ```swift
  /// .WHEN_OldestEffectCompletes(with: article)
  /// ```
  /// - `value`: a value of the effect's result type; any other fails the step.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Value>(
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_OldestEffectCompletes", .any, .completes(value), at: location)
  }

  /// Ends the oldest effect of the scope, of any type, with an event that the scope receives.
  ///
  /// ```swift
  /// .WHEN_OldestEffectCompletes(with: .articleLoaded(article))
  /// ```
  /// - `when`: the event, which bypasses the effect's maps.
  @discardableResult
  public func WHEN_OldestEffectCompletes(
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending("WHEN_OldestEffectCompletes", .any, .sends(when), at: CallLocation(fileID, filePath, line, column))
  }

  /// Ends the oldest effect of a child of the scope, of any type, with an event that the child receives.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_OldestEffectCompletes", .any, .sends(when), on: focus.child(keyPath), at: location)
  }

  /// Ends the oldest effect of a child of the scope, of any type, with an event that the child receives.
  ///
  /// If the child is missing, the step fails and the path continues.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_OldestEffectCompletes", .any, .sends(when), on: focus.child(keyPath), at: location)
  }
}
