import Statoscope
import StatoscopeTesting

/// The differences from the first Statoscope in one plan, each kind reported once on standard error.
final class FormerDifferences<Root: ScopeProtocol>: PathObserver {
  private var reported: Set<Kind> = []
  /// The effects that the steps of `throwsWHEN` with an argument discard; nil for none.
  private var clearings: [ObjectIdentifier: EffectClearing?] = [:]

  /// The identity of a difference among those of the plan.
  private enum Kind: Hashable {
    case effects(Verb)
    case subscopeMiddleware
    case end
  }

  /// Reports the differences of a plan from now on.
  @discardableResult
  static func of(_ plan: PlanRecord<Root>) -> FormerDifferences {
    if let known = plan.observer as? FormerDifferences<Root> { return known }
    let differences = FormerDifferences()
    plan.observer = differences
    return differences
  }

  /// Records that a step discards effects before its event.
  func clear(_ effects: EffectClearing?, before step: Step<Root>) {
    clearings[ObjectIdentifier(step)] = .some(effects)
  }

  func willSend(_ step: Step<Root>, to scope: ScopeNode, in run: PathRun<Root>) {
    let isClearing = run.settings.clearing != nil
    switch (step.verb, clearings[ObjectIdentifier(step)]) {
    case (_, .some(let clearing)): clearing?.discard(at: scope, below: run.root)
    case (.event(.throwing), _) where !isClearing:
      reportEffects(EffectInTree.all(below: run.root), step) { .effectsKept($0) }
    case (.and, _) where isClearing:
      reportEffects(EffectInTree.all(below: run.root), step) { .effectsKeptByAND($0) }
    case (.event(.when), _) where step.call.child != nil && !isClearing:
      reportEffects(EffectInTree.all(below: scope), step) { .effectsKept($0) }
    default: break
    }
    let wrapsItself = (scope as? any OwnEventsMiddleware)?.wrapsOwnEvents == true
    var wrapping = wrapsItself ? scope : ScopeTree(scope).parent
    while let node = wrapping, !(node is any SubscopeMiddleware) { wrapping = ScopeTree(node).parent }
    guard let wrapping else { return }
    report(.subscopeMiddleware(scope: typeName(type(of: wrapping))), .subscopeMiddleware, at: step.call)
  }

  func didEnd(_ call: StepCall, reportsPending: Bool, in run: PathRun<Root>) {
    let effects = EffectInTree.all(below: run.root)
    guard !reportsPending, run.hasStillEffects, !effects.isEmpty else { return }
    report(.pendingEffects(effects.map(\.text)), .end, at: call)
  }

  private func reportEffects(
    _ inFlight: [EffectInTree],
    _ step: Step<Root>,
    as difference: (_ effects: [String]) -> FormerDifference
  ) {
    guard !inFlight.isEmpty else { return }
    report(difference(inFlight.map(\.text)), .effects(step.verb), at: step.call)
  }

  private func report(_ difference: @autoclosure () -> FormerDifference, _ kind: Kind, at call: StepCall) {
    guard reported.insert(kind).inserted else { return }
    FormerDifference.write("statoscope: \(call.text) at \(call.location): \(difference())\n")
  }
}
