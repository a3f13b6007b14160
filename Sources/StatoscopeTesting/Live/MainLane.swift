import Foundation
import Statoscope

/// Where the effects of scopes on the main actor run in a live plan: on the main queue, as always, but noted.
///
/// The main actor does not say what waits for it. So such effects are isolated to this actor in its place,
/// whose executor runs every job on the main queue and counts it.
actor MainLane {
  private nonisolated let executor: Executor

  init(thread: JobThread) {
    executor = Executor(thread: thread)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

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
        job.runSynchronously(
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
