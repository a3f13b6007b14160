import Foundation
import Statoscope

// The executors of the scopes and the effects of a live plan. All code that the compiler cannot prove safe is
// in this file.

/// A thread that runs the jobs of tasks one after another, and knows when it has none left.
///
/// The effects of a live plan run here while they are on no actor. They therefore continue in the order in
/// which they were started, and the plan can determine when none of them can continue by itself.
final class JobThread: TaskExecutor {
  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var isClosed = false
    var jobCount: UInt64 = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  /// Signaled once for each job, each waiter and the end.
  private let signal = DispatchSemaphore(value: 0)

  init() {
    let thread = Thread { [self] in run() }
    thread.name = "statoscope live plan"
    thread.start()
  }

  /// The number of jobs so far.
  var jobCount: UInt64 { state.withLock { $0.jobCount } }

  /// Ends the thread; jobs of tasks that continue without the plan run in the pool from now on.
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
      // Sound: this executor runs the job, and it lives as long as its thread.
      if let job { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      if hasEnded { return }
    }
  }

  /// Returns the oldest job, or if there is none, the continuations that wait for that.
  private func next() -> (UnownedJob?, [CheckedContinuation<Void, Never>], hasEnded: Bool) {
    state.withLock { state in
      guard state.jobs.isEmpty else { return (state.jobs.removeFirst(), [], false) }
      defer { state.waiters = [] }
      return (nil, state.waiters, state.isClosed)
    }
  }
}

/// An actor for the effects of scopes on the main actor in a live plan: its jobs run on the main queue, and
/// are counted.
///
/// The main actor's queue cannot be observed. Such effects are therefore isolated to this actor instead,
/// whose executor runs every job on the main queue and counts it.
actor MainLane {
  private nonisolated let executor: Executor

  init(thread: JobThread) {
    executor = Executor(thread: thread)
  }

  // Sound: the actor retains its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// The number of jobs so far.
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
        // Sound: this closure retains both executors while they run the job.
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
  /// Runs a plan on this actor.
  nonisolated(nonsending) static func run<Root>(
    _ runner: PlanRunner<Root>,
    _ trunk: PlanPath<Root>,
    clock: TestClock
  ) async {
    // Sound: the caller waits until the plan has run, so nothing else accesses the plan and its scopes in the
    // meantime.
    nonisolated(unsafe) let (sentRunner, sentTrunk) = (runner, trunk)
    await PlanHome().run(unsafe sentRunner, unsafe sentTrunk, clock: clock)
  }

  private func run<Root>(_ runner: PlanRunner<Root>, _ trunk: PlanPath<Root>, clock: TestClock) async {
    await runner.run(trunk, clock: clock, at: self)
  }
}

/// The identity of the running task among all current tasks; nil outside of tasks.
var identityOfCurrentTask: Int? {
  // Sound: the hash of the task is read while it runs, and the task is not stored.
  unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
}
