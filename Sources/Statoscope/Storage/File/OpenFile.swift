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

  /// Writes bytes, which are on the disk before whatever follows.
  func write(_ bytes: Data) throws(SystemFault) {
    do {
      try handle.write(contentsOf: bytes)
      #if canImport(Darwin)
        // A renaming that follows waits for them; some file systems have no such order.
        if fcntl(handle.fileDescriptor, F_BARRIERFSYNC) == 0 { return }
      #endif
      try handle.synchronize()
    } catch {
      throw SystemFault(error)
    }
  }

  /// Creates or replaces a file as a whole, without waiting until it is on the disk.
  package static func write(_ bytes: Data, to path: String) throws(SystemFault) {
    let draft = path + ".draft"
    let file = try OpenFile(draft, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666)
    do { try file.handle.write(contentsOf: bytes) } catch { throw SystemFault(error) }
    try SystemCalls.rename(draft, to: path)
  }

  /// Waits until changes of a folder are on the disk, with all that was written before.
  func synchronize() throws(SystemFault) {
    #if canImport(Darwin)
      // `fsync` would leave them in the cache of the drive; not every file system has more.
      if fcntl(handle.fileDescriptor, F_FULLFSYNC) == 0 { return }
    #endif
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

  /// Waits until the file at a path can be locked beside others that lock it like this, and creates an empty one if
  /// there is none.
  package static func shared(_ path: String) throws(SystemFault) -> OpenFile {
    let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
    while flock(file.handle.fileDescriptor, LOCK_SH) != 0 {
      guard errno == EINTR else { throw SystemFault(errno) }
    }
    return file
  }

  /// Locks the file exclusively, unless it is locked.
  ///
  /// - Returns: whether this reference holds the lock now; the system unlocks the file when the process ends.
  package func tryLock() throws(SystemFault) -> Bool {
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

/// The identity of a file, which changes when the file is changed in place.
///
/// The number of links is no part of it: an additional link is not a change.
struct FileIdentity: Sendable, Equatable {
  private let device: UInt64
  private let number: UInt64
  let size: Int64
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
    size = Int64(status.st_size)
    mode = status.st_mode
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }

  var isRegular: Bool { mode & S_IFMT == S_IFREG }

  /// Returns true when both identify the same file, changed or not.
  func isSameFile(as other: FileIdentity?) -> Bool {
    other.map { $0.device == device && $0.number == number } ?? false
  }
}

/// A new file that is being written next to the one it will replace; no two writers share a draft.
///
/// A draft is locked by its writer. A name whose draft is in use is skipped, and a draft left behind by a
/// terminated writer is removed. Nothing has to be cleaned up, and two writers never share a draft, even if
/// the lock file that serializes them was removed.
struct DraftFile {
  let path: String
  let file: OpenFile

  /// Creates an empty draft; further ones of the same file get a number as a suffix.
  init(of target: FilePath, mode: mode_t) throws(SystemFault) {
    var (slot, candidate) = (0, target.draft)
    while true {
      // Without following a link to another place, or waiting for the other end of a pipe.
      let file = try OpenFile(candidate, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: mode)
      // Its writer may have renamed it to the file in the meantime.
      if try file.tryLock(), file.isAt(candidate), let identity = file.identity {
        guard identity.isRegular else { throw SystemFault(reason: "\(candidate) is no file; remove it") }
        if identity.size == 0 {
          (self.path, self.file) = (candidate, file)
          return
        }
        // Removed rather than truncated: the file itself may have this name, too.
        SystemCalls.unlink(candidate)
      }
      slot += 1
      candidate = "\(target.draft)-\(slot)"
    }
  }

  /// Renames the draft, replacing a file of that name.
  func replace(_ target: FilePath) throws(SystemFault) {
    try SystemCalls.rename(path, to: target.path)
  }

  /// Unlocks the draft, and removes it unless it was renamed.
  func end() {
    if file.isAt(path) { SystemCalls.unlink(path) }
    file.unlock()
  }
}

/// The path of a file or a link in a folder.
struct FilePath: Sendable, Equatable {
  let folder: String
  let name: String
  var path: String { folder + "/" + name }

  /// The name of the first draft of the file.
  var draft: String { folder + "/." + name + ".draft" }

  /// Creates the folder and those around it, so that they outlive a crash of the system.
  ///
  /// - Returns: false if the folder exists already.
  @discardableResult
  func makeFolder() throws(SystemFault) -> Bool {
    guard SystemCalls.status(folder) == nil else { return false }
    let outer = FilePath(folder: (folder as NSString).deletingLastPathComponent, name: "")
    try outer.makeFolder()
    do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) } catch {
      // Another process may have been faster.
      guard SystemCalls.status(folder) != nil else { throw SystemFault(error) }
    }
    try OpenFile(outer.folder, O_RDONLY | O_DIRECTORY).synchronize()
    return true
  }
}

/// The files that belong to one storage, all in one folder, and the symbolic links that lead there.
struct FilePaths: Sendable, Equatable {
  /// The number of links that the system follows.
  private static let mostLinks = 40

  /// The file itself, which need not exist.
  let target: FilePath

  /// The links, including those of folders, in the order in which the system follows them.
  let links: [FilePath]

  /// Follows symbolic links, so that a link remains one when the file is replaced.
  init(_ url: URL) {
    var links: [FilePath] = []
    // The resolved path so far, and the names still to be resolved, the next one last.
    var folder: [Substring] = []
    var rest = Array(url.standardizedFileURL.path.split(separator: "/").reversed())
    while let name = rest.popLast() {
      if name == ".." { _ = folder.popLast() }
      guard name != ".", name != ".." else { continue }
      let link = FilePath(folder: "/" + folder.joined(separator: "/"), name: String(name))
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)
      guard let target, links.count < FilePaths.mostLinks else {
        folder.append(name)
        continue
      }
      links.append(link)
      if target.hasPrefix("/") { folder = [] }
      rest += target.split(separator: "/").reversed()
    }
    self.links = links
    let name = folder.popLast().map(String.init) ?? ""
    // On Apple platforms this gives the usual names of the system's folders.
    let parent = URL(fileURLWithPath: "/" + folder.joined(separator: "/")).resolvingSymlinksInPath()
    target = FilePath(folder: parent.path, name: name)
  }

  /// The paths to observe.
  var all: [FilePath] { links + [target] }

  var file: String { target.path }

  /// The path of the file that the writer of the storage locks; it remains, empty.
  var lock: String { target.folder + "/." + target.name + ".lock" }
}
