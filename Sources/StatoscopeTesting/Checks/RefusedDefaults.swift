import Statoscope

/// Reports the look-ups of scopes that fell back to a default, where the settings refuse that.
final class RefusedDefaults<Root: ScopeProtocol>: PathObserver, TreeObserver {
  private var lookUps = DefaultedLookUps()
  var hasEnded = false

  var observedChanges: ObservedChanges { [.defaultValues] }

  func didGetDefault(of type: Any.Type, at scope: ScopeNode) {
    let seeker = "the scope \(typeName(Swift.type(of: scope))) at \(ScopeTree(scope).keyPathFromRoot)"
    lookUps.record(DefaultedLookUp(type: typeName(type), seeker: seeker))
  }

  func didRepeat(_ step: Step<Root>, in run: PathRun<Root>) { _ = take(in: run) }

  func didPerform(_ step: Step<Root>, in run: PathRun<Root>) {
    guard step.verb.kind != .invariant else { return }
    for failure in take(in: run) { run.report(failure, of: step) }
  }

  private func take(in run: PathRun<Root>) -> [FlowFailure] {
    for lookUp in run.plan.misuse.takeLookUps() { lookUps.record(lookUp) }
    return lookUps.take(refusing: run.settings.refusesDefaults)
  }
}

/// The look-ups that fell back to a default since they were last taken.
struct DefaultedLookUps {
  private var latest: [DefaultedLookUp] = []
  /// These and those that were already reported.
  private var known: Set<DefaultedLookUp> = []

  mutating func record(_ lookUp: DefaultedLookUp) {
    if known.insert(lookUp).inserted { latest.append(lookUp) }
  }

  /// Takes the pending look-ups.
  ///
  /// - Parameter isRefused: whether a default is a failure now. An allowed look-up may be refused later.
  /// - Returns: a failure for each combination of a type and a scope or an effect that was not reported
  ///   before.
  mutating func take(refusing isRefused: Bool) -> [FlowFailure] {
    defer { latest = [] }
    guard isRefused else {
      known.subtract(latest)
      return []
    }
    return latest.map { .defaultValueUsed($0) }
  }
}

/// A look-up that fell back to the default of a type.
package struct DefaultedLookUp: Hashable, Sendable {
  package let type: String
  /// Describes the scope or the effect.
  package let seeker: String
  /// Indicates whether a scope looked it up before it was in a tree.
  package var isInInit = false
}
