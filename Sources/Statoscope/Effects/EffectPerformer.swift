/// Performs the effects of a tree: starts the task of each, and delivers what it comes back with.
///
/// A live plan puts its own in place of the library's (``ScopeNode/effectPerformer``). How effects are listed and
/// cancelled, and how their events reach the scope, is the same either way.
package protocol EffectPerformer: AnyObject, Sendable {
  /// Starts an effect.
  ///
  /// - Parameters:
  ///   - effect: runs with ``EnqueuedEffect/perform(by:isolation:)``.
  ///   - event: describes the event that enqueued it, where that was noted.
  ///   - home: the actor that the effect's tree lives on.
  ///   - isolation: the same actor, or nil when the caller is isolated to another or to none.
  /// - Returns: the effect's task, which is cancelled with the effect.
  func start(
    _ effect: EnqueuedEffect,
    startedBy event: String?,
    at home: any Actor,
    isolation: isolated (any Actor)?
  ) -> Task<Void, Never>

  /// Delivers what an effect came back with, and returns when the scope has handled it or will not.
  func deliver(_ delivery: EffectDelivery, of effect: EnqueuedEffect, from isolation: isolated (any Actor)?)
    async
}

/// Performs effects as an app does: each in a task on its tree's home, with its events sent at once.
final class TaskPerformer: EffectPerformer {
  static let shared = TaskPerformer()

  func start(
    _ effect: EnqueuedEffect,
    startedBy event: String?,
    at home: any Actor,
    isolation: isolated (any Actor)?
  ) -> Task<Void, Never> {
    guard isolation != nil else { return Task { await effect.perform(by: self, isolation: home) } }
    return Task {
      // Naming the parameter makes the closure isolated to it.
      _ = isolation
      await effect.perform(by: self, isolation: isolation)
    }
  }

  func deliver(_ delivery: EffectDelivery, of effect: EnqueuedEffect, from isolation: isolated (any Actor)?)
    async
  {
    await effect.bringHome(delivery, from: isolation)
  }
}

extension ScopeNode {
  /// Performs the effects of this scope's tree, and of the scopes that leave it.
  package final var effectPerformer: any EffectPerformer {
    get { context.testPerformer as? any EffectPerformer ?? TaskPerformer.shared }
    set {
      linkSubscopes()
      context.testPerformer = newValue
    }
  }
}
