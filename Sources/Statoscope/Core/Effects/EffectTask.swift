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

  /// The executor of the effect's tasks while they are on no actor.
  var executor: any TaskExecutor { observer.executor }

  /// The parts that this task waits for; empty while it does its work itself.
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

  /// Creates a task for a part of the work.
  func makePart() -> EffectTask { EffectTask(observedBy: observer) }

  /// Divides the work: from now on this task waits for its parts.
  func wait(for parts: [EffectTask]) {
    state.withLock { $0.parts = parts }
    recordChange()
  }

  /// Ends the division: this task continues to work itself, whatever its parts still do.
  func comeTogether() {
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

/// An observer of the look-ups and waits of a running effect, on whatever thread it runs.
package protocol EffectObserver: Sendable {
  /// A look-up found no value and used the default of a type that is not for tests.
  func effectGotDefault(of type: Any.Type)

  /// A modifier or a timer is about to wait on a clock.
  func effectWaits(on clock: any Clock<Duration>)
}

/// The task-local observer of the running effect.
package enum EffectObservation {
  @TaskLocal package static var observer: (any EffectObserver)?
}
