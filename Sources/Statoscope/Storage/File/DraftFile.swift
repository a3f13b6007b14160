import Foundation

/// A new file that is being written next to the one it will replace; no two writers share a draft.
///
/// A draft is locked by its writer. A name whose draft is in use is skipped, and a draft left behind by a
/// terminated writer is removed. Nothing has to be cleaned up, and two writers never share a draft, even if
/// the lock file that serializes them was removed.
struct DraftFile {
  let path: String
  let file: OpenFile

  /// Creates an empty draft; further ones of the same place get a number as a suffix.
  init(of place: FilePaths.Place, mode: mode_t) throws(SystemFault) {
    var (slot, candidate) = (0, place.draft)
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
      candidate = "\(place.draft)-\(slot)"
    }
  }

  /// Renames the draft, replacing a file of that name.
  func replace(_ place: FilePaths.Place) throws(SystemFault) {
    try SystemCalls.rename(path, to: place.path)
  }

  /// Unlocks the draft, and removes it unless it was renamed.
  func end() {
    if file.isAt(path) { SystemCalls.unlink(path) }
    file.unlock()
  }
}
