import Foundation

/// The files that belong to one storage, all in one folder.
struct FilePaths: Sendable {
  let folder: String
  let name: String

  /// Follows symbolic links, so that a link stays one when the file is replaced.
  init(_ url: URL) {
    let file = url.standardizedFileURL.resolvingSymlinksInPath()
    folder = file.deletingLastPathComponent().path
    name = file.lastPathComponent
  }

  var file: String { folder + "/" + name }

  /// Whoever replaces the file holds this one locked; it stays, empty.
  var lock: String { folder + "/." + name + ".lock" }

  /// What the file is replaced by while it is being written; only who holds the lock writes it.
  var draft: String { folder + "/." + name + ".draft" }

  /// Keeps bytes that are no good beside the file, under a name that says what they are.
  ///
  /// The name depends on the bytes, so that the same ones are kept once, however often they are found.
  ///
  /// - Returns: the name.
  func keepBeside(_ bytes: Data) throws(FileFault) -> String {
    let digest = bytes.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { digest, byte in
      digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    let kept = "\(name).damaged-\(String(digest, radix: 36))"
    let path = folder + "/" + kept
    if let present = try OpenFile.read(path), present.bytes == bytes { return kept }
    let unfinished = folder + "/." + kept + ".draft"
    let file = try FileReplacement.create(unfinished, mode: 0o600)
    do {
      try file.write(bytes)
      try file.synchronize()
    } catch {
      unlink(unfinished)
      throw error
    }
    guard rename(unfinished, path) == 0 else { throw FileFault(errno) }
    return kept
  }
}

/// Puts a new file in the place of the old one: all of it, or nothing.
struct FileReplacement {
  private let paths: FilePaths

  init(_ paths: FilePaths) {
    self.paths = paths
  }

  /// Replaces the file, and waits until that is on the disk.
  ///
  /// The new file is written beside, and takes the old one's name when all of it is on the disk.
  func replace(with text: Data) throws(FileFault) -> OpenFile {
    let mode = FileIdentity(path: paths.file).map { mode_t($0.mode & 0o777) }
    let draft = try FileReplacement.create(paths.draft, mode: mode ?? 0o666)
    do {
      if let mode { fchmod(draft.descriptor, mode) }
      try draft.write(text)
      try draft.synchronize()
    } catch {
      unlink(paths.draft)
      throw error
    }
    guard rename(paths.draft, paths.file) == 0 else {
      let fault = FileFault(errno)
      unlink(paths.draft)
      throw fault
    }
    try synchronizeFolder()
    // Anew, because its size is known only now.
    return OpenFile(dup(draft.descriptor))
  }

  /// Makes an empty file of what may be left of one, but never follows a link somewhere else.
  static func create(_ path: String, mode: mode_t) throws(FileFault) -> OpenFile {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileFault(errno) }
    return OpenFile(descriptor)
  }

  private func synchronizeFolder() throws(FileFault) {
    let descriptor = open(paths.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(errno) }
    let folder = OpenFile(descriptor)
    // Some file systems have nothing to do for a folder, and say so.
    guard fsync(folder.descriptor) == 0 || errno == EINVAL else { throw FileFault(errno) }
  }
}

/// The right to replace a file, which one process has at a time; the system takes it back from one that dies.
package struct FileLock {
  private let file: OpenFile

  /// Waits until it is free.
  package init(_ path: String) throws(FileFault) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileFault(errno) }
    file = OpenFile(descriptor)
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileFault(errno) }
    }
  }

  package func release() {
    flock(file.descriptor, LOCK_UN)
  }
}
