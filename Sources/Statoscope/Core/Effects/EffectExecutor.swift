/// The object that starts the effects of a live plan, instead of the library.
///
/// It does not change how effects are listed and cancelled, and how events are delivered to the scope.
package protocol EffectExecutor: AnyObject, Sendable {
  /// Starts the task of an effect, which calls ``RunningEffect/run(isolation:deliver:)``.
  ///
  /// - Parameters:
  ///   - event: a description of the event that enqueued it, if it was recorded.
  ///   - home: the actor that the effect's tree lives on.
  /// - Returns: the effect's task, which is cancelled with the effect.
  func start(_ effect: RunningEffect, startedBy event: String?, at home: any Actor) -> Task<Void, Never>
}

extension ScopeNode {
  /// The executor of the effects of this scope's tree, and of the scopes that leave it; nil for the library's.
  package final var effectExecutor: (any EffectExecutor)? {
    get { context.executor }
    set {
      linkSubscopes()
      context.executor = newValue
    }
  }
}

/// A task of an effect in a live plan: the effect's own, or one that the effect was divided into.
///
/// A clock uses it to distinguish sleeps of the effect itself from those of unstructured tasks it has
/// started: when all parts of an effect sleep, it cannot continue until the clock advances.
package final class EffectTask: Sendable {
  /// The task that the current task, or the one that started it, belongs to.
  @TaskLocal static var current: EffectTask?

  /// The effect task that is exactly the current task.
  package static var running: EffectTask? {
    guard let current, current.state.withLock({ $0.task == current.observer.identityOfTask }) else {
      return nil
    }
    return current
  }

  private struct State: Sendable {
    var task: Int?
    var parts: [EffectTask] = []
  }

  private let state = Locked(State())
  private let observer: any EffectTaskObserver

  package init(observedBy observer: any EffectTaskObserver) {
    self.observer = observer
  }

  var executor: any TaskExecutor { observer.executor }

  /// The parts that this task waits for; empty while it is not divided.
  package var parts: [EffectTask] { state.withLock { $0.parts } }

  /// Runs a closure as this task, on an executor that the plan observes.
  package func run<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async -> Result
  ) async -> Result {
    let task = observer.identityOfTask
    state.withLock { $0.task = task }
    return await withTaskExecutorPreference(observer.executor) {
      await EffectTask.$current.withValue(self) { await body() }
    }
  }

  /// Runs a closure as a part of an effect, if the effect is divided into parts.
  static func run(
    as part: EffectTask?,
    isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async -> Void
  ) async {
    if let part { await part.run(body) } else { await body() }
  }

  func makePart() -> EffectTask { EffectTask(observedBy: observer) }

  /// Divides this task: from now on it waits for its parts.
  func wait(for parts: [EffectTask]) {
    state.withLock { $0.parts = parts }
    recordChange()
  }

  /// Ends the division: this task continues by itself, even if its parts still run.
  func join() {
    state.withLock { $0.parts = [] }
    recordChange()
  }

  /// Reports that a part of the effect fell asleep, or that the effect was divided or joined again.
  package func recordChange() {
    observer.effectChanged()
  }
}

/// A live plan's observer of the tasks of its effects.
package protocol EffectTaskObserver: AnyObject, Sendable {
  /// The executor of tasks while they are on no actor.
  var executor: any TaskExecutor { get }

  /// An identity of the running task among all current tasks.
  var identityOfTask: Int? { get }

  /// The state that decides whether an effect can continue by itself has changed.
  func effectChanged()
}
