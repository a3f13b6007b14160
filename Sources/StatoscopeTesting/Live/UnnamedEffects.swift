/// The effects of an exhaustive live plan that no step has named.
///
/// Naming an effect's end, its cancellation or its event is enough, so it need not be asserted before the next `WHEN`:
/// it is unnamed only if it ended by itself and without an event. One that is still in flight at the end of its path
/// is a failure of its own.
struct UnnamedEffects {
  private struct Unnamed {
    let effect: EffectInTree
    let step: StepCall
    /// Indicates whether no step could have named it yet.
    var isNew = true
  }

  private var effects: [Unnamed] = []

  /// Records what an event did: it has named the effects that it ended or cancelled.
  ///
  /// - Parameter enqueued: the effects that it enqueued and that have to be named.
  mutating func record(_ enqueued: [EffectInTree], by step: StepCall, inFlight: Set<EffectInTree.Key>) {
    effects.removeAll { !inFlight.contains($0.effect.key) }
    effects += enqueued.map { Unnamed(effect: $0, step: step) }
  }

  /// Discards the effects that ended before a step could name them, unless they failed.
  mutating func excuseNew(inFlight: Set<EffectInTree.Key>, failed: Set<EffectInTree.Key>) {
    effects.removeAll {
      $0.isNew && !inFlight.contains($0.effect.key) && !failed.contains($0.effect.key)
    }
    for index in effects.indices { effects[index].isNew = false }
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
