import Statoscope
import StatoscopeTesting

/// The differences from the first Statoscope in one plan that uses its names, each reported once on standard error.
final class FormerDifferences<Root: ScopeProtocol>: PlanObserver {
  private var reported: Set<String> = []

  /// Reports the differences of a plan from now on.
  @discardableResult
  static func of(_ plan: PlanRecord<Root>) -> FormerDifferences {
    if let known = plan.observer as? FormerDifferences<Root> { return known }
    let differences = FormerDifferences()
    plan.observer = differences
    return differences
  }

  func willSend(_ step: Step<Root>, to scope: ScopeNode, in run: PathRun<Root>) {
    switch (step.kind, step.call.verb) {
    case (.joiningEvent, _) where run.settings.clearing != nil:
      reportEffects(EffectInTree.all(below: run.root), step) { .effectsKeptByAND($0) }
    case (.event, "WHEN") where step.call.child != nil && run.settings.clearing == nil:
      reportEffects(EffectInTree.all(below: scope), step) { .effectsKept($0) }
    default: break
    }
    var above = ScopeTree(scope).parent
    while let node = above, !(node is any SubscopeMiddleware) { above = ScopeTree(node).parent }
    guard let above else { return }
    report(.subscopeMiddleware(scope: typeName(type(of: above))), "middleware", at: step.call)
  }

  func didEnd(_ call: StepCall, with effects: [EffectInTree]) {
    report(.pendingEffects(effects.map(\.text)), "end", at: call)
  }

  /// Removes the effects in flight before an event that is sent with a name of the first Statoscope.
  ///
  /// - Parameter clearing: the effects; nil for none, where the first Statoscope removed all.
  func clearEffects(_ clearing: EffectClearing?, at scope: ScopeNode, in run: PathRun<Root>) {
    guard let step = run.presentStep else { return }
    if let clearing { return clearing.forget(at: scope, below: run.root) }
    if run.settings.clearing == nil {
      reportEffects(EffectInTree.all(below: run.root), step) { .effectsKept($0) }
    }
  }

  private func reportEffects(
    _ inFlight: [EffectInTree],
    _ step: Step<Root>,
    as difference: (_ effects: [String]) -> FormerDifference
  ) {
    guard !inFlight.isEmpty else { return }
    report(difference(inFlight.map(\.text)), "\(step.kind) \(step.call.verb)", at: step.call)
  }

  /// - Parameter kind: the identifier of the difference among those of the plan.
  private func report(_ difference: @autoclosure () -> FormerDifference, _ kind: String, at call: StepCall) {
    guard reported.insert(kind).inserted else { return }
    FormerDifference.write("statoscope: \(call.text) at \(call.location): \(difference())\n")
  }
}
