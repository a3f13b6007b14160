import Synchronization

/// One effect that was started, as its handler and its task share it.
final class EffectRun: Sendable {
  let generation: UInt64

  /// The scope whose effect it is.
  let scope: ScopeReference

  /// Where its results go.
  let home: Home

  /// The effect as the tree's ``EffectsHost`` knows it, if there is one.
  let hosted: EffectTask?

  private let wasCancelled = Atomic(false)

  init(generation: UInt64, scope: ScopeReference, home: Home, hosted: EffectTask?) {
    self.generation = generation
    self.scope = scope
    self.home = home
    self.hosted = hosted
  }

  /// Whether the scope has cancelled it, which the task asks on whatever thread it is.
  ///
  /// Not `Task.isCancelled`: an effect may cancel its own task, and must then still be taken out of the list.
  var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  /// Keeps back whatever it still comes up with.
  func cancel() {
    wasCancelled.store(true, ordering: .releasing)
    if let hosted { hosted.host.ended(hosted) }
  }
}

/// An effect that was started, as its handler holds it.
struct RunningEffect: Sendable {
  let task: Task<Void, Never>
  let run: EffectRun

  /// Stops it, and keeps back whatever it still comes up with.
  func cancel() {
    run.cancel()
    task.cancel()
  }
}

/// A scope that the tasks of its effects know and do not keep; one for all of them.
///
/// Unchecked and sound: the reference is weak and constant, and who takes the scope from it touches it only on the
/// actor that the scope's tree lives on at that moment.
final class ScopeReference: @unchecked Sendable {
  weak let node: ScopeNode?

  init(_ node: ScopeNode) {
    self.node = node
  }
}
