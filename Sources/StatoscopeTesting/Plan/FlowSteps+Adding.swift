import Statoscope

extension FlowSteps {
  /// Writes down a step that changes the state of a scope.
  func event<Target: ScopeProtocol>(
    _ site: CallSite,
    _ words: @escaping () -> String,
    on focus: Focus<Root, Target>,
    joins: Bool = false,
    value: Any? = nil,
    _ perform: @escaping (_ target: Target, _ run: PathRun<Root>) throws -> Void
  ) -> Self {
    add(
      ClosureStep(site, joins ? .joiningEvent : .event, within: position.focus.within, value: value, words) {
        run in
        try perform(try focus.find(run.root), run)
      }
    )
  }

  /// Writes down a step that looks at the state.
  func check<Target: ScopeProtocol>(
    _ site: CallSite,
    _ words: @escaping () -> String,
    on focus: Focus<Root, Target>,
    value: Any? = nil,
    _ check: @escaping (_ target: Target, _ run: PathRun<Root>) throws -> Void
  ) -> Self {
    add(
      ClosureStep(site, .check, within: position.focus.within, value: value, words) { run in
        try check(try focus.find(run.root), run)
      }
    )
  }

  /// Writes down another way from here, whose steps a closure tells.
  func fork(
    _ site: CallSite,
    _ words: @escaping () -> String,
    _ first: (Self) throws -> Self,
    _ rest: (Self) throws -> Void
  ) rethrows -> Self {
    let path = PlanPath(plan: position.path.plan)
    try rest(try first(moved(to: position.onPath(path))))
    return add(site, words, .fork(path))
  }

  /// Writes down a step that only a plan whose effects run can take.
  func live(_ site: CallSite, _ words: @escaping () -> String, _ step: LiveStep<Root>) -> Self {
    add(site, words, .live(step))
  }

  func add(
    _ site: CallSite,
    _ words: @escaping () -> String,
    _ action: Step<Root>.Action
  ) -> Self {
    add(ActionStep(site, action, within: position.focus.within, words))
  }

  func add(_ step: Step<Root>) -> Self {
    position.path.add(step)
    return self
  }
}
