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
    lookUps.note(
      type,
      by: "the scope \(typeName(Swift.type(of: scope))) at \(ScopeTree(scope).keyPathFromRoot)"
    )
  }
}
