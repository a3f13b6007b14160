import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a path that may not be a regular file.
///
/// The path comes from the command line, so it may name a folder, a pipe without a writer, or an endless
/// device. None of them may block or fill the memory, hence the system calls: `FileManager` would wait.
enum BoundedFile {
  static func read(_ path: String, limitBytes: Int) throws(FeedError) -> Data {
    let descriptor = path.utf8.contains(0) ? -1 : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw openingError(path, code: errno) }
    defer { close(descriptor) }
    if let obstacle = obstacle(descriptor) { throw .unreadableFile(path: path, reason: obstacle) }

    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return data }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadableFile(path: path, reason: message(errno))
      }
      guard data.count + count <= limitBytes else {
        throw .tooLarge(source: .file(path: path), limitBytes: limitBytes)
      }
      data.append(contentsOf: chunk[..<count])
    }
  }

  private static func openingError(_ path: String, code: Int32) -> FeedError {
    // A path with a zero byte never reaches the system, and no file can have such a name.
    if path.utf8.contains(0) || code == ENOENT || code == ENOTDIR { return .noSuchFile(path: path) }
    return .unreadableFile(path: path, reason: message(code))
  }

  private static func obstacle(_ descriptor: Int32) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return message(errno) }
    return switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFCHR: nil
    case S_IFDIR: "it is a folder"
    case S_IFIFO: "it is a pipe"
    default: "it is not an ordinary file"
    }
  }

  private static func message(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "permission is denied"
    case EAGAIN: "it has nothing to read"
    case EISDIR: "it is a folder"
    default: String(cString: strerror(code))
    }
  }
}

/// The system's `read`, which the enum's own function hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
