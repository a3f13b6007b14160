import Foundation
import Statoscope

// The executors of the scopes and the effects of a live plan. All code that the compiler cannot prove safe is
// in this file.

/// A queue that runs the jobs of tasks one after another, and counts them.
///
/// The effects of a live plan run here while they are on no actor. They therefore continue in the order in
/// which they were started, and the plan can determine when none of them can continue by itself.
final class JobQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "statoscope live plan")
  private let count = Locked<UInt64>(0)

  /// The number of jobs so far.
  var jobCount: UInt64 { count.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    count.withLock { $0 += 1 }
    queue.async { [self] in
      // Sound: this closure retains the executor while it runs the job.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Calls a closure when every job so far has run.
  func whenDone(_ done: @escaping @Sendable () -> Void) {
    queue.async(execute: done)
  }
}

/// An actor for the effects of scopes on the main actor in a live plan: its jobs run on the main queue, and
/// are counted.
///
/// The main actor's queue cannot be observed. Such effects are therefore isolated to this actor instead,
/// whose executor runs every job on the main queue and counts it.
actor MainLane {
  private nonisolated let executor: Executor

  init(jobs: JobQueue) {
    executor = Executor(jobs: jobs)
  }

  // Sound: the actor retains its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// The number of jobs so far.
  nonisolated var jobCount: UInt64 { executor.jobCount }

  private final class Executor: SerialExecutor {
    private let jobs: JobQueue
    private let count = Locked<UInt64>(0)

    init(jobs: JobQueue) {
      self.jobs = jobs
    }

    var jobCount: UInt64 { count.withLock { $0 } }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      count.withLock { $0 += 1 }
      DispatchQueue.main.async { [self] in
        // Sound: this closure retains both executors while they run the job.
        unsafe job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(),
          taskExecutor: jobs.asUnownedTaskExecutor()
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
    clock: TestClock
  ) async {
    // Sound: the caller waits until the plan has run, so nothing else accesses the plan and its scopes in the
    // meantime.
    nonisolated(unsafe) let runner = runner
    await PlanHome().run(unsafe runner, clock: clock)
  }

  private func run<Root>(_ runner: PlanRunner<Root>, clock: TestClock) async {
    await runner.run(clock: clock, at: self)
  }
}

/// The identity of the running task among all current tasks; nil outside of tasks.
var identityOfCurrentTask: Int? {
  // Sound: the hash of the task is read while it runs, and the task is not stored.
  unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
}
