import Foundation

/// A file that was opened, closed with its last reference.
final class OpenFile: Sendable {
  private let handle: FileHandle

  /// Opens a file.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(FileFault) {
    handle = try SystemCalls.open(path, flags, mode: mode)
  }

  /// The identity of the file now; nil when the system does not have it.
  var identity: FileIdentity? { SystemCalls.status(handle).map(FileIdentity.init) }

  /// Returns true when a path names this file now.
  func isAt(_ path: String) -> Bool {
    identity?.isSameFile(as: FileIdentity(path: path)) ?? false
  }

  // MARK: Bytes

  /// The rest of its bytes, or nil when there are more than a limit.
  func bytes(atMost limit: Int) throws(FileFault) -> Data? {
    // The size first: a sparse file claims more than there is memory for.
    guard let size = identity?.size, size <= limit else { return nil }
    do {
      let bytes = try handle.read(upToCount: limit + 1) ?? Data()
      return bytes.count <= limit ? bytes : nil
    } catch {
      throw FileFault(error)
    }
  }

  /// Writes all bytes.
  func write(_ bytes: Data) throws(FileFault) {
    do { try handle.write(contentsOf: bytes) } catch { throw FileFault(error) }
  }

  /// Waits until what was written is on the disk.
  func synchronize() throws(FileFault) {
    do { try handle.synchronize() } catch { throw FileFault(error) }
  }

  /// Sets the permissions to read and write it.
  func allow(_ mode: mode_t) {
    fchmod(handle.fileDescriptor, mode)
  }

  // MARK: Turns

  /// Locks it for this reference alone, unless it is locked.
  ///
  /// - Returns: whether it is locked now; the system unlocks it when the process ends.
  func tryLock() throws(FileFault) -> Bool {
    while flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw FileFault(errno)
      }
    }
    return true
  }

  /// Locks it for this reference alone, as soon as that is possible.
  ///
  /// The system has no lock that waits for a limited time, so this looks again and again: often in the first
  /// moments, because another writer that comes back at once would be faster else, and then each millisecond.
  ///
  /// - Returns: false when the deadline came first.
  func lock(until deadline: ContinuousClock.Instant) throws(FileFault) -> Bool {
    var tries = 0
    while try !tryLock() {
      guard ContinuousClock.now < deadline else { return false }
      tries += 1
      Thread.sleep(forTimeInterval: tries < 1_000 ? 0.000_1 : 0.001)
    }
    return true
  }

  /// The same, or nil where the file system has no locks for such a file.
  func lockIfPossible(until deadline: ContinuousClock.Instant) throws(FileFault) -> Bool? {
    do { return try lock(until: deadline) } catch {
      // As NFS has none for one that is open for reading alone.
      guard let code = error.code, [EBADF, EINVAL, ENOSYS, EOPNOTSUPP].contains(code) else { throw error }
      return nil
    }
  }

  /// Lets other references lock it.
  func unlock() {
    flock(handle.fileDescriptor, LOCK_UN)
  }
}
