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

  private struct Opened {
    /// The database itself, before SQLite opened it.
    var main: Identity?
    /// All files, since they are open.
    var all: [Identity?]?
  }

  let path: String
  private let opened = Mutex(Opened())

  init(_ file: URL) {
    path = file.path
  }

  /// Sees to it that there is a file, which its owner alone may read.
  ///
  /// - Parameter creates: an empty one is made when there is none.
  /// - Throws: ``StoreFault``, or the system's error when there is no such folder.
  func prepare(creates: Bool) throws {
    if let status = status(of: path) {
      // What was truncated is no new shop either.
      if status.st_size == 0, !creates { throw StoreFault.missing(path) }
      for file in files { try withdrawRights(of: file) }
    } else {
      if let companion = files.dropFirst().first(where: { status(of: $0) != nil }) {
        throw StoreFault.orphaned(path, companion: companion)
      }
      guard creates else { throw StoreFault.missing(path) }
      try create()
    }
    let main = identity(of: path)
    opened.withLock { $0.main = main }
  }

  /// Records the files as those that SQLite has opened.
  ///
  /// - Throws: ``StoreFault/replaced(_:)`` when the database is another one than ``prepare(creates:)`` has found.
  func recordIdentity() throws(StoreFault) {
    let all = files.map(identity)
    let isSame = opened.withLock { opened in
      opened.all = all
      return opened.main == all[0]
    }
    guard isSame else { throw .replaced(path) }
  }

  /// - Throws: ``StoreFault/replaced(_:)`` when one of the files is not the one that was opened.
  func checkIdentity() throws(StoreFault) {
    let all = files.map(identity)
    let isSame = opened.withLock { $0.all == nil || $0.all == all }
    guard isSame else { throw .replaced(path) }
  }

  private var files: [String] { [path, path + "-wal", path + "-shm"] }

  private func identity(of file: String) -> Identity? {
    status(of: file).map {
      Identity(device: UInt64(truncatingIfNeeded: $0.st_dev), number: UInt64($0.st_ino))
    }
  }

  private func status(of file: String) -> stat? {
    var status = stat()
    return stat(file, &status) == 0 ? status : nil
  }

  /// Makes an empty file that no one else can read even for a moment; SQLite gives the other files the same mode.
  private func create() throws {
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      // Another node was faster.
      if errno == EEXIST { return }
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    close(descriptor)
  }

  /// Takes the rights of others to a file, which former versions of the shop have left.
  private func withdrawRights(of file: String) throws {
    guard let mode = status(of: file)?.st_mode, mode & 0o077 != 0 else { return }
    guard chmod(file, mode & 0o700) == 0 else {
      throw StoreFault.exposed(file, reason: String(cString: strerror(errno)))
    }
  }
}
