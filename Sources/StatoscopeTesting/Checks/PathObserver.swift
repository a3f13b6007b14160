import Statoscope

/// The errors and look-ups in a tree while a path runs, which no caller receives.
///
/// While it observes a tree, pending effects name the events that enqueued them.
final class PathObserver: TreeObserver {
  /// The errors of events that were only logged, oldest first, because their senders could not receive them.
  var lostErrors: [LostError] = []

  /// The look-ups of scopes that fell back to a default.
  var lookUps = DefaultedLookUps()

  var hasEnded = false

  var observedChanges: ObservedChanges { [.lostErrors, .effectOrigins, .defaultValues] }

  func didLose(_ error: LostError) {
    lostErrors.append(error)
  }

  func didGetDefault(of type: Any.Type, at scope: ScopeNode) {
    lookUps.record(
      type,
      by: "the scope \(typeName(Swift.type(of: scope))) at \(ScopeTree(scope).keyPathFromRoot)"
    )
  }
}

/// The look-ups that fell back to a default since they were last taken.
struct DefaultedLookUps {
  private struct LookUp: Hashable {
    let type: String
    let seeker: String
  }

  private var latest: [LookUp] = []
  /// These and those that were already reported.
  private var known: Set<LookUp> = []

  mutating func record(_ type: Any.Type, by seeker: String) {
    let lookUp = LookUp(type: typeName(type), seeker: seeker)
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
    return latest.map { .defaultValueUsed(type: $0.type, by: $0.seeker) }
  }
}
