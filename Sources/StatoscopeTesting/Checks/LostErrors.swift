import Statoscope

/// Reports the errors of events that were only logged, because their senders could not receive them.
///
/// While it observes a tree, pending effects name the events that enqueued them.
final class LostErrors<Root: ScopeProtocol>: PathObserver, TreeObserver {
  /// Since the last event, oldest first.
  private(set) var errors: [LostError] = []
  var hasEnded = false

  var observedChanges: ObservedChanges { [.lostErrors, .effectOrigins] }

  func didLose(_ error: LostError) {
    errors.append(error)
  }

  func didRepeat(_ step: Step<Root>, in run: PathRun<Root>) { errors = [] }

  func didPerform(_ step: Step<Root>, in run: PathRun<Root>) {
    guard step.verb.kind.sendsEvent, !errors.isEmpty else { return }
    // Effects that do not start are a fault of the test or of the scope, whatever else it asserts.
    let lost = errors.filter { run.isExhaustive || $0.error is EffectIsolationError }
    errors = []
    guard !lost.isEmpty else { return }
    run.report(FlowFailure.errorsLost(lost.map { "\($0.scope), on \($0.event): \($0.error)" }), of: step)
  }
}
