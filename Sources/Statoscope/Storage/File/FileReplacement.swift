import Foundation

/// The atomic replacement of a file by a new one.
struct FileReplacement {
  let paths: FilePaths
  /// The file to be replaced, locked; nil when there is none.
  let old: OpenFile?
  let deadline: ContinuousClock.Instant

  /// Replaces the file, and waits until the replacement is on the disk.
  ///
  /// The new file is written under another name, and renamed when it is on the disk completely.
  ///
  /// - Returns: the identity of the new file, or nil when there was no file before and another writer has
  ///   created one in the meantime.
  func replace(with text: Data) throws(FileFault) -> FileIdentity? {
    let folder = try OpenFile(paths.folder, O_RDONLY | O_DIRECTORY)
    let mode = old?.identity.map { mode_t($0.mode & 0o777) }
    let draft = try DraftFile(paths.draft, mode: mode ?? 0o666)
    defer { draft.file.unlock() }
    if let mode { draft.file.allow(mode) }
    try draft.write(text)
    if old != nil {
      try draft.replace(paths.file)
    } else {
      guard try create(draft, in: folder) else {
        draft.discard()
        return nil
      }
    }
    try synchronize(folder)
    return draft.file.identity
  }

  /// Renames the draft to the file's name, unless there is a file by now.
  ///
  /// There is no file yet that could be locked, so its folder is locked for that moment.
  private func create(_ draft: DraftFile, in folder: OpenFile) throws(FileFault) -> Bool {
    guard try folder.lockIfPossible(until: deadline) != false else {
      throw FileFault(reason: "another process keeps its folder locked")
    }
    defer { folder.unlock() }
    guard SystemCalls.status(paths.file) == nil else { return false }
    try draft.replace(paths.file)
    return true
  }

  private func synchronize(_ folder: OpenFile) throws(FileFault) {
    do { try folder.synchronize() } catch {
      // Some file systems need not synchronize folders, and report that.
      guard error.code == EINVAL else { throw error }
    }
  }
}
