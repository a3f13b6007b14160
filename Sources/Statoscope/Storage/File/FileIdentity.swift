import Foundation

/// The identity of a file, which changes when the file is changed in place.
struct FileIdentity: Sendable, Equatable {
  let device: UInt64
  let number: UInt64
  let size: Int
  let changed: [Int]
  let mode: UInt32
  let names: UInt64

  /// Returns nil when there is no such file.
  init?(path: String) {
    guard let status = SystemCalls.status(path) else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    changed = [Int(time.tv_sec), Int(time.tv_nsec)]
    mode = UInt32(status.st_mode)
    names = UInt64(status.st_nlink)
  }

  /// The time of the last change, in seconds since 1970.
  var time: Double { Double(changed[0]) + Double(changed[1]) / 1e9 }

  var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }

  /// Returns true when both identify the same file, changed or not.
  func isSameFile(as other: FileIdentity?) -> Bool {
    other.map { $0.device == device && $0.number == number } ?? false
  }

  /// Returns true when the file was not written in between.
  ///
  /// The number of links is ignored: an additional link is not a change.
  static func == (left: FileIdentity, right: FileIdentity) -> Bool {
    left.isSameFile(as: right) && left.size == right.size && left.changed == right.changed
      && left.mode == right.mode
  }
}
