import Foundation

/// Keeps values in one JSON file, which is always either the old one or the new one.
///
/// The file is never changed in place: it is replaced by another. The one that replaces it has locked it, so what
/// it writes comes on top of what is there by then.
///
/// A lock file beside it makes writers take turns. It is locked by the one that is next, until that has locked the
/// file: so a writer that comes again at once has to wait for those that came before. It may be removed at any
/// time, for no write depends on it.
final class FileBackend: StorageBackend {
  /// A write takes some milliseconds; an app that waits longer than this for others looks dead to its users.
  static let longestWait = Duration.seconds(5)

  let format = StorageFormat.json
  let place: String

  private let url: URL
  /// Where the file is said to be, which may be a link to where it is.
  private let path: String
  private let longestWait: Duration
  private let state = Locked(State())

  private struct State: Sendable {
    var known: KnownFile?
    var watch: FolderWatch?
    var hasComplained = false
    var onChange: Listener?
  }

  /// Not the closure itself: a generic type that holds a function wraps it once more at each access in place.
  private struct Listener: Sendable {
    let call: @Sendable () -> Void
  }

  init(url: URL, longestWait: Duration) {
    self.url = url
    path = url.standardizedFileURL.path
    self.longestWait = longestWait
    place = FilePaths(url).file
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = Listener(call: onChange) }
  }

  func contents(of keys: Set<String>) throws(StorageError) -> StoredContents? {
    // Before looking, so that nothing happens between the two.
    ensureWatch()
    let known = state.withLock { $0.known }
    if let known, known.isAt(path) { return nil }
    return try load(FilePaths(url)).contents
  }

  func commit(_ edit: StorageCommit) throws(StorageError) -> StorageCommit.Outcome {
    ensureWatch()
    let deadline = ContinuousClock.now + longestWait
    do {
      let path = FilePaths(url).lock
      guard let turn = try FileLock.take(path, until: deadline) else { throw locked(edit, path) }
      defer { turn.release() }
      repeat {
        if let outcome = try commitOnce(edit, turn, until: deadline) { return outcome }
      } while ContinuousClock.now < deadline
    } catch let error as StorageError {
      throw error
    } catch {
      throw notSaved(edit, "\(error)")
    }
    throw notSaved(edit, "another program replaced it each time")
  }

  /// Makes changes on top of the file that is there.
  ///
  /// - Returns: nil when another writer has replaced it meanwhile.
  private func commitOnce(
    _ edit: StorageCommit,
    _ turn: FileLock,
    until deadline: ContinuousClock.Instant
  ) throws -> StorageCommit.Outcome? {
    let paths = FilePaths(url)
    let present = try presentFile(paths, for: edit)
    let isLocked = try present.file?.lockIfPossible(until: deadline)
    guard isLocked != false else { throw locked(edit, paths.file) }
    defer { present.file?.unlock() }
    guard present.isAt(paths.file) else { return nil }
    if isLocked == true { turn.release() }
    let values = present.contents.values
    guard edit.isExpected(of: values) else { return .overtaken(present.contents) }
    let newValues = values.applying(edit.changes)
    guard newValues != values || present.contents.damage != nil else {
      return .committed(values, keptAs: nil)
    }
    let text = try JSONFile.text(of: newValues)
    guard text.count <= FileReading.mostBytes else {
      throw FileFault(
        reason: "it would be larger than \(FileReading.mostBytes >> 20) MB, and not be read again"
      )
    }
    let keptAs = try keepBeside(paths, present, for: edit)
    let replacement = FileReplacement(paths: paths, old: present.file, deadline: deadline)
    guard let file = try replacement.replace(with: text) else { return nil }
    state.withLock { $0.known = KnownFile(file, file.identity, contents: StoredContents(values: newValues)) }
    return .committed(newValues, keptAs: keptAs)
  }

  /// The file that is there, read again unless it is known.
  private func presentFile(_ paths: FilePaths, for edit: StorageCommit) throws(StorageError) -> KnownFile {
    if let known = state.withLock({ $0.known }), known.isAt(paths.file) { return known }
    do { return try load(paths) } catch {
      guard case .unreadable(_, _, let reason) = error else { throw error }
      throw notSaved(edit, reason)
    }
  }

  /// Reads the file.
  private func load(_ paths: FilePaths) throws(StorageError) -> KnownFile {
    do throws(FileFault) {
      switch try FileReading.read(paths.file) {
      case .none: return remember(KnownFile(nil, nil, contents: StoredContents(values: [:])))
      case .bytes(let bytes, let file, let identity):
        return remember(KnownFile(file, identity, contents: contents(bytes, paths)))
      case .oversized(let file, let identity):
        let reason = "it is larger than \(FileReading.mostBytes >> 20) MB"
        let keptAs = try? DamagedCopy.keep(oversized: file, of: paths)
        return remember(KnownFile(file, identity, contents: damaged(reason, keptAs)))
      }
    } catch {
      state.withLock { $0.known = nil }
      throw .unreadable(key: nil, place: place, reason: error.description)
    }
  }

  private func contents(_ bytes: Data, _ paths: FilePaths) -> StoredContents {
    do { return StoredContents(values: try JSONFile.values(of: bytes)) } catch {
      let reason = (error as? JSONFault)?.reason ?? "it has a key that is no text"
      return damaged(reason, try? DamagedCopy.keep(unreadable: bytes, of: paths))
    }
  }

  private func damaged(_ reason: String, _ keptAs: String?) -> StoredContents {
    StoredContents(values: [:], damage: .damaged(key: nil, place: place, keptAs: keptAs, reason: reason))
  }

  private func remember(_ file: KnownFile) -> KnownFile {
    state.withLock { $0.known = file }
    return file
  }

  /// Keeps what is about to be lost: a damaged file, or one with a value of the wrong type.
  private func keepBeside(
    _ paths: FilePaths,
    _ present: KnownFile,
    for edit: StorageCommit
  ) throws(StorageError) -> String? {
    guard present.contents.damage != nil || !edit.misfits.isEmpty else { return nil }
    do {
      switch try FileReading.read(paths.file) {
      case .none: return nil
      case .oversized(let file, _): return try DamagedCopy.keep(oversized: file, of: paths)
      case .bytes(let bytes, _, _) where present.contents.damage != nil:
        return try DamagedCopy.keep(unreadable: bytes, of: paths)
      case .bytes(let bytes, _, _): return try DamagedCopy.keep(misfits: edit.misfits, in: bytes, of: paths)
      }
    } catch {
      throw notSaved(edit, "what is there cannot be used, and could not be kept beside: \(error)")
    }
  }

  private func notSaved(_ edit: StorageCommit, _ reason: String) -> StorageError {
    .notSaved(keys: edit.changes.keys.sorted(), place: place, reason: reason)
  }

  private func locked(_ edit: StorageCommit, _ lock: String) -> StorageError {
    .locked(keys: edit.changes.keys.sorted(), place: place, lock: lock)
  }

  /// Watches the folder, as soon as there is one.
  private func ensureWatch() {
    state.withLock { state in
      guard let onChange = state.onChange, state.watch?.isAlive != true else { return }
      let paths = FilePaths(url)
      do throws(FileFault) {
        state.watch = try FolderWatch(
          of: paths.folder,
          isOfInterest: { $0 == paths.name },
          onChange: onChange.call
        )
      } catch {
        state.watch = nil
        guard !state.hasComplained, FileIdentity(path: paths.folder) != nil else { return }
        state.hasComplained = true
        complain(error)
      }
    }
  }

  private func complain(_ fault: FileFault) {
    // Not here: what the log's sink does is the user's, and a lock is held.
    DispatchQueue.global().async { [place] in
      StatoscopeLogger.log(.errors) {
        "changes that others make to \(place) are not announced, but seen when it is read by hand: \(fault)"
      }
    }
  }
}

/// A file whose contents are known, so that it need not be read again while it is the one in place.
///
/// It is held open: so no other file can be taken for it, however fast files follow one another.
private struct KnownFile: Sendable {
  let file: OpenFile?
  let contents: StoredContents
  private let identity: FileIdentity?

  /// - Parameter identity: the file's when its contents were what they are.
  init(_ file: OpenFile?, _ identity: FileIdentity?, contents: StoredContents) {
    self.file = file
    self.identity = identity
    self.contents = contents
  }

  func isAt(_ path: String) -> Bool {
    FileIdentity(path: path) == identity
  }
}
