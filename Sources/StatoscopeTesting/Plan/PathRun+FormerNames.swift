import Statoscope

// Differences from the first Statoscope, reported to the authors of plans that use its names.

extension PathRun {
  /// Removes the effects in flight before an event that is sent with a name of the first Statoscope.
  ///
  /// - Parameter clearing: the effects; nil for none, where the first Statoscope removed all.
  func formerEventBegins(_ clearing: EffectClearing?, at scope: ScopeNode) {
    guard let step = presentStep else { return }
    if let clearing { return clearing.forget(at: scope, below: root) }
    if settings.clearing == nil { noteEffects(PendingEffect.all(below: root), step) { .effectsKept($0) } }
  }

  /// Reports the differences from the first Statoscope before an event of a step.
  func noteFormerDifferences(of step: Step<Root>, at scope: ScopeNode) {
    switch (step.kind, step.call.verb) {
    case (.joiningEvent, _) where settings.clearing != nil:
      noteEffects(PendingEffect.all(below: root), step) { .effectsKeptByAND($0) }
    case (.event, "WHEN") where step.call.child != nil && settings.clearing == nil:
      noteEffects(PendingEffect.all(below: scope), step) { .effectsKept($0) }
    default: break
    }
    var above = ScopeTree(scope).parent
    while let node = above, !(node is any SubscopeMiddleware) { above = ScopeTree(node).parent }
    guard let above else { return }
    let difference = FormerDifference.subscopeMiddleware(scope: typeName(type(of: above)))
    plan.note(difference, "middleware", at: step.call)
  }

  /// Reports the effects in flight before a step, once.
  private func noteEffects(
    _ inFlight: [PendingEffect],
    _ step: Step<Root>,
    as difference: (_ effects: [String]) -> FormerDifference
  ) {
    guard !inFlight.isEmpty else { return }
    plan.note(difference(inFlight.map(\.text)), "\(step.kind) \(step.call.verb)", at: step.call)
  }
}
