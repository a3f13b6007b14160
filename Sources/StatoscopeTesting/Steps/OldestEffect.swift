import Statoscope

extension FlowSteps {
  /// Ends the oldest effect of the scope, of whatever type, with a value that its own maps make an event of.
  ///
  /// ```swift
  /// .WHEN_OldestEffectCompletes(with: article)
  /// ```
  /// - `value`: of the type that the effect returns, else the step fails.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Value>(
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending("WHEN_OldestEffectCompletes", .any, .completes(with: value), on: position.focus, at: site)
  }

  /// Ends the oldest effect of the scope, of whatever type, so that the scope receives an event.
  ///
  /// ```swift
  /// .WHEN_OldestEffectCompletes(with: .articleLoaded(article))
  /// ```
  /// - `when`: what the effect's maps would make of its end; they are not asked.
  @discardableResult
  public func WHEN_OldestEffectCompletes(
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending("WHEN_OldestEffectCompletes", .any, .sends(when), on: position.focus, at: site)
  }

  /// Ends the oldest effect of a child of the scope, of whatever type, so that the child receives an event.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(
      "WHEN_OldestEffectCompletes",
      .any,
      .sends(when),
      on: position.focus.child(keyPath),
      at: site
    )
  }

  /// Ends the oldest effect of a child of the scope, of whatever type, so that the child receives an event.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(
      "WHEN_OldestEffectCompletes",
      .any,
      .sends(when),
      on: position.focus.child(keyPath),
      at: site
    )
  }
}
