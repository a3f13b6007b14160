import Statoscope

extension FlowSteps {
  /// Sends an event whose update must throw.
  ///
  /// ```swift
  /// .WHEN_Throws(.userTappedPay, error: InvalidStateError())
  /// ```
  /// Changes that the update made before it threw stay; its effects do not start. The path continues.
  /// - `error`: the expected error; nil for any error. Errors that are not `Equatable` are equal if they have
  ///   the same type and the same text.
  @discardableResult
  public func WHEN_Throws(
    _ when: Subject.When,
    error: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    throwing(when, error, to: focus, at: CallLocation(fileID, filePath, line, column))
  }

  /// Sends an event to a child of the scope, whose update must throw.
  @discardableResult
  public func WHEN_Throws<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    _ when: Child.When,
    error: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    throwing(when, error, to: focus.child(keyPath), at: CallLocation(fileID, filePath, line, column))
  }

  /// Sends an event to a child of the scope, whose update must throw.
  ///
  /// If the child is missing, the step fails and the path continues.
  @discardableResult
  public func WHEN_Throws<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ when: Child.When,
    error: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    throwing(when, error, to: focus.child(keyPath), at: CallLocation(fileID, filePath, line, column))
  }
}

extension FlowSteps {
  /// - Parameter prepare: is called when the scope has been found, before its event is sent.
  package func throwing<Target: ScopeProtocol>(
    _ when: Target.When,
    _ expected: (any Error)?,
    to target: Focus<Root, Target>,
    at location: CallLocation,
    prepare: ((_ scope: Target, _ run: PathRun<Root>) -> Void)? = nil
  ) -> Self {
    var arguments: [StepCall.Argument] = [.value(when)]
    if let expected { arguments.append(.value(expected, "error")) }
    let step = event(target.call("WHEN_Throws", arguments, at: location), on: target) { scope, run in
      prepare?(scope, run)
      run.eventBegins(at: scope)
      let event = EventText(when).text
      do { try scope.trySend(when, isolation: nil) } catch {
        guard let expected, !ValueDiff.areEqual(expected, error) else { return }
        let diff = ValueDiff(from: describe(expected), to: describe(error))
        throw FlowFailure.otherErrorThrown(event: event, diff: diff.lines)
      }
      throw FlowFailure.eventDidNotThrow(event: event)
    }
    return add(step)
  }
}

private func describe(_ error: any Error) -> [String] {
  StateText(error).lines.enumerated().map { $0 == 0 ? "\(typeName(type(of: error))): \($1)" : $1 }
}
