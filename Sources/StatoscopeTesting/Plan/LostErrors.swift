import Statoscope

/// The errors of events that were only logged while a path runs: their senders could not receive them.
///
/// While it observes a tree, pending effects name the events that they were enqueued by.
final class LostErrors: TreeObserver {
  /// Oldest first.
  var errors: [LostError] = []

  var hasEnded = false

  var interests: TreeInterests { [.lostErrors, .effectOrigins] }

  func didLose(_ error: LostError) {
    errors.append(error)
  }
}
