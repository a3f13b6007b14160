import Statoscope

/// Reports the effects of an exhaustive plan that no step has named.
///
/// Where effects end by hand, each has to be named before the next event was performed. Where they run, naming an effect's
/// end, its cancellation or its event is enough: it is unnamed only if it ended by itself and without an event, and then a
/// step may name it until the next event. One that is still in flight at the end of its path is a failure of its own.
final class UnnamedEffects<Root: ScopeProtocol>: PathObserver {
  private struct Unnamed {
    let effect: EffectInTree
    /// The event that enqueued it, and its number on the path.
    let event: StepCall
    let number: Int
  }

  private var effects: [Unnamed] = []
  /// The effects in flight before the event.
  private var inFlight: Set<EffectInTree.Key> = []
  private var event: StepCall?
  private var number = 0
  /// Indicates whether the effects of the event have to be named.
  private var isRecording = false

  // MARK: Events

  func willPerform(_ step: Step<Root>, in run: PathRun<Root>) {
    if step.verb.kind == .event {
      isRecording = run.isExhaustive
      number += 1
    }
    guard isRecording else { return }
    // What an event has joined is a part of it where effects end by hand.
    if step.verb.kind == .event || run.live != nil { event = step.call }
    if run.live != nil { reportEnded(in: run) }
    inFlight = Set(EffectInTree.all(below: run.root).map(\.key))
  }

  func willSend(_ step: Step<Root>, to scope: ScopeNode, in run: PathRun<Root>) {
    if run.live != nil, step.verb.kind == .event, run.settings.clearing != nil { reportEnded(in: run) }
  }

  func didSend(_ step: Step<Root>, in run: PathRun<Root>) {
    let now = isRecording ? EffectInTree.all(below: run.root) : []
    if run.live == nil {
      // Only now, because an effect is also named by the event that ends it.
      report(in: run) { $0.number < self.number }
    } else if isRecording {
      // An event names the effects that it ends or cancels.
      let keys = Set(now.map(\.key))
      effects.removeAll { !keys.contains($0.effect.key) }
    }
    guard isRecording, let event else { return }
    effects += now.filter { !inFlight.contains($0.key) }
      .map { Unnamed(effect: $0, event: event, number: number) }
  }

  func didChangeSettings(in run: PathRun<Root>) {
    guard !run.isExhaustive, run.isAtForkEvent else { return }
    isRecording = false
    effects.removeAll { $0.number == number }
  }

  func didEnd(_ call: StepCall, reportsPending: Bool, in run: PathRun<Root>) {
    reportEnded(in: run)
  }

  // MARK: Names

  /// Names an effect.
  func name(_ key: EffectInTree.Key) {
    effects.removeAll { $0.effect.key == key }
  }

  /// Names effects of a scope that have ended.
  ///
  /// - Returns: whether there were any.
  func nameEnded(of scope: ScopeNode, where isMatch: (_ effect: any Effect) -> Bool) -> Bool {
    let count = effects.count
    effects.removeAll { $0.effect.key.scope == ObjectIdentifier(scope) && isMatch($0.effect.pristine) }
    return effects.count < count
  }

  // MARK: Reports

  private func reportEnded(in run: PathRun<Root>) {
    guard !effects.isEmpty else { return }
    let inFlight = Set(EffectInTree.all(below: run.root).map(\.key))
    report(in: run) { !inFlight.contains($0.effect.key) }
  }

  /// Reports effects, in one failure for each event that enqueued some.
  private func report(in run: PathRun<Root>, where isUnnamed: (Unnamed) -> Bool) {
    var found: [(texts: [String], event: StepCall)] = []
    for unnamed in effects where isUnnamed(unnamed) {
      if found.last?.event.location.line == unnamed.event.location.line {
        found[found.count - 1].texts.append(unnamed.effect.text)
      } else {
        found.append(([unnamed.effect.text], unnamed.event))
      }
    }
    effects.removeAll(where: isUnnamed)
    for (texts, event) in found {
      run.report(run.live == nil ? .unassertedEffects(texts) : .live(.effectsUnnamed(texts)), at: event)
    }
  }
}
