import Statoscope

/// A verb that makes a stream yield an element: `WHEN_StreamYields` and `FORK_StreamYields`.
///
/// `Branch` is the plan that the closure of a fork receives; see ``EventVerb``.
public struct StreamVerb<Plan: FlowSteps, Branch>: EffectVerb {
  let plan: Plan
  let role: Verb.Role
}

extension FlowSteps {
  /// Makes a stream yield an element; the stream stays in flight.
  ///
  /// ```swift
  /// .WHEN_StreamYields(Ticks.self, 1)
  /// ```
  public var WHEN_StreamYields: StreamVerb<Self, Never> { StreamVerb(plan: self, role: .when) }

  /// The same as `WHEN_StreamYields`, with an event that the scope refuses: its update must throw.
  public var WHEN_StreamYields_Throws: StreamVerb<Self, Never> { StreamVerb(plan: self, role: .throwing) }

  /// Adds another path from here, which begins like `WHEN_StreamYields`.
  public var FORK_StreamYields: StreamVerb<Self, Self> { StreamVerb(plan: self, role: .fork) }
}

extension StreamVerb {
  /// Makes a stream of a type yield.
  ///
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func callAsFunction<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.yields(effect, number, element), plan.at(fileID, filePath, line, column), branch)
  }

  /// Makes a stream of a type in a child yield.
  @discardableResult
  public func callAsFunction<Target: EventTarget, E: StreamEffect>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(.yields(effect, number, element), plan.at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Makes a stream of a type in the scope of a case yield.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try add(
      .yields(effect, number, element),
      plan.at(keyPath, as: type, fileID, filePath, line, column),
      branch
    )
  }
}
