/// A task that works for an effect in a tree with an ``EffectsHost``: the effect's own, or one it was divided
/// into.
///
/// It lets a clock say that the effect itself sleeps, not only something that the effect has started: when
/// all of an effect sleeps, nothing can come of it until the clock moves.
package final class EffectTask: Sendable {
  /// The one that this task, or the one that started it, works as.
  @TaskLocal static var current: EffectTask?

  /// The one that this very task works as.
  package static var running: EffectTask? {
    guard let current, current.state.withLock({ $0.task == identityOfTask() }) else { return nil }
    return current
  }

  /// The effect, under every map put on it.
  package let pristine: any Effect

  /// The event that it was enqueued by, in words, where that was noted.
  package let startedBy: String?

  /// Who starts the effect.
  package let host: any EffectsHost

  private struct State: Sendable {
    var task: Int?
    var parts: [EffectTask] = []
  }

  private let state = Locked(State())

  init(pristine: any Effect, startedBy: String?, host: any EffectsHost) {
    self.pristine = pristine
    self.startedBy = startedBy
    self.host = host
  }

  /// The tasks that the one waits for; none while it does its work itself.
  package var parts: [EffectTask] { state.withLock { $0.parts } }

  /// Makes this task the one that works, for the time of a closure.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Result
  ) async -> Result {
    state.withLock { $0.task = identityOfTask() }
    return await EffectTask.$current.withValue(self) { await body() }
  }

  /// Divides the work: from now on this task waits for others.
  func divide(into count: Int) -> [EffectTask] {
    let parts = (0..<count).map { _ in EffectTask(pristine: pristine, startedBy: startedBy, host: host) }
    state.withLock { $0.parts = parts }
    host.noteChange()
    return parts
  }

  /// Ends the division: this task works itself again, whatever its parts still do.
  func comeTogether() {
    state.withLock { $0.parts = [] }
    host.noteChange()
  }
}

/// What tells the running task from every other that lives.
private func identityOfTask() -> Int? {
  withUnsafeCurrentTask { $0?.hashValue }
}
