import Foundation

/// An executor of actors on a dispatch queue, which other code may enter.
public final class QueueExecutor: SerialExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// The queue of the executor.
  public let queue: DispatchQueue

  /// Creates an executor with a queue of its own.
  public init(_ name: String) {
    queue = DispatchQueue(label: name)
    queue.setSpecific(key: QueueExecutor.key, value: ObjectIdentifier(self))
  }

  /// Whether the caller runs on the queue.
  public var isCurrent: Bool { DispatchQueue.getSpecific(key: QueueExecutor.key) == ObjectIdentifier(self) }

  /// Runs a job on the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Traps unless the caller runs on the queue.
  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
