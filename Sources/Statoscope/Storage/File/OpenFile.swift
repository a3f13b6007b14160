import Foundation

/// An open file or folder, which is closed with its last reference.
package final class OpenFile: Sendable {
  /// The size limit: a state file that large is a mistake, and a sparse file may claim any size.
  static let mostBytes = 256 * 1024 * 1024

  private let handle: FileHandle

  /// Opens a file.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemFault) {
    handle = try SystemCalls.open(path, flags, mode: mode)
  }

  /// Opens a file for reading; returns nil when there is none.
  static func reading(_ path: String) throws(SystemFault) -> OpenFile? {
    do {
      // Without blocking: it might be a pipe that no process writes to.
      return try OpenFile(path, O_RDONLY | O_NONBLOCK)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  /// The current identity of the file; nil when the system does not provide it.
  var identity: FileIdentity? { SystemCalls.status(handle).map(FileIdentity.init) }

  /// Returns true when a path refers to this file now.
  func isAt(_ path: String) -> Bool {
    identity?.isSameFile(as: FileIdentity(path: path)) ?? false
  }

  // MARK: Bytes

  /// Returns all bytes, or nil when there are more than ``mostBytes``.
  func bytes() throws(SystemFault) -> Data? {
    // The size first: a sparse file may claim more than fits into memory.
    guard let size = identity?.size, size <= OpenFile.mostBytes else { return nil }
    do {
      try handle.seek(toOffset: 0)
      let bytes = try handle.read(upToCount: OpenFile.mostBytes + 1) ?? Data()
      return bytes.count <= OpenFile.mostBytes ? bytes : nil
    } catch {
      throw SystemFault(error)
    }
  }

  /// Writes bytes, and waits until everything written is on the disk.
  func write(_ bytes: Data) throws(SystemFault) {
    do {
      try handle.write(contentsOf: bytes)
      try handle.synchronize()
    } catch {
      throw SystemFault(error)
    }
  }

  /// Waits until changes of a folder are on the disk.
  func synchronize() throws(SystemFault) {
    do { try handle.synchronize() } catch {
      // Some file systems need not synchronize folders, and report that.
      let fault = SystemFault(error)
      guard fault.code == EINVAL else { throw fault }
    }
  }

  /// Sets the file permissions.
  func allow(_ mode: mode_t) {
    fchmod(handle.fileDescriptor, mode)
  }

  // MARK: Locks

  /// Waits until the file at a path can be locked, and creates an empty one if there is none.
  ///
  /// A lock of a file that was removed or replaced during the wait is useless, because others lock another
  /// file by then. The path therefore still names the locked file when this returns.
  ///
  /// - Parameters:
  ///   - path: the path of the lock file.
  ///   - deadline: the time at which to give up.
  /// - Returns: nil when it was locked until the deadline.
  package static func locked(
    _ path: String,
    until deadline: ContinuousClock.Instant
  ) throws(SystemFault) -> OpenFile? {
    while true {
      let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
      guard try file.lock(until: deadline) else { return nil }
      if file.isAt(path) { return file }
      guard ContinuousClock.now < deadline else { return nil }
    }
  }

  /// Locks the file exclusively, unless it is locked.
  ///
  /// - Returns: whether this reference holds the lock now; the system unlocks the file when the process ends.
  func tryLock() throws(SystemFault) -> Bool {
    while flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw SystemFault(errno)
      }
    }
    return true
  }

  /// Locks the file exclusively, as soon as that is possible.
  ///
  /// The system has no lock with a timeout, so this polls: frequently at first, because otherwise another
  /// writer that returns immediately would be faster, and then each millisecond.
  ///
  /// - Returns: false when the deadline came first.
  func lock(until deadline: ContinuousClock.Instant) throws(SystemFault) -> Bool {
    var tries = 0
    while try !tryLock() {
      guard ContinuousClock.now < deadline else { return false }
      tries += 1
      Thread.sleep(forTimeInterval: tries < 1_000 ? 0.000_1 : 0.001)
    }
    return true
  }

  /// Locks the file; returns nil where the file system does not support locks for it.
  func lockIfPossible(until deadline: ContinuousClock.Instant) throws(SystemFault) -> Bool? {
    do { return try lock(until: deadline) } catch {
      // NFS, for example, has none for a file that is open for reading only.
      guard let code = error.code, [EBADF, EINVAL, ENOSYS, EOPNOTSUPP].contains(code) else { throw error }
      return nil
    }
  }

  /// Unlocks the file.
  package func unlock() {
    flock(handle.fileDescriptor, LOCK_UN)
  }
}
