import Statoscope

/// The effects of an exhaustive live plan that no step has named.
///
/// Naming an effect's end, its cancellation or its event is enough, so it need not be asserted before the next `WHEN`:
/// it is unnamed only if it ended by itself and without an event. Then a step may name it until the next event. One that is
/// still in flight at the end of its path is a failure of its own.
struct UnnamedEffects {
  private struct Unnamed {
    let effect: EffectInTree
    let step: StepCall
  }

  private var effects: [Unnamed] = []

  /// Records what an event did: it has named the effects that it ended or cancelled.
  ///
  /// - Parameter enqueued: the effects that it enqueued and that have to be named.
  mutating func record(_ enqueued: [EffectInTree], by step: StepCall, inFlight: Set<EffectInTree.Key>) {
    effects.removeAll { !inFlight.contains($0.effect.key) }
    effects += enqueued.map { Unnamed(effect: $0, step: step) }
  }

  /// Names effects of a scope that have ended.
  ///
  /// - Returns: whether there were any.
  mutating func nameEnded(of scope: ScopeNode, where isMatch: (_ effect: any Effect) -> Bool) -> Bool {
    let count = effects.count
    effects.removeAll { $0.effect.key.scope == ObjectIdentifier(scope) && isMatch($0.effect.pristine) }
    return effects.count < count
  }

  mutating func name(_ key: EffectInTree.Key) {
    effects.removeAll { $0.effect.key == key }
  }

  /// Removes those that are no longer in flight, and returns a failure for each step that enqueued some.
  mutating func takeEnded(inFlight: Set<EffectInTree.Key>) -> [(failure: FlowFailure, step: StepCall)] {
    var ended: [(texts: [String], step: StepCall)] = []
    for unnamed in effects where !inFlight.contains(unnamed.effect.key) {
      if ended.last?.step.location.line == unnamed.step.location.line {
        ended[ended.count - 1].texts.append(unnamed.effect.text)
      } else {
        ended.append(([unnamed.effect.text], unnamed.step))
      }
    }
    effects.removeAll { !inFlight.contains($0.effect.key) }
    return ended.map { (.live(.effectsUnnamed($0.texts)), $0.step) }
  }
}
