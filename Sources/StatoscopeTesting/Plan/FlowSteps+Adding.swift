import Statoscope

extension FlowSteps {
  /// Adds a step that changes the state of a scope.
  func event<Target: ScopeProtocol>(
    _ call: StepCall,
    on focus: Focus<Root, Target>,
    _ perform: @escaping (_ target: Target, _ run: PathRun<Root>) throws -> Void
  ) -> Self {
    add(ClosureStep(call, .event, within: focus.within) { run in try perform(try focus.find(run.root), run) })
  }

  /// Adds a step that checks the state.
  func check<Target: ScopeProtocol>(
    _ call: StepCall,
    on focus: Focus<Root, Target>,
    _ check: @escaping (_ target: Target, _ run: PathRun<Root>) throws -> Void
  ) -> Self {
    add(ClosureStep(call, .check, within: focus.within) { run in try check(try focus.find(run.root), run) })
  }

  /// Adds another path from here; the first closure adds its first step, and the branch adds the others.
  func fork(
    _ call: StepCall,
    _ first: (Self) -> Self,
    _ branch: (Self) throws -> Void
  ) rethrows -> Self {
    let path = PlanPath(plan: position.path.plan)
    try branch(first(moved(to: position.onPath(path))))
    return add(call, .fork(path))
  }

  func add(_ call: StepCall, _ action: Step<Root>.Action) -> Self {
    add(ActionStep(call, action, within: position.focus.within))
  }

  func add(_ step: Step<Root>) -> Self {
    position.path.add(step)
    return self
  }
}
