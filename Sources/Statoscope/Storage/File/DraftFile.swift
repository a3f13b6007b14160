import Foundation

/// A file that is being written, beside the one whose place it will take; no two writers have the same.
///
/// A draft is locked by its writer. A name whose draft is locked is passed over, and one that a writer has left
/// behind when it ended is taken again. So nothing has to be cleaned up, and two writers never share a draft, not
/// even when the lock file that lets them take turns was removed.
struct DraftFile {
  let path: String
  let file: OpenFile

  /// Makes an empty draft.
  ///
  /// - Parameters:
  ///   - path: the name of the first draft; others have a number behind it.
  ///   - mode: the permissions to read and write it.
  init(_ path: String, mode: mode_t) throws(FileFault) {
    var (slot, candidate) = (0, path)
    while true {
      // Not following a link to somewhere else, nor waiting for the other end of a pipe.
      let file = try OpenFile(candidate, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: mode)
      guard try file.tryLock() else {
        slot += 1
        candidate = "\(path)-\(slot)"
        continue
      }
      // Its writer may have given it the file's name meanwhile.
      guard let identity = file.identity, file.isAt(candidate) else { continue }
      guard identity.isRegular else { throw FileFault(reason: "\(candidate) is no file; remove it") }
      guard identity.size == 0, identity.names == 1 else {
        // Left behind. Not emptied but removed: the file itself may have been given this name, too.
        SystemCalls.unlink(candidate)
        if file.isAt(candidate) {
          // Another user's, in a folder where only they can remove it.
          slot += 1
          candidate = "\(path)-\(slot)"
        }
        continue
      }
      (self.path, self.file) = (candidate, file)
      return
    }
  }

  /// Writes all bytes, and waits until they are on the disk; else the draft is gone.
  func write(_ bytes: Data) throws(FileFault) {
    do {
      try file.write(bytes)
      try file.synchronize()
    } catch {
      discard()
      throw error
    }
  }

  /// Gives the draft a name that another file may have.
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
