import Statoscope

/// The part of a plan that addresses a child scope, between `WITH(\.child)` and `POP()`.
public struct WithPlan<Outer: FlowSteps, Subject: ScopeProtocol>: FlowSteps {
  /// The position of the next step; only the steps themselves use it.
  public let position: PlanPosition<Outer.Root, Subject>

  private let outer: Outer

  fileprivate init(outer: Outer, focus: Focus<Outer.Root, Subject>) {
    self.outer = outer
    position = PlanPosition(path: outer.position.path, focus: focus)
  }

  /// Returns the same plan at another position, from which a fork is made.
  public func moved(to position: PlanPosition<Outer.Root, Subject>) -> WithPlan {
    WithPlan(outer: outer.moved(to: outer.position.onPath(position.path)), focus: position.focus)
  }

  /// Makes the steps that follow address the scope that they addressed before `WITH`.
  @discardableResult
  public func POP() throws -> Outer {
    outer
  }
}

extension FlowSteps {
  /// Makes the steps up to `POP()` address a child of the scope.
  @discardableResult
  public func WITH<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> WithPlan<Self, Child> {
    let target = at(keyPath, fileID, filePath, line, column)
    return entering(target, focus.path(to: keyPath, at: target.location))
  }

  /// Makes the steps up to `POP()` address a child of the scope; if the child is missing, they fail.
  @discardableResult
  public func WITH<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> WithPlan<Self, Child> {
    let target = at(keyPath, fileID, filePath, line, column)
    return entering(target, focus.path(to: keyPath, at: target.location))
  }

  /// Makes the steps up to `POP()` address the scope in a case of a `ScopeEnum`; if another case is current, they
  /// fail and name that case.
  ///
  /// ```swift
  /// .WITH(\.screen, as: Form.self)
  /// ```
  @discardableResult
  public func WITH<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> WithPlan<Self, Child> {
    let target = at(keyPath, as: type, fileID, filePath, line, column)
    return entering(target, focus.path(to: keyPath, as: type, at: target.location))
  }

  private func entering<Child: ScopeProtocol>(
    _ target: StepTarget<Root, Child.When>,
    _ find: @escaping (Root) throws -> Child
  ) -> WithPlan<Self, Child> {
    WithPlan(outer: self, focus: Focus(within: target.within + [target.call(.with)], find: find))
  }
}
