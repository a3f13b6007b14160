import Statoscope

/// A verb that ends the oldest effect, of any type: `WHEN_OldestEffectCompletes` and `FORK_OldestEffectCompletes`.
///
/// `Branch` is the plan that the closure of a fork receives; see ``EventVerb``.
public struct OldestCompletionVerb<Plan: FlowSteps, Branch>: EffectVerb {
  let plan: Plan
  let role: Verb.Role
}

/// A verb that ends the oldest effect, of any type, with an error: `WHEN_OldestEffectFails` and `FORK_OldestEffectFails`.
///
/// `Branch` is the plan that the closure of a fork receives; see ``EventVerb``.
public struct OldestFailureVerb<Plan: FlowSteps, Branch>: EffectVerb {
  let plan: Plan
  let role: Verb.Role
}

extension FlowSteps {
  /// Ends the oldest effect of the scope, of any type.
  ///
  /// ```swift
  /// .WHEN_OldestEffectCompletes(with: article)
  /// .WHEN_OldestEffectCompletes(with: .articleLoaded(article))
  /// .WHEN_OldestEffectCompletes(number: 2)
  /// ```
  public var WHEN_OldestEffectCompletes: OldestCompletionVerb<Self, Never> {
    OldestCompletionVerb(plan: self, role: .when)
  }

  /// The same as `WHEN_OldestEffectCompletes`, with an event that the scope refuses: its update must throw.
  public var WHEN_OldestEffectCompletes_Throws: OldestCompletionVerb<Self, Never> {
    OldestCompletionVerb(plan: self, role: .throwing)
  }

  /// Adds another path from here, which begins like `WHEN_OldestEffectCompletes`.
  public var FORK_OldestEffectCompletes: OldestCompletionVerb<Self, Self> {
    OldestCompletionVerb(plan: self, role: .fork)
  }

  /// Ends the oldest effect of the scope, of any type, with an error that its own maps turn into an event.
  public var WHEN_OldestEffectFails: OldestFailureVerb<Self, Never> {
    OldestFailureVerb(plan: self, role: .when)
  }

  /// The same as `WHEN_OldestEffectFails`, with an event that the scope refuses: its update must throw.
  public var WHEN_OldestEffectFails_Throws: OldestFailureVerb<Self, Never> {
    OldestFailureVerb(plan: self, role: .throwing)
  }

  /// Adds another path from here, which begins like `WHEN_OldestEffectFails`.
  public var FORK_OldestEffectFails: OldestFailureVerb<Self, Self> {
    OldestFailureVerb(plan: self, role: .fork)
  }
}

extension OldestCompletionVerb {
  /// Ends it with a value of its result type, which its own maps turn into an event; any other value fails the step.
  ///
  /// - `number`: the position among the effects that have started, the oldest being number one.
  @discardableResult
  public func callAsFunction<Value>(
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestCompletes(number, value), plan.at(fileID, filePath, line, column), branch)
  }

  /// Ends that of a child with a value.
  @discardableResult
  public func callAsFunction<Target: EventTarget, Value>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestCompletes(number, value), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Ends that of the scope in a case with a value.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol, Value>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(
      .oldestCompletes(number, value),
      plan.at(keyPath, as: type, fileID, filePath, line, column),
      branch
    )
  }

  /// Ends it with an event, which bypasses its maps.
  ///
  /// - `number`: the position among the effects that have started, the oldest being number one.
  @discardableResult
  public func callAsFunction(
    number: Int? = nil,
    with when: Plan.Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestSends(number, when), plan.at(fileID, filePath, line, column), branch)
  }

  /// Ends that of a child with an event.
  @discardableResult
  public func callAsFunction<Target: EventTarget>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    number: Int? = nil,
    with when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestSends(number, when), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Ends that of the scope in a case with an event.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestSends(number, when), plan.at(keyPath, as: type, fileID, filePath, line, column), branch)
  }

  /// Ends it without an event, as if its maps created none.
  ///
  /// - `number`: the position among the effects that have started, the oldest being number one.
  @discardableResult
  public func callAsFunction(
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestEnds(number), plan.at(fileID, filePath, line, column), branch)
  }

  /// Ends that of a child without an event.
  @discardableResult
  public func callAsFunction<Target: EventTarget>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestEnds(number), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Ends that of the scope in a case without an event.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestEnds(number), plan.at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}

extension OldestFailureVerb {
  /// Ends it with an error.
  ///
  /// - `number`: the position among the effects that have started, the oldest being number one.
  @discardableResult
  public func callAsFunction(
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestFails(number, error), plan.at(fileID, filePath, line, column), branch)
  }

  /// Ends that of a child with an error.
  @discardableResult
  public func callAsFunction<Target: EventTarget>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestFails(number, error), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Ends that of the scope in a case with an error.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.oldestFails(number, error), plan.at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}
