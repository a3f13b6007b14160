import Dispatch

/// The thread that writes what open windows show: requests do not wait in line behind a thousand of them.
final class WindowThread: TaskExecutor {
  static let shared = WindowThread()

  private let queue = DispatchQueue(label: "shop.windows")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
