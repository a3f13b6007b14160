/// A task that works for an effect of a live plan: the effect's own, or one that the effect was divided into.
///
/// So a clock can tell whether the effect itself sleeps, or something that the effect has started: when all of an
/// effect sleeps, nothing can come of it until the clock moves.
package final class EffectTask: Sendable {
  /// The one that this task, or the one that started it, works as.
  @TaskLocal static var current: EffectTask?

  /// The one that this very task works as.
  package static var running: EffectTask? {
    guard let current, current.state.withLock({ $0.task == identityOfTask() }) else { return nil }
    return current
  }

  /// Where the effect's tasks run while they are on no actor.
  let executor: any TaskExecutor

  private struct State: Sendable {
    var task: Int?
    var parts: [EffectTask] = []
  }

  private let state = Locked(State())
  /// Is called when the effect was divided, or came together again.
  package let noteChange: @Sendable () -> Void

  package init(executor: any TaskExecutor, noteChange: @escaping @Sendable () -> Void) {
    self.executor = executor
    self.noteChange = noteChange
  }

  /// The tasks that the one waits for; none while it does its work itself.
  package var parts: [EffectTask] { state.withLock { $0.parts } }

  /// Makes this task the one that works, for the time of a closure.
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Result
  ) async -> Result {
    state.withLock { $0.task = identityOfTask() }
    return await EffectTask.$current.withValue(self) { await body() }
  }

  /// Divides the work: from now on this task waits for others.
  func divide(into count: Int) -> [EffectTask] {
    let parts = (0..<count).map { _ in EffectTask(executor: executor, noteChange: noteChange) }
    state.withLock { $0.parts = parts }
    noteChange()
    return parts
  }

  /// Ends the division: this task works itself again, whatever its parts still do.
  func comeTogether() {
    state.withLock { $0.parts = [] }
    noteChange()
  }
}

/// What tells the running task from every other that lives.
private func identityOfTask() -> Int? {
  // Sound: the task is asked for its hash while it runs, and is not kept.
  unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
}
