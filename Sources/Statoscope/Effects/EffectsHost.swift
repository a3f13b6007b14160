/// Who starts the effects of a tree in place of the library, and lets their events in one by one: a live
/// plan.
///
/// What effects do, how they are listed and cancelled, and how their events reach the scope is the library's
/// own work either way.
package protocol EffectsHost: AnyObject, Sendable {
  /// Where the tasks of effects run while they are on no actor.
  var executor: any TaskExecutor { get }

  /// The actor that effects of scopes on an actor run on: that one, or another in its place on the same
  /// thread.
  func place(for home: (any Actor)?) -> (any Actor)?

  /// An effect has been started.
  func began(_ effect: EffectTask)

  /// An effect has ended or was cancelled; it may be told more than once. No event of it goes in any more.
  func ended(_ effect: EffectTask)

  /// An effect threw an error that nothing maps to an event.
  func lost(_ error: any Error, of effect: EffectTask)

  /// A task of an effect went to sleep, was divided or came together again.
  func noteChange()

  /// Keeps an event until it may go in, and returns when it has gone in or its effect was cancelled.
  func hold(_ event: HeldEvent) async
}

/// An event that an effect came back with, which waits until it is let in.
package struct HeldEvent: Sendable {
  let enqueued: EnqueuedEffect

  /// What happened, of the scope's own type of event.
  package let when: any Sendable

  /// The effect that came back with it.
  package let effect: EffectTask

  /// Lets the event in; to be called on the tree's home.
  package let letIn: @Sendable () -> Void

  /// The scope that the event belongs to; to be asked for on the tree's home.
  package var scope: ScopeNode? { enqueued.scope.node }

  /// What identifies the effect among those of the scope.
  package var generation: UInt64 { enqueued.generation }
}

extension ScopeNode {
  /// Who starts the effects of this scope's tree, and of the scopes that leave it; nil for the library
  /// itself.
  package final var effectsHost: (any EffectsHost)? {
    get { context.effectsHost as? any EffectsHost }
    set {
      linkSubscopes()
      context.effectsHost = newValue
    }
  }
}
