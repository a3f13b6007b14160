import Statoscope

extension FlowSteps {
  /// The path to the scope that the next step addresses.
  var focus: Focus<Root, Subject> { position.focus }

  /// Returns a step that changes the state of a scope.
  func event<Target: ScopeProtocol>(
    _ call: StepCall,
    on focus: Focus<Root, Target>,
    _ perform: @escaping (_ target: Target, _ run: PathRun<Root>) throws -> Void
  ) -> Step<Root> {
    ClosureStep(call, .event) { run in try perform(try focus.find(run.root), run) }
  }

  /// Adds a step that checks the state.
  package func check<Target: ScopeProtocol>(
    _ call: StepCall,
    on focus: Focus<Root, Target>,
    _ check: @escaping (_ target: Target, _ run: PathRun<Root>) throws -> Void
  ) -> Self {
    add(ClosureStep(call, .check) { run in try check(try focus.find(run.root), run) })
  }

  /// Adds another path from here, which begins with a step; the branch adds the others.
  func fork(_ first: Step<Root>, _ branch: (Self) throws -> Void) rethrows -> Self {
    let path = PlanPath(plan: position.path.plan)
    path.add(first)
    try branch(moved(to: position.onPath(path)))
    return add(first.call, .fork(path))
  }

  func add(_ call: StepCall, _ action: Step<Root>.Action) -> Self {
    add(ActionStep(call, action))
  }

  func add(_ step: Step<Root>) -> Self {
    position.path.add(step)
    return self
  }
}

extension CallLocation {
  /// Creates the location of a step of the parameters that each step has.
  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
