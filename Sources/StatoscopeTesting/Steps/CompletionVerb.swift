import Statoscope

/// A verb that ends an effect with a value: `WHEN_EffectCompletes` and `FORK_EffectCompletes`.
///
/// `Branch` is the plan that the closure of a fork receives; see ``EventVerb``.
public struct CompletionVerb<Plan: FlowSteps, Branch>: EffectVerb {
  let plan: Plan
  let role: Verb.Role
}

extension FlowSteps {
  /// Ends an effect with a value; its own maps create the event that the scope receives.
  ///
  /// ```swift
  /// .WHEN_EffectCompletes(LoadArticle.self, with: article)
  /// .WHEN_EffectCompletes(LoadPage(2), with: page)
  /// .WHEN_EffectCompletes(\.sidebar, LoadArticle.self, number: 2, with: article)
  /// ```
  public var WHEN_EffectCompletes: CompletionVerb<Self, Never> { CompletionVerb(plan: self, role: .when) }

  /// The same as `WHEN_EffectCompletes`, with an event that the scope refuses: its update must throw.
  public var WHEN_EffectCompletes_Throws: CompletionVerb<Self, Never> {
    CompletionVerb(plan: self, role: .throwing)
  }

  /// Adds another path from here, which begins like `WHEN_EffectCompletes`.
  public var FORK_EffectCompletes: CompletionVerb<Self, Self> { CompletionVerb(plan: self, role: .fork) }
}

extension CompletionVerb {
  /// Ends an effect of a type.
  ///
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func callAsFunction<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.completes(effect, number, value), plan.at(fileID, filePath, line, column), branch)
  }

  /// Ends an effect of a type in a child.
  @discardableResult
  public func callAsFunction<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.completes(effect, number, value), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Ends an effect of a type in the scope of a case.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(
      .completes(effect, number, value),
      plan.at(keyPath, as: type, fileID, filePath, line, column),
      branch
    )
  }

  /// Ends the oldest effect that is equal to this one.
  @discardableResult
  public func callAsFunction<E: Effect & Equatable>(
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.completes(effect, value), plan.at(fileID, filePath, line, column), branch)
  }

  /// Ends the oldest effect in a child that is equal to this one.
  @discardableResult
  public func callAsFunction<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.completes(effect, value), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Ends the oldest effect in the scope of a case that is equal to this one.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.completes(effect, value), plan.at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}

// MARK: Ends of streams

extension CompletionVerb {
  /// Ends a stream of a type without another element; only its `mapEnd(to:)` creates an event.
  ///
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func callAsFunction<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.ends(effect, number), plan.at(fileID, filePath, line, column), branch)
  }

  /// Ends a stream of a type in a child without another element.
  @discardableResult
  public func callAsFunction<Target: EventTarget, E: StreamEffect>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.ends(effect, number), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Ends a stream of a type in the scope of a case without another element.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.ends(effect, number), plan.at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}

// MARK: Mistakes

// Unavailable forms with which the compiler suggests the right one. An effect of your own that returns a
// `Result` is ended with one: these forms are chosen only where no other fits.

@available(
  *,
  unavailable,
  message: """
    with: takes what the effect itself returns, and its own maps make the Result: write (with: value), or \
    WHEN_EffectFails(…, with: error) and FORK_EffectFails
    """
)
extension CompletionVerb {
  /// Unavailable: an effect ends with its own result, and its maps turn that into a `Result`.
  @discardableResult
  public func callAsFunction<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with result: Result<E.ResultType, any Error>,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    preconditionFailure("unavailable")
  }

  /// Unavailable: an effect ends with its own result, and its maps turn that into a `Result`.
  @discardableResult
  public func callAsFunction<E: Effect & Equatable>(
    _ effect: E,
    with result: Result<E.ResultType, any Error>,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    preconditionFailure("unavailable")
  }

  /// Unavailable: an effect ends with its own result, and its maps turn that into a `Result`.
  @discardableResult
  public func callAsFunction<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with result: Result<E.ResultType, any Error>,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    preconditionFailure("unavailable")
  }

  /// Unavailable: an effect ends with its own result, and its maps turn that into a `Result`.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    with result: Result<E.ResultType, any Error>,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    preconditionFailure("unavailable")
  }
}
