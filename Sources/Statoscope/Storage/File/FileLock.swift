import Foundation

/// The right to use a file, which one reference in one process has at a time.
///
/// The system takes it back from a process that ends.
package struct FileLock {
  private let file: OpenFile

  /// Waits until the file at a path can be locked, and makes an empty one when there is none.
  ///
  /// A file that was removed or replaced while this waited is of no use, because others lock another one by then.
  /// So the path still names the locked file when this returns.
  ///
  /// - Parameters:
  ///   - path: the lock file's.
  ///   - deadline: when to give up.
  /// - Returns: nil when it was locked until then.
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

  /// Lets others take it.
  package func release() {
    file.unlock()
  }
}
