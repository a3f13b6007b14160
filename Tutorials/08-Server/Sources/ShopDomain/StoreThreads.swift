import Foundation
import Statoscope
import Synchronization

/// The threads of everything that may wait for the store: a commit waits for the disk, and for a lock of another process.
///
/// The threads of Swift's own pool are as many as the processor has cores, and all else that the server does needs them.
/// When all of these wait, sessions wait; the server still answers whether it is alive, and still ends when it is to.
package final class StoreThreads: Sendable, Injectable {
  private let threads: [StoreThread]
  private let next = Atomic(0)
  private let worker: Worker

  /// - Parameter count: the number of threads that sessions share; more than there are cores wait for one another.
  package init(count: Int = ProcessInfo.processInfo.activeProcessorCount) {
    threads = (1...max(1, count)).map { StoreThread("shop.sessions.\($0)") }
    worker = Worker(StoreThread("shop.orders"))
  }

  package static var defaultValue: StoreThreads { StoreThreads() }
  package static var isDefaultForTests: Bool { true }

  /// A thread for one more actor, in turns.
  package func thread() -> StoreThread {
    threads[next.add(1, ordering: .relaxed).oldValue % threads.count]
  }

  /// Does something that may wait, off the threads of Swift's pool.
  ///
  /// - Throws: what the closure throws.
  package func perform<Value: Sendable>(_ work: @Sendable () throws -> Value) async throws -> Value {
    try await worker.perform(work)
  }
}

/// A thread as the executor of actors: one job at a time, in the order of their arrival, and first those that a visitor
/// waits for, which have a high priority.
///
/// A change of the stock is a job for each visitor who is in the shop, and nobody waits for one of them.
package final class StoreThread: SerialExecutor {
  private struct Jobs {
    var awaited: [UnownedJob] = []
    var others: [UnownedJob] = []
    /// How many jobs went before others since one of these was done.
    var lead = 0

    mutating func add(_ job: UnownedJob, isAwaited: Bool) {
      if isAwaited { awaited.append(job) } else { others.append(job) }
    }

    mutating func next() -> UnownedJob {
      guard !awaited.isEmpty, others.isEmpty || lead < StoreThread.longestLead else {
        lead = 0
        return others.removeFirst()
      }
      lead += 1
      return awaited.removeFirst()
    }
  }

  /// So many go before others: those are late under a load that never ends, but they are done.
  private static let longestLead = 16

  private let queue: DispatchQueue
  private let jobs = Mutex(Jobs())

  package init(_ name: String) {
    queue = DispatchQueue(label: name)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let isAwaited = job.priority.rawValue > TaskPriority.medium.rawValue
    let job = UnownedJob(job)
    jobs.withLock { $0.add(job, isAwaited: isAwaited) }
    queue.async {
      let next = self.jobs.withLock { $0.next() }
      next.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}

extension StoreThreads {
  /// Does on one thread what may wait; with task-local values, such as the request that a log line belongs to.
  package actor Worker {
    private let thread: StoreThread

    package init(_ thread: StoreThread) {
      self.thread = thread
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    package func perform<Value: Sendable>(_ work: @Sendable () throws -> Value) throws -> Value {
      try work()
    }
  }
}
