import Foundation

/// The back end of one JSON file, which always contains either the old or the new values.
///
/// The file is never changed in place: it is replaced by another. The writer that replaces it has locked it,
/// or its folder where there is no file yet, so its changes apply to the latest contents.
///
/// A lock file next to it serializes writers. The next writer holds it until it has locked the file: a writer
/// that returns immediately has to wait for those that came before. The lock file may be removed at any time,
/// because correctness does not depend on it.
package final class FileBackend: StorageBackend {
  /// The longest wait for another process.
  ///
  /// A write takes some milliseconds; an app that waits longer than this appears to hang.
  package static let longestWait = Duration.seconds(5)

  /// The number of such waits after which a write is given up, even if others have made progress in between.
  package static let mostWaits = 6

  package let place: String

  private let url: URL
  /// The given path, which may be a symbolic link to the file.
  private let path: String
  private let longestWait: Duration
  private let state = Locked(State())

  private struct State: Sendable {
    var known: KnownFile?
    /// The observations of the file, and of the symbolic links that lead to it.
    var observations: [FolderObservation] = []
    var complaints: Set<String> = []
    var listener: CoalescedCall?
  }

  /// - Parameters:
  ///   - url: the location of the file.
  ///   - longestWait: the maximum time that a write waits for other processes.
  package init(url: URL, longestWait: Duration = FileBackend.longestWait) {
    self.url = url
    path = url.standardizedFileURL.path
    self.longestWait = longestWait
    place = FilePaths(url).file
  }

  package func values(of keys: Set<String>) throws -> [String: Data] {
    let (known, observations) = state.withLock { ($0.known, $0.observations) }
    var present = known
    // The folder may be another one, though the file in it is the storage's own.
    if present?.isAt(path) != true || !observations.allSatisfy(\.isAlive) {
      // Before reading, so that no change in between is missed.
      let paths = observedPaths()
      if present?.isAt(paths.file) != true { present = try load(OpenFile.reading(paths.file), paths) }
    }
    let values = try present?.contents.get() ?? [:]
    return keys.reduce(into: [:]) { found, key in found[key] = values[key] }
  }

  // MARK: Reading

  /// Reads the file, and preserves it if it is damaged.
  private func load(_ file: OpenFile?, _ paths: FilePaths) throws(SystemFault) -> KnownFile {
    guard let file else { return remember(KnownFile(nil, nil, .success([:]))) }
    // Before reading: a write in the meantime changes the identity.
    guard let identity = file.identity, identity.isRegular else {
      throw SystemFault(reason: "it is not a file but a folder, a device or a pipe")
    }
    let bytes = try file.bytes()
    var reason = "it is larger than \(OpenFile.mostBytes >> 20) MB"
    if let bytes {
      do throws(JSONFault) {
        return remember(KnownFile(file, identity, .success(try JSONFile.values(of: bytes))))
      } catch {
        reason = error.reason
      }
    }
    // Of the contents: the same damage leaves one copy, however often it is found.
    let hash = (bytes ?? Data("oversized".utf8)).stableHash
    let name = "\(paths.target.name).damaged-\(String(hash, radix: 36))"
    let copying = Result { () throws(SystemFault) in try copy(file, bytes, paths, to: name) }
    let copiedTo = (try? copying.get()) == true ? name : nil
    let damage = StorageError.damaged(key: nil, place: place, copiedTo: copiedTo, reason: reason)
    var known = KnownFile(file, identity, .failure(damage))
    if case .failure(let fault) = copying { known.faultOfCopy = fault }
    return remember(known)
  }

  /// Copies a file, of which the bytes are nil where they are too many: then another link preserves it.
  ///
  /// - Returns: false when another writer has replaced the file in the meantime.
  private func copy(_ file: OpenFile, _ bytes: Data?, _ paths: FilePaths, to name: String) throws(SystemFault)
    -> Bool
  {
    let copy = FilePath(folder: paths.target.folder, name: name)
    let known = try OpenFile.reading(copy.path)
    if let bytes {
      if try known?.bytes() == bytes { return true }
    } else if file.isAt(copy.path) {
      return true
    }
    let draft = try DraftFile(of: copy, mode: 0o600)
    defer { draft.end() }
    if let bytes {
      try draft.file.write(bytes)
    } else {
      SystemCalls.unlink(draft.path)
      try SystemCalls.link(paths.file, to: draft.path)
    }
    guard isPresent(file, paths) else { return false }
    try draft.replace(copy)
    return true
  }

  private func remember(_ file: KnownFile) -> KnownFile {
    state.update { $0.known = file }
    return file
  }

  // MARK: Writing

  package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    let start = ContinuousClock.now
    let end = start + longestWait * FileBackend.mostWaits
    var deadline = start + longestWait
    var paths = observedPaths()
    // What was not there is observed from now on.
    if try paths.target.makeFolder() { paths = observedPaths() }
    let lock = paths.lock
    guard let turn = try OpenFile.locked(lock, until: deadline) else { throw locked(changes, lock) }
    defer { turn.unlock() }
    repeat {
      if let isDone = try commitOnce(changes, expected, turn, until: deadline) { return isDone }
      // Others have written, so none of them hangs.
      deadline = min(.now + longestWait, end)
    } while ContinuousClock.now < end
    throw SystemFault(reason: "another program replaced it each time")
  }

  /// Applies changes to the current file.
  ///
  /// - Returns: nil when another writer has replaced it in the meantime.
  private func commitOnce(
    _ changes: [String: Data?],
    _ expected: [String: Data?],
    _ turn: OpenFile,
    until deadline: ContinuousClock.Instant
  ) throws -> Bool? {
    let paths = FilePaths(url)
    let folder = try OpenFile(paths.target.folder, O_RDONLY | O_DIRECTORY)
    let file = try OpenFile.reading(paths.file)
    let subject = file ?? folder
    let isLocked = try subject.lockIfPossible(until: deadline)
    guard isLocked != false else { throw locked(changes, file == nil ? paths.target.folder : paths.file) }
    defer { subject.unlock() }
    guard isPresent(file, paths) else { return nil }
    if isLocked == true { turn.unlock() }
    let known = state.withLock { $0.known }.flatMap { $0.isAt(paths.file) ? $0 : nil }
    var present = try known ?? load(file, paths)
    // Somebody may have removed the copy, or made space for it.
    if present.isDamaged { present = try load(file, paths) }
    let values = (try? present.contents.get()) ?? [:]
    guard values.match(expected) else { return false }
    let newValues = changes.reduce(into: values) { $0[$1.key] = $1.value }
    guard newValues != values || present.isDamaged else { return true }
    let text = try JSONFile.text(of: newValues)
    guard text.count <= OpenFile.mostBytes else {
      throw SystemFault(
        reason: "it would be larger than \(OpenFile.mostBytes >> 20) MB, and not be read again"
      )
    }
    if let fault = present.faultOfCopy {
      throw SystemFault(reason: "the stored values cannot be used, and could not be copied: \(fault)")
    }
    guard let new = try replace(file, at: paths, with: text) else { return nil }
    _ = remember(KnownFile(new, new.identity, .success(newValues)))
    // The change has been made, whatever follows.
    do { try folder.synchronize() } catch {
      complainOnce("\(place) was changed, but a failure of the power may undo that", error)
    }
    return true
  }

  /// Replaces the file by a new one, which is written under another name and renamed when it is on the disk
  /// completely.
  ///
  /// - Returns: the new file; nil when another writer has replaced the file in the meantime.
  private func replace(
    _ old: OpenFile?,
    at paths: FilePaths,
    with text: Data
  ) throws(SystemFault) -> OpenFile? {
    let mode = old?.identity.map { $0.mode & 0o777 }
    let draft = try DraftFile(of: paths.target, mode: mode ?? 0o666)
    defer { draft.end() }
    if let mode { draft.file.allow(mode) }
    try draft.file.write(text)
    guard isPresent(old, paths) else { return nil }
    try draft.replace(paths.target)
    return draft.file
  }

  /// Returns true when a file, or none, is at the storage's path now.
  private func isPresent(_ file: OpenFile?, _ paths: FilePaths) -> Bool {
    file?.isAt(paths.file) ?? (FileIdentity(path: paths.file) == nil)
  }

  private func locked(_ changes: [String: Data?], _ lock: String) -> StorageError {
    .locked(keys: changes.keys.sorted(), place: place, lock: lock)
  }

  // MARK: Observation

  package func observe(_ onChange: @escaping @Sendable () -> Void) {
    state.update { $0.listener = CoalescedCall(onChange) }
  }

  /// Returns the current location of the file, which is observed from now on, as soon as its folder exists.
  private func observedPaths() -> FilePaths {
    var paths = FilePaths(url)
    var (listener, observations) = state.withLock { ($0.listener, $0.observations) }
    guard let listener else { return paths }
    while observations.map(\.path) != paths.all || !observations.allSatisfy(\.isAlive) {
      var fault: SystemFault?
      do throws(SystemFault) {
        observations = try paths.all.map { path throws(SystemFault) in
          try FolderNotifier.shared.observe(path, listener)
        }
      } catch {
        observations = []
        fault = error
      }
      state.update { $0.observations = observations }
      if let fault {
        if FileIdentity(path: paths.target.folder) != nil {
          complainOnce(
            "changes of \(place) by other processes are not observed, and seen only when a value is read by hand",
            fault
          )
        }
        return paths
      }
      // A link may have changed before it was observed.
      paths = FilePaths(url)
    }
    return paths
  }

  /// Logs a fault of the system, each consequence once.
  private func complainOnce(_ consequence: String, _ fault: SystemFault) {
    guard state.withLock({ $0.complaints.insert(consequence).inserted }) else { return }
    // Asynchronously: the log's sink is code of the user, and the storage holds its lock.
    DispatchQueue.global().async { StatoscopeLogger.log(.errors) { "\(consequence): \(fault)" } }
  }
}

/// A file whose contents are known, so that it need not be read again while it is in place.
///
/// It stays open: until it is closed, no other file gets its number, however often the path is replaced.
struct KnownFile: Sendable {
  /// The values of the file, or the reason why it has none.
  let contents: Result<StoredValues, StorageError>
  /// The reason why damaged contents could not be copied.
  var faultOfCopy: SystemFault?
  private let file: OpenFile?
  private let identity: FileIdentity?

  /// - Parameters:
  ///   - file: the file; nil when there was none.
  ///   - identity: the identity of the file when its contents were read.
  init(_ file: OpenFile?, _ identity: FileIdentity?, _ contents: Result<StoredValues, StorageError>) {
    self.file = file
    self.identity = identity
    self.contents = contents
  }

  var isDamaged: Bool { if case .failure = contents { true } else { false } }

  /// Returns true when a path refers to this file now.
  func isAt(_ path: String) -> Bool { FileIdentity(path: path) == identity }
}

extension Data {
  /// A hash of the bytes that is the same in each run, on each machine (FNV-1a).
  ///
  /// Complexity: O(bytes).
  package var stableHash: UInt64 {
    reduce(into: 0xcbf2_9ce4_8422_2325) { hash, byte in
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }
}
