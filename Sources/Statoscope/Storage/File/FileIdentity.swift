import Foundation

/// The identity of a file, which changes when the file is changed in place.
///
/// The number of links is no part of it: an additional link is not a change.
struct FileIdentity: Sendable, Equatable {
  private let device: UInt64
  private let number: UInt64
  let size: Int
  let mode: mode_t
  private let seconds: Int
  private let nanoseconds: Int

  /// Returns nil when there is no such file.
  init?(path: String) {
    guard let status = SystemCalls.status(path) else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    size = Int(status.st_size)
    mode = status.st_mode
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }

  /// The time of the last change, in seconds since 1970.
  var time: Double { Double(seconds) + Double(nanoseconds) / 1e9 }

  var isRegular: Bool { mode & S_IFMT == S_IFREG }

  /// Returns true when both identify the same file, changed or not.
  func isSameFile(as other: FileIdentity?) -> Bool {
    other.map { $0.device == device && $0.number == number } ?? false
  }
}
