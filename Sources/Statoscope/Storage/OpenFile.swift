import Foundation

/// A file that was opened, closed with its last reference.
final class OpenFile: Sendable {
  let descriptor: Int32
  let identity: FileIdentity?

  /// Takes over an open file.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    identity = FileIdentity(descriptor: descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// Opens a file and reads all of it; nil when there is none.
  static func read(_ path: String) throws(FileFault) -> (file: OpenFile, bytes: Data)? {
    // Not blocking: it might be a pipe that nobody writes to.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw FileFault(errno) }
      return nil
    }
    let file = OpenFile(descriptor)
    guard let identity = file.identity, identity.isRegular else {
      throw FileFault(reason: "it is not a file but a folder, a device or a pipe")
    }
    return (file, try file.bytes(about: identity.size))
  }

  private func bytes(about size: Int) throws(FileFault) -> Data {
    var bytes = Data(count: max(size, 0) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes.append(Data(count: bytes.count)) }
      let read = bytes.withUnsafeMutableBytes { buffer in
        Foundation.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if read == 0 { return bytes.prefix(count) }
      if read > 0 { count += read } else if errno != EINTR { throw FileFault(errno) }
    }
  }

  /// Writes all bytes.
  func write(_ bytes: Data) throws(FileFault) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count >= 0 { written += count } else if errno != EINTR { throw FileFault(errno) }
    }
  }

  /// Waits until what was written is on the disk.
  func synchronize() throws(FileFault) {
    guard fsync(descriptor) == 0 else { throw FileFault(errno) }
  }
}

/// Which file it is, and whether somebody has changed it in place.
struct FileIdentity: Sendable, Equatable {
  let device: UInt64
  let number: UInt64
  let size: Int
  let changed: [Int]
  let mode: UInt32

  /// Nil when there is no such file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Nil when the file cannot tell.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
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
  }

  var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
}

/// Why the system refused something, in words for people.
package struct FileFault: Error, CustomStringConvertible {
  package let description: String

  init(reason: String) {
    description = reason
  }

  /// Words for one of the system's error numbers.
  package init(_ code: Int32) {
    description =
      switch code {
      case ENOENT: "its folder does not exist; make it first"
      case ENOTDIR: "a file is in the way of its folder"
      case EACCES, EPERM: "permission is denied by its folder or the file itself"
      case EROFS: "the disk can only be read"
      case ENOSPC, EDQUOT: "the disk is full"
      case EFBIG: "it would be larger than files may be here"
      case EMFILE, ENFILE: "too many files are open or watched"
      default: String(cString: strerror(code))
      }
  }
}
