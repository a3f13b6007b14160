import Foundation
import Synchronization

/// The files of one database: itself, its log of commits (`-wal`), and the index of that (`-shm`).
///
/// SQLite goes on with files that were removed or replaced under it: what it commits is lost then, and another process
/// that opens the same path has another database. So they are compared with those that were opened.
final class DatabaseFile: Sendable {
  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
  }

  private let files: [String]
  private let opened = Mutex<[Identity?]?>(nil)

  private var path: String { files[0] }

  init(_ path: String) {
    files = [path, path + "-wal", path + "-shm"]
  }

  /// Sees to it that there is a file; one that it makes is its owner's alone, also the other two.
  ///
  /// - Parameter creates: an empty one is made when there is none.
  /// - Throws: ``StoreFault``, or the system's error when there is no such folder.
  func prepare(creates: Bool) throws {
    if let status = status(of: path) {
      // What was truncated is no new shop either.
      if status.st_size == 0, !creates { throw StoreFault.missing(path) }
      return
    }
    if let companion = files.dropFirst().first(where: { status(of: $0) != nil }) {
      throw StoreFault.orphaned(path, companion: companion)
    }
    guard creates else { throw StoreFault.missing(path) }
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    close(descriptor)
  }

  /// Records the files as those that SQLite has opened.
  func recordIdentity() {
    let all = files.map(identity)
    opened.withLock { $0 = all }
  }

  /// - Throws: ``StoreFault/replaced(_:)`` when one of the files is not the one that was opened.
  func checkIdentity() throws(StoreFault) {
    let all = files.map(identity)
    guard opened.withLock({ $0 == nil || $0 == all }) else { throw .replaced(path) }
  }

  private func identity(of file: String) -> Identity? {
    status(of: file).map {
      Identity(device: UInt64(truncatingIfNeeded: $0.st_dev), number: UInt64($0.st_ino))
    }
  }

  private func status(of file: String) -> stat? {
    var status = stat()
    return stat(file, &status) == 0 ? status : nil
  }
}
