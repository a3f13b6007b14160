import Statoscope

extension FlowSteps {
  /// Sends an event to the scope; its update must not throw.
  @discardableResult
  public func WHEN(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending("WHEN", when, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
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
    sending(
      "WHEN",
      when,
      to: position.focus.child(keyPath),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Sends an event to a child of the scope; with no child there, the step fails.
  @discardableResult
  public func WHEN<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(
      "WHEN",
      when,
      to: position.focus.child(keyPath),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Sends one more event to the scope, as `WHEN` does.
  @discardableResult
  public func AND(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending("AND", when, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends one more event to a child of the scope, as `WHEN` does.
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
      to: position.focus.child(keyPath),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Sends one more event to a child of the scope, as `WHEN` does.
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
      to: position.focus.child(keyPath),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

extension FlowSteps {
  func sending(_ verb: String, _ when: Subject.When, at site: CallSite) -> Self {
    event(site, { "\(verb)(.\(when))" }, on: position.focus) { try send(when, to: $0) }
  }

  func sending<Child: ScopeProtocol>(
    _ verb: String,
    _ when: Child.When,
    to child: Focus<Root, Child>,
    at site: CallSite
  ) -> Self {
    event(site, { "\(verb)(\\\(typeName(Subject.self)), .\(when))" }, on: child) { try send(when, to: $0) }
  }
}

/// Sends an event; what the update throws becomes the failure of the step.
private func send<Target: ScopeProtocol>(_ when: Target.When, to scope: Target) throws {
  // Effects of a plan never start, so it does not matter that no actor is named.
  do { try scope.trySend(when, isolation: nil) } catch {
    throw FlowFailure.eventThrew(event: ".\(when)", error: "\(error)")
  }
}
