import Foundation

/// A thread that runs the jobs of tasks one after another, and knows when it has none left.
///
/// The effects of a live plan run here while they are on no actor. So they go on in the order in which they
/// were started, and it is known when none of them can go on by itself.
///
/// Unchecked and sound: `state` is touched only while `condition` is locked.
final class JobThread: TaskExecutor, @unchecked Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var isClosed = false
    var jobCount: UInt64 = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private var state = State()
  /// Not a lock of the library's own: the thread waits on it for jobs.
  private let condition = NSCondition()

  init() {
    let thread = Thread { [self] in run() }
    thread.name = "statoscope live plan"
    thread.start()
  }

  /// How many jobs there have been.
  var jobCount: UInt64 { withState { $0.jobCount } }

  /// Lets the thread end; jobs of tasks that go on without the plan run in the pool from now on.
  func close() {
    withState { $0.isClosed = true }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = withState { state in
      guard !state.isClosed else { return false }
      state.jobs.append(job)
      state.jobCount += 1
      return true
    }
    if !isTaken { globalConcurrentExecutor.enqueue(job) }
  }

  /// Waits until every job has run.
  @concurrent func rest() async {
    await withCheckedContinuation { continuation in
      let hasEnded = withState { state in
        if !state.isClosed { state.waiters.append(continuation) }
        return state.isClosed
      }
      if hasEnded { continuation.resume() }
    }
  }

  private func run() {
    while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Waits for a job; nil when the thread is to end.
  private func nextJob() -> UnownedJob? {
    condition.lock()
    defer { condition.unlock() }
    while state.jobs.isEmpty {
      let waiters = state.waiters
      state.waiters = []
      for waiter in waiters { waiter.resume() }
      if state.isClosed { return nil }
      condition.wait()
    }
    return state.jobs.removeFirst()
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    condition.lock()
    defer {
      condition.signal()
      condition.unlock()
    }
    return body(&state)
  }
}
