import Foundation
import Logging
import ServiceLifecycle

/// The promise that the shop ends soon after it was told to, whatever hangs.
///
/// What was committed is in the database, and what was not is as after a crash: nothing is half done.
struct ClosingLimit: Service {
  static let time: TimeInterval = 5
  let logger: Logger

  func run() async throws {
    try await gracefulShutdown()
    // Not in a task: the threads of tasks may be what hangs.
    Thread.detachNewThread { [logger] in
      Thread.sleep(forTimeInterval: ClosingLimit.time)
      logger.critical("The shop has not closed within \(Int(ClosingLimit.time)) seconds, and ends at once.")
      _exit(1)
    }
  }
}
