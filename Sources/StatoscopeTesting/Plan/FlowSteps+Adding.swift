import Statoscope

extension FlowSteps {
  /// Writes down a step that changes the state of a scope.
  func event<Target>(
    _ site: CallSite,
    _ words: @escaping () -> String,
    on focus: Focus<Root, Target>,
    _ perform: @escaping (Target) throws -> Void
  ) -> Self {
    add(site, words, .event { root in try perform(try focus.find(root)) })
  }

  /// Writes down a step that looks at the state.
  func check(
    _ site: CallSite,
    _ words: @escaping () -> String,
    _ check: @escaping (Subject) throws -> Void
  ) -> Self {
    let find = position.focus.find
    return add(site, words, .check { root in try check(try find(root)) })
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

  private func add(
    _ site: CallSite,
    _ words: @escaping () -> String,
    _ action: Step<Root>.Action
  ) -> Self {
    let words = StepWords(site: site, fallback: words)
    position.path.add(Step(words: words, action: action, within: position.focus.within))
    return self
  }
}
