import Foundation

/// The result of reading a path: nothing, the bytes of a file, or a file that is too large.
enum FileReading {
  /// The size limit: a state file that large is a mistake, and a sparse file may claim any size.
  static let mostBytes = 256 * 1024 * 1024

  case none
  case bytes(Data, FileIdentity)
  case oversized(OpenFile, FileIdentity)

  /// Opens a file and reads all of it, unless it is too large.
  static func read(_ path: String) throws(FileFault) -> FileReading {
    guard let file = try open(path) else { return .none }
    // Before reading: a write in the meantime changes the identity.
    guard let identity = file.identity, identity.isRegular else {
      throw FileFault(reason: "it is not a file but a folder, a device or a pipe")
    }
    guard let bytes = try file.bytes(atMost: mostBytes) else { return .oversized(file, identity) }
    return .bytes(bytes, identity)
  }

  /// Opens a file; returns nil when there is none.
  static func open(_ path: String) throws(FileFault) -> OpenFile? {
    do {
      // Without blocking: it might be a pipe that no process writes to.
      return try OpenFile(path, O_RDONLY | O_NONBLOCK)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }
}
