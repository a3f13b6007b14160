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
    sending(.event(.when), when, at(fileID, filePath, line, column))
  }

  /// Sends an event to a child of the scope; its update must not throw.
  ///
  /// ```swift
  /// .WHEN(\.list?.form, .userTyped("hello"))
  /// ```
  /// If the child is missing, the step fails and the path continues.
  @discardableResult
  public func WHEN<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    _ when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(.event(.when), when, at(keyPath, fileID, filePath, line, column))
  }

  /// Sends an event to the scope in a case of a `ScopeEnum`; its update must not throw.
  ///
  /// ```swift
  /// .WHEN(\.screen, as: Form.self, .userTyped("hello"))
  /// ```
  /// If another case is current, or none, the step fails, names that case, and the path continues.
  @discardableResult
  public func WHEN<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(.event(.when), when, at(keyPath, as: type, fileID, filePath, line, column))
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
    sending(.and, when, at(fileID, filePath, line, column))
  }

  /// Sends one more event to a child of the scope, like `WHEN`.
  @discardableResult
  public func AND<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    _ when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(.and, when, at(keyPath, fileID, filePath, line, column))
  }

  /// Sends one more event to the scope in a case of a `ScopeEnum`, like `WHEN`.
  @discardableResult
  public func AND<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(.and, when, at(keyPath, as: type, fileID, filePath, line, column))
  }

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
    sending(.event(.throwing), when, at(fileID, filePath, line, column), error)
  }

  /// Sends an event to a child of the scope, whose update must throw.
  @discardableResult
  public func WHEN_Throws<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    _ when: Target.When,
    error: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(.event(.throwing), when, at(keyPath, fileID, filePath, line, column), error)
  }

  /// Sends an event to the scope in a case of a `ScopeEnum`, whose update must throw.
  @discardableResult
  public func WHEN_Throws<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    error: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(.event(.throwing), when, at(keyPath, as: type, fileID, filePath, line, column), error)
  }

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
    try fork(SendStep(.event(.fork), when, to: at(fileID, filePath, line, column)), branch)
  }

  /// Adds another path from here, which begins with an event of a child.
  @discardableResult
  public func FORK<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    _ when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(SendStep(.event(.fork), when, to: at(keyPath, fileID, filePath, line, column)), branch)
  }

  /// Adds another path from here, which begins with an event of the scope in a case of a `ScopeEnum`.
  @discardableResult
  public func FORK<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(SendStep(.event(.fork), when, to: at(keyPath, as: type, fileID, filePath, line, column)), branch)
  }
}

extension FlowSteps {
  private func sending<When>(
    _ verb: Verb,
    _ when: When,
    _ target: StepTarget<Root, When>,
    _ error: (any Error)? = nil
  ) -> Self {
    add(SendStep(verb, when, error, to: target))
  }

  /// Adds a step that sends an event whose update must throw.
  package func throwing<When>(_ when: When, at target: StepTarget<Root, When>) -> Self {
    sending(.event(.throwing), when, target)
  }
}

/// A step that sends an event to a scope.
final class SendStep<Root: ScopeProtocol, When: Sendable>: Step<Root> {
  private let when: When
  /// The error that the update must throw; nil for any, if the verb requires one.
  private let expected: (any Error)?
  private let target: StepTarget<Root, When>

  init(_ verb: Verb, _ when: When, _ expected: (any Error)? = nil, to target: StepTarget<Root, When>) {
    self.when = when
    self.expected = expected
    self.target = target
    super.init(verb)
  }

  override func perform(_ run: PathRun<Root>) throws {
    let scope = try target.find(run.root)
    run.willSend(to: scope)
    // Effects of a plan never start, so no actor need be named.
    do { try scope.trySend(when, isolation: nil) } catch { return try check(error) }
    if verb.mustThrow { throw FlowFailure.eventDidNotThrow(event: EventText(when).text) }
  }

  /// Throws a failure unless the update had to throw this error.
  private func check(_ error: any Error) throws {
    let event = EventText(when).text
    guard verb.mustThrow else { throw FlowFailure.eventThrew(event: event, error: "\(error)") }
    guard let expected, !ValueDiff.areEqual(expected, error) else { return }
    let diff = ValueDiff(from: SendStep.lines(expected), to: SendStep.lines(error))
    throw FlowFailure.otherErrorThrown(event: event, diff: diff.lines)
  }

  private static func lines(_ error: any Error) -> [String] {
    let description = (error as Any as? any CustomStringConvertible).map {
      PrintableText.escaped($0.description)
    }
    let lines = description.map { [$0] } ?? ValueNode(error).lines
    return lines.enumerated().map { $0 == 0 ? "\(typeName(type(of: error))): \($1)" : $1 }
  }

  override var call: StepCall {
    target.call(verb, [.value(when)] + (expected.map { [.value($0, "error")] } ?? []))
  }
}
