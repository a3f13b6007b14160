import Statoscope

/// A verb that ends an effect with an error: `WHEN_EffectFails` and `FORK_EffectFails`.
///
/// `Branch` is the plan that the closure of a fork receives; see ``EventVerb``.
public struct FailureVerb<Plan: FlowSteps, Branch>: EffectVerb {
  let plan: Plan
  let role: Verb.Role
}

extension FlowSteps {
  /// Ends an effect with an error; its own maps create the event that the scope receives.
  ///
  /// ```swift
  /// .WHEN_EffectFails(LoadArticle.self, with: Offline())
  /// ```
  public var WHEN_EffectFails: FailureVerb<Self, Never> { FailureVerb(plan: self, role: .when) }

  /// The same as `WHEN_EffectFails`, with an event that the scope refuses: its update must throw.
  public var WHEN_EffectFails_Throws: FailureVerb<Self, Never> { FailureVerb(plan: self, role: .throwing) }

  /// Adds another path from here, which begins like `WHEN_EffectFails`.
  public var FORK_EffectFails: FailureVerb<Self, Self> { FailureVerb(plan: self, role: .fork) }
}

extension FailureVerb {
  /// Ends an effect of a type.
  ///
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func callAsFunction<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.fails(effect, number, error), plan.at(fileID, filePath, line, column), branch)
  }

  /// Ends an effect of a type in a child.
  @discardableResult
  public func callAsFunction<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.fails(effect, number, error), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Ends an effect of a type in the scope of a case.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.fails(effect, number, error), plan.at(keyPath, as: type, fileID, filePath, line, column), branch)
  }

  /// Ends the oldest effect that is equal to this one.
  @discardableResult
  public func callAsFunction<E: Effect & Equatable>(
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.fails(effect, error), plan.at(fileID, filePath, line, column), branch)
  }

  /// Ends the oldest effect in a child that is equal to this one.
  @discardableResult
  public func callAsFunction<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.fails(effect, error), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Ends the oldest effect in the scope of a case that is equal to this one.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.fails(effect, error), plan.at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}
