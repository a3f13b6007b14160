import Foundation

/// A new file that is being written next to the one it will replace; no two writers share a draft.
///
/// A draft is locked by its writer. A name whose draft is locked is skipped, and a draft left behind by a
/// terminated writer is reused. Nothing has to be cleaned up, and two writers never share a draft, even if
/// the lock file that serializes them was removed.
struct DraftFile {
  let path: String
  let file: OpenFile

  /// Creates an empty draft.
  ///
  /// - Parameters:
  ///   - path: the name of the first draft; further ones get a number as a suffix.
  ///   - mode: the file permissions.
  init(_ path: String, mode: mode_t) throws(FileFault) {
    var (slot, candidate) = (0, path)
    while true {
      // Without following a link to another place, or waiting for the other end of a pipe.
      let file = try OpenFile(candidate, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: mode)
      guard try file.tryLock() else {
        slot += 1
        candidate = "\(path)-\(slot)"
        continue
      }
      // Its writer may have renamed it to the file in the meantime.
      guard let identity = file.identity, file.isAt(candidate) else { continue }
      guard identity.isRegular else { throw FileFault(reason: "\(candidate) is no file; remove it") }
      guard identity.size == 0, identity.names == 1 else {
        // Left behind. Removed rather than truncated: the file itself may have this name, too.
        SystemCalls.unlink(candidate)
        if file.isAt(candidate) {
          // Owned by another user, in a folder where only that user can remove it.
          slot += 1
          candidate = "\(path)-\(slot)"
        }
        continue
      }
      (self.path, self.file) = (candidate, file)
      return
    }
  }

  /// Writes all bytes, and waits until they are on the disk; removes the draft if that fails.
  func write(_ bytes: Data) throws(FileFault) {
    do {
      try file.write(bytes)
      try file.synchronize()
    } catch {
      discard()
      throw error
    }
  }

  /// Renames the draft, replacing a file of that name.
  func replace(_ name: String) throws(FileFault) {
    do { try SystemCalls.rename(path, to: name) } catch {
      discard()
      throw error
    }
  }

  /// Removes the draft.
  func discard() {
    SystemCalls.unlink(path)
  }
}
