/// A task that works for an effect of a live plan: the effect's own, or one that the effect was divided into.
///
/// So a clock can tell whether the effect itself sleeps, or something that the effect has started: when all of an
/// effect sleeps, nothing can come of it until the clock moves.
package final class EffectTask: Sendable {
  /// The one that this task, or the one that started it, works as.
  @TaskLocal static var current: EffectTask?

  /// The one that this very task works as.
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

  /// Where the effect's tasks run while they are on no actor.
  var executor: any TaskExecutor { observer.executor }

  /// The tasks that the one waits for; none while it does its work itself.
  package var parts: [EffectTask] { state.withLock { $0.parts } }

  /// Makes this task the one that works, for the time of a closure, and lets it run where the plan can see it.
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

  /// Divides the work: from now on this task waits for others.
  func divide(into count: Int) -> [EffectTask] {
    let parts = (0..<count).map { _ in EffectTask(observedBy: observer) }
    state.withLock { $0.parts = parts }
    noteChange()
    return parts
  }

  /// Ends the division: this task works itself again, whatever its parts still do.
  func comeTogether() {
    state.withLock { $0.parts = [] }
    noteChange()
  }

  /// Notes that a part of the effect fell asleep, or that the effect was divided or came together again.
  package func noteChange() {
    observer.effectChanged()
  }
}

/// What a live plan knows of the tasks of its effects.
package protocol EffectTaskObserver: AnyObject, Sendable {
  /// Where tasks run while they are on no actor.
  var executor: any TaskExecutor { get }

  /// Tells the running task from every other that lives.
  var identityOfTask: Int? { get }

  /// Something has changed that decides whether an effect can go on by itself.
  func effectChanged()
}
