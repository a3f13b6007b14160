import Synchronization

/// Whether a scope has cancelled an effect, which the effect's task asks on whatever thread it is.
///
/// Not `Task.isCancelled`: an effect may cancel its own task, and must then still be taken out of the list.
final class EffectWithdrawal: Sendable {
  /// The effect as the tree's ``EffectsHost`` knows it, if there is one.
  let hosted: EffectTask?

  private let state = Atomic(false)

  init(hosted: EffectTask?) {
    self.hosted = hosted
  }

  var hasHappened: Bool { state.load(ordering: .acquiring) }

  func happen() {
    state.store(true, ordering: .releasing)
    if let hosted { hosted.host.ended(hosted) }
  }
}

/// An effect that was started, as its handler holds it.
struct RunningEffect: Sendable {
  let task: Task<Void, Never>
  let withdrawal: EffectWithdrawal

  /// Stops it, and keeps back whatever it still comes up with.
  func cancel() {
    withdrawal.happen()
    task.cancel()
  }
}
