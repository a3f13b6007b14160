import Foundation

/// The exclusive right to use a file, held by at most one reference in one process.
///
/// The system releases it when the process ends.
package struct FileLock {
  private let file: OpenFile

  /// Waits until the file at a path can be locked, and creates an empty one if there is none.
  ///
  /// A lock of a file that was removed or replaced during the wait is useless, because others lock another
  /// file by then. The path therefore still names the locked file when this returns.
  ///
  /// - Parameters:
  ///   - path: the path of the lock file.
  ///   - deadline: the time at which to give up.
  /// - Returns: nil when it was locked until the deadline.
  package static func take(
    _ path: String,
    until deadline: ContinuousClock.Instant
  ) throws(FileFault) -> FileLock? {
    while true {
      let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
      guard try file.lock(until: deadline) else { return nil }
      if file.isAt(path) { return FileLock(file: file) }
      guard ContinuousClock.now < deadline else { return nil }
    }
  }

  /// Unlocks the file.
  package func release() {
    file.unlock()
  }
}
