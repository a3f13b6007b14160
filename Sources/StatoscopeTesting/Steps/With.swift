import Statoscope

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
    entering(focus.child(keyPath), at: CallLocation(fileID, filePath, line, column))
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
    entering(focus.child(keyPath), at: CallLocation(fileID, filePath, line, column))
  }
}

extension FlowSteps {
  func entering<Child: ScopeProtocol>(_ child: Focus<Root, Child>, at location: CallLocation) -> WithPlan<
    Self, Child
  > {
    WithPlan(outer: self, focus: child.entered(by: child.call("WITH", at: location)))
  }
}

/// The part of a plan that addresses a child scope, between `WITH(\.child)` and `POP()`.
public struct WithPlan<Outer: FlowSteps, Subject: ScopeProtocol>: FlowSteps {
  /// The position of the next step; only the steps themselves use it.
  public let position: PlanPosition<Outer.Root, Subject>

  private let outer: Outer

  init(outer: Outer, focus: Focus<Outer.Root, Subject>) {
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
