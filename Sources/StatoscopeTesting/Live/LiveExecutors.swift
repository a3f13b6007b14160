import Foundation
import Statoscope

// Where the scopes and the effects of a live plan run. All that the compiler cannot prove about that is in this file.

/// A thread that runs the jobs of tasks one after another, and knows when it has none left.
///
/// The effects of a live plan run here while they are on no actor. So they go on in the order in which they were started,
/// and it is known when none of them can go on by itself.
final class JobThread: TaskExecutor {
  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var isClosed = false
    var jobCount: UInt64 = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  /// Signalled once for each job, each waiter and the end.
  private let signal = DispatchSemaphore(value: 0)

  init() {
    let thread = Thread { [self] in run() }
    thread.name = "statoscope live plan"
    thread.start()
  }

  /// How many jobs there have been.
  var jobCount: UInt64 { state.withLock { $0.jobCount } }

  /// Lets the thread end; jobs of tasks that go on without the plan run in the pool from now on.
  func close() {
    state.withLock { $0.isClosed = true }
    signal.signal()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      state.jobs.append(job)
      state.jobCount += 1
      return true
    }
    if isTaken { signal.signal() } else { globalConcurrentExecutor.enqueue(job) }
  }

  /// Waits until every job has run.
  @concurrent func rest() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.isClosed { state.waiters.append(continuation) }
        return state.isClosed
      }
      if hasEnded { continuation.resume() } else { signal.signal() }
    }
  }

  private func run() {
    while true {
      signal.wait()
      let (job, waiters, hasEnded) = next()
      for waiter in waiters { waiter.resume() }
      // Sound: it is this executor that runs the job, and it lives as long as its thread.
      if let job { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      if hasEnded { return }
    }
  }

  /// The oldest job, or when there is none, what waits for that.
  private func next() -> (UnownedJob?, [CheckedContinuation<Void, Never>], hasEnded: Bool) {
    state.withLock { state in
      guard state.jobs.isEmpty else { return (state.jobs.removeFirst(), [], false) }
      defer { state.waiters = [] }
      return (nil, state.waiters, state.isClosed)
    }
  }
}

/// Where the effects of scopes on the main actor run in a live plan: on the main queue, as always, but noted.
///
/// The main actor does not say what waits for it. So such effects are isolated to this actor in its place, whose
/// executor runs every job on the main queue and counts it.
actor MainLane {
  private nonisolated let executor: Executor

  init(thread: JobThread) {
    executor = Executor(thread: thread)
  }

  // Sound: the actor keeps its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// How many jobs there have been.
  nonisolated var jobCount: UInt64 { executor.jobCount }

  private final class Executor: SerialExecutor {
    private let thread: JobThread
    private let state = Locked<UInt64>(0)

    init(thread: JobThread) {
      self.thread = thread
    }

    var jobCount: UInt64 { state.withLock { $0 } }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      state.withLock { $0 += 1 }
      DispatchQueue.main.async { [self] in
        // Sound: both executors are kept by this closure while they run the job.
        unsafe job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(),
          taskExecutor: thread.asUnownedTaskExecutor()
        )
      }
    }

    func checkIsolated() {
      dispatchPrecondition(condition: .onQueue(.main))
    }
  }
}

/// The actor that the scopes of a live plan live on when the test is on none.
actor PlanHome {
  /// Runs a plan here.
  nonisolated(nonsending) static func run<Root>(
    _ runner: PlanRunner<Root>,
    _ trunk: PlanPath<Root>,
    clock: TestClock
  ) async {
    // Sound: the caller waits until the plan has run, so nothing else touches the plan and its scopes meanwhile.
    nonisolated(unsafe) let (sentRunner, sentTrunk) = (runner, trunk)
    await PlanHome().run(unsafe sentRunner, unsafe sentTrunk, clock: clock)
  }

  private func run<Root>(_ runner: PlanRunner<Root>, _ trunk: PlanPath<Root>, clock: TestClock) async {
    await runner.run(trunk, clock: clock, at: self)
  }
}

/// Tells the running task from every other that lives; nil outside of tasks.
var identityOfCurrentTask: Int? {
  // Sound: the task is asked for its hash while it runs, and is not kept.
  unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
}
