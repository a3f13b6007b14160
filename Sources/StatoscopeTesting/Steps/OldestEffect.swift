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
    return endingOldest(.value(value), on: position.focus, at: site, verb: "WHEN")
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
    return endingOldest(.event(when), on: position.focus, at: site, verb: "WHEN")
  }

  /// Ends the oldest effect of a child of the scope, of whatever type, with a value that its own maps make an event of.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Child: ScopeProtocol, Value>(
    _ keyPath: KeyPath<Subject, Child>,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return endingOldest(.value(value), on: position.focus.child(keyPath), at: site, verb: "WHEN")
  }

  /// Ends the oldest effect of a child of the scope, of whatever type, with a value that its own maps make an event of.
  ///
  /// With no child there, the step fails and the path goes on.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Child: ScopeProtocol, Value>(
    _ keyPath: KeyPath<Subject, Child?>,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return endingOldest(.value(value), on: position.focus.child(keyPath), at: site, verb: "WHEN")
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
    return endingOldest(.event(when), on: position.focus.child(keyPath), at: site, verb: "WHEN")
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
    return endingOldest(.event(when), on: position.focus.child(keyPath), at: site, verb: "WHEN")
  }
}

/// What the oldest effect is ended with: a value for its maps, or the event itself.
enum OldestEffectEnd<When: Sendable> {
  case value(Any)
  case event(When)
}

extension FlowSteps {
  func endingOldest<Target: ScopeProtocol>(
    _ end: OldestEffectEnd<Target.When>,
    on target: Focus<Root, Target>,
    at site: CallSite,
    verb: String
  ) -> Self {
    event(site, { "\(verb)_OldestEffectCompletes(with:)" }, on: target) { scope, run in
      guard let effect = scope.effectNotes.first(where: \.hasStarted) else {
        throw FlowFailure.noEffectToEnd
      }
      if case .value(let value) = end { try refuseOther(value, for: effect.pristine) }
      run.namesEffect(effect.generation, of: scope)
      do {
        switch end {
        case .value(let value):
          try scope.endEffect(effect.generation, ofPristine: .success(value)) { run.eventBegins() }
        case .event(let when):
          try scope.endEffect(effect.generation, sending: when) { run.eventBegins() }
        }
      } catch {
        throw FlowFailure.effectEndThrew(effect: EffectText(effect.pristine).text, error: "\(error)")
      }
    }
  }
}

/// Fails for a value that an effect cannot return.
private func refuseOther<E: Effect>(_ value: Any, for effect: E) throws {
  guard !(value is E.ResultType) else { return }
  throw FlowFailure.effectReturnsOther(
    effect: EffectText(effect).text,
    value: "\(value)",
    type: typeName(E.ResultType.self)
  )
}
