import Foundation

/// The writes of all storages that no caller waits at: deferred ones, and those of `flush()`.
///
/// Each blocks its thread until the disk has the values, or until another process unlocks the file. So a few run at
/// the same time, however many storages there are, and the threads of the system's pool stay free for others.
package enum BackgroundWrites {
  /// Enough that the disk can combine writes, and that a file locked by another process holds up no other at once.
  package static let mostAtOnce = 8

  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "statoscope.storage.writes"
    queue.maxConcurrentOperationCount = mostAtOnce
    return queue
  }()

  /// Runs a write as soon as fewer than ``mostAtOnce`` run.
  package static func run(_ write: @escaping @Sendable () -> Void) {
    queue.addOperation(write)
  }
}
