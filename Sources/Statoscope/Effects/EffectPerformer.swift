/// The performer of a tree's effects: it starts the task of each, and delivers the results.
///
/// A live plan replaces the library's performer with its own (``ScopeNode/effectPerformer``). The list of
/// effects, their cancellation, and the delivery of events to the scope are the same in both cases.
package protocol EffectPerformer: AnyObject, Sendable {
  /// Starts an effect.
  ///
  /// - Parameters:
  ///   - effect: the effect; run it with ``EnqueuedEffect/perform(by:isolation:)``.
  ///   - event: a description of the event that enqueued it, if it was recorded.
  ///   - home: the actor that the effect's tree lives on.
  ///   - isolation: the same actor, or nil when the caller is isolated to another or to none.
  /// - Returns: the effect's task, which is cancelled with the effect.
  func start(
    _ effect: EnqueuedEffect,
    startedBy event: String?,
    at home: any Actor,
    isolation: isolated (any Actor)?
  ) -> Task<Void, Never>

  /// Delivers a result of an effect, and returns when the scope has handled or refused it.
  func deliver(_ delivery: EffectDelivery, of effect: EnqueuedEffect, from isolation: isolated (any Actor)?)
    async
}

/// The performer of an app: each effect runs in a task on its tree's home, and its events are sent
/// immediately.
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
      // Using the parameter isolates the closure to it.
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
  /// The performer of the effects of this scope's tree, and of the scopes that leave it.
  package final var effectPerformer: any EffectPerformer {
    get { context.testPerformer as? any EffectPerformer ?? TaskPerformer.shared }
    set {
      linkSubscopes()
      context.testPerformer = newValue
    }
  }
}
