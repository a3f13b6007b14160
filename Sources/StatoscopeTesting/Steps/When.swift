import Statoscope

extension FlowSteps {
  /// Sends an event to the scope; its update must not throw.
  ///
  /// ```swift
  /// .WHEN(.userTappedIncrementButton)
  /// ```
  @discardableResult
  public func WHEN(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending("WHEN", when, to: focus, at: CallLocation(fileID, filePath, line, column))
  }

  /// Sends an event to a child of the scope.
  @discardableResult
  public func WHEN<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending("WHEN", when, to: focus.child(keyPath), at: CallLocation(fileID, filePath, line, column))
  }

  /// Sends an event to a child of the scope.
  ///
  /// If the child is missing, the step fails and the path continues.
  @discardableResult
  public func WHEN<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending("WHEN", when, to: focus.child(keyPath), at: CallLocation(fileID, filePath, line, column))
  }

  /// Sends one more event, like `WHEN`; the `THEN`s that follow cover both.
  @discardableResult
  public func AND(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending("AND", when, to: focus, joins: true, at: CallLocation(fileID, filePath, line, column))
  }

  /// Sends one more event to a child of the scope, like `WHEN`.
  @discardableResult
  public func AND<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(
      "AND",
      when,
      to: focus.child(keyPath),
      joins: true,
      at: CallLocation(fileID, filePath, line, column)
    )
  }

  /// Sends one more event to a child of the scope, like `WHEN`.
  ///
  /// If the child is missing, the step fails and the path continues.
  @discardableResult
  public func AND<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(
      "AND",
      when,
      to: focus.child(keyPath),
      joins: true,
      at: CallLocation(fileID, filePath, line, column)
    )
  }
}

extension FlowSteps {
  func sending<Target: ScopeProtocol>(
    _ verb: StaticString,
    _ when: Target.When,
    to target: Focus<Root, Target>,
    joins: Bool = false,
    at location: CallLocation
  ) -> Self {
    add(SendStep(verb, when, to: target, joins: joins, at: location))
  }
}
