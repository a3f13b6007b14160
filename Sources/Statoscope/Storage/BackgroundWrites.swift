import Foundation

/// The writes of all storages for which no caller waits: deferred ones, and those of `flush()`.
///
/// Each blocks its thread until the values are on the disk, or until another process unlocks the file. Only a
/// few therefore run at the same time, however many storages there are, and the threads of the system's pool
/// stay free for others.
package enum BackgroundWrites {
  /// The limit, high enough for the disk to combine writes, and for a locked file not to delay others.
  package static let mostAtOnce = 8

  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "statoscope.storage.writes"
    queue.maxConcurrentOperationCount = mostAtOnce
    return queue
  }()

  /// Runs a write as soon as fewer than ``mostAtOnce`` are running.
  package static func run(_ write: @escaping @Sendable () -> Void) {
    queue.addOperation(write)
  }
}
