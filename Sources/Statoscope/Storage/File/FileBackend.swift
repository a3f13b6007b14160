import Foundation

/// The back end of one JSON file, which always contains either the old or the new values.
///
/// The file is never changed in place: it is replaced by another. The writer that replaces it has locked it,
/// so its changes apply to the latest contents.
///
/// A lock file next to it serializes writers. The next writer holds it until it has locked the file: a writer
/// that returns immediately has to wait for those that came before. The lock file may be removed at any time,
/// because correctness does not depend on it.
package final class FileBackend: KeepingBackend {
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
    /// A Boolean value that indicates whether one of the links may have changed.
    var isRetargeted = false
    var hasComplained = false
    var onChange: Listener?
  }

  /// Not the closure itself: a generic type that holds a function wraps it again at each access in place.
  private struct Listener: Sendable {
    let call: @Sendable () -> Void
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

  package func observe(_ onChange: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = Listener(call: onChange) }
  }

  package func values(of keys: Set<String>) throws -> [String: Data] {
    // Before reading, so that no change in between is missed.
    ensureObservation()
    var present = state.withLock { $0.known }
    if present?.isAt(path) != true { present = try load(FilePaths(url)) }
    let values = try present?.contents.get() ?? [:]
    return keys.reduce(into: [:]) { found, key in found[key] = values[key] }
  }

  package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    if case .committed = try commit(changes, expecting: expected, misfits: [:]) { true } else { false }
  }

  func commit(
    _ changes: [String: Data?],
    expecting expected: [String: Data?],
    misfits: [String: String]
  ) throws -> KeepingOutcome {
    ensureObservation()
    let edit = Edit(changes: changes, expected: expected, misfits: misfits)
    let start = ContinuousClock.now
    let end = start + longestWait * FileBackend.mostWaits
    var deadline = start + longestWait
    do {
      let path = FilePaths(url).lock
      guard let turn = try FileLock.take(path, until: deadline) else { throw locked(edit, path) }
      defer { turn.release() }
      repeat {
        if let outcome = try commitOnce(edit, turn, until: deadline) { return outcome }
        // Others have written, so none of them hangs.
        deadline = min(.now + longestWait, end)
      } while ContinuousClock.now < end
    } catch let error as StorageError {
      throw error
    } catch {
      throw notSaved(edit, "\(error)")
    }
    throw notSaved(edit, "another program replaced it each time")
  }

  /// Changes, and the values that they are based on.
  private struct Edit {
    let changes: [String: Data?]
    let expected: [String: Data?]
    let misfits: [String: String]
  }

  /// Applies changes to the current file.
  ///
  /// - Returns: nil when another writer has replaced it in the meantime.
  private func commitOnce(
    _ edit: Edit,
    _ turn: FileLock,
    until deadline: ContinuousClock.Instant
  ) throws -> KeepingOutcome? {
    let paths = FilePaths(url)
    let file = try FileReading.open(paths.file)
    let isLocked = try file?.lockIfPossible(until: deadline)
    guard isLocked != false else { throw locked(edit, paths.file) }
    defer { file?.unlock() }
    guard file?.isAt(paths.file) ?? (SystemCalls.status(paths.file) == nil) else { return nil }
    if isLocked == true { turn.release() }
    let present = try presentFile(paths, for: edit)
    let values = (try? present.contents.get()) ?? [:]
    guard values.match(edit.expected) else { return .overtaken }
    let newValues = values.applying(edit.changes)
    guard newValues != values || present.isDamaged else { return .committed(keptAs: nil) }
    let text = try JSONFile.text(of: newValues)
    guard text.count <= FileReading.mostBytes else {
      throw FileFault(
        reason: "it would be larger than \(FileReading.mostBytes >> 20) MB, and not be read again"
      )
    }
    let keptAs = try keepBeside(paths, present, for: edit)
    let replacement = FileReplacement(paths: paths, old: file, deadline: deadline)
    guard let identity = try replacement.replace(with: text) else { return nil }
    remember(KnownFile(identity, contents: .success(newValues)))
    return .committed(keptAs: keptAs)
  }

  /// Returns the current file, read again unless it is known.
  private func presentFile(_ paths: FilePaths, for edit: Edit) throws(StorageError) -> KnownFile {
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
      case .none: return remember(KnownFile(nil, contents: .success([:])))
      case .bytes(let bytes, let identity):
        return remember(KnownFile(identity, contents: contents(bytes, paths)))
      case .oversized(let file, let identity):
        let reason = "it is larger than \(FileReading.mostBytes >> 20) MB"
        let keptAs = try? DamagedCopy.keep(oversized: file, of: paths)
        return remember(KnownFile(identity, contents: damaged(reason, keptAs)))
      }
    } catch {
      state.withLock { $0.known = nil }
      throw .unreadable(key: nil, place: place, reason: error.description)
    }
  }

  private func contents(_ bytes: Data, _ paths: FilePaths) -> FileContents {
    do { return .success(try JSONFile.values(of: bytes)) } catch {
      let reason = (error as? JSONFault)?.reason ?? "it has a key that is no text"
      return damaged(reason, try? DamagedCopy.keep(unreadable: bytes, of: paths))
    }
  }

  private func damaged(_ reason: String, _ keptAs: String?) -> FileContents {
    .failure(.damaged(key: nil, place: place, keptAs: keptAs, reason: reason))
  }

  @discardableResult
  private func remember(_ file: KnownFile) -> KnownFile {
    state.withLock { $0.known = file }
    return file
  }

  /// Copies contents that are about to be lost: a damaged file, or one with a value of the wrong type.
  private func keepBeside(
    _ paths: FilePaths,
    _ present: KnownFile,
    for edit: Edit
  ) throws(StorageError) -> String? {
    guard present.isDamaged || !edit.misfits.isEmpty else { return nil }
    do {
      switch try FileReading.read(paths.file) {
      case .none: return nil
      case .oversized(let file, _): return try DamagedCopy.keep(oversized: file, of: paths)
      case .bytes(let bytes, _) where present.isDamaged:
        return try DamagedCopy.keep(unreadable: bytes, of: paths)
      case .bytes(let bytes, _): return try DamagedCopy.keep(misfits: edit.misfits, in: bytes, of: paths)
      }
    } catch {
      throw notSaved(edit, "the stored values cannot be used, and could not be copied: \(error)")
    }
  }

  private func notSaved(_ edit: Edit, _ reason: String) -> StorageError {
    .notSaved(keys: edit.changes.keys.sorted(), place: place, reason: reason)
  }

  private func locked(_ edit: Edit, _ lock: String) -> StorageError {
    .locked(keys: edit.changes.keys.sorted(), place: place, lock: lock)
  }

  /// Observes the file at its current location, as soon as its folder exists.
  private func ensureObservation() {
    state.withLock { state in
      guard let onChange = state.onChange else { return }
      let isAlive = !state.observations.isEmpty && state.observations.allSatisfy(\.isAlive)
      guard !isAlive || state.isRetargeted else { return }
      state.isRetargeted = false
      let notifier = FolderNotifier.shared
      var folder: String?
      do throws(FileFault) {
        // The links first: their targets may change as soon as they are known.
        var observations: [FolderObservation] = []
        for link in FilePaths.links(to: url) {
          let observation = try notifier.observe(link.folder, for: .name(link.name)) { [weak self] in
            self?.noteRetargeted()
            onChange.call()
          }
          observations.append(observation)
        }
        let paths = FilePaths(url)
        folder = paths.folder
        let observation = try notifier.observe(paths.folder, for: .name(paths.name)) { [weak self] in
          // A link that has replaced the file.
          if paths.isLink { self?.noteRetargeted() }
          onChange.call()
        }
        observations.append(observation)
        state.observations = observations
      } catch {
        state.observations = []
        guard !state.hasComplained, folder.map({ FileIdentity(path: $0) != nil }) ?? true else { return }
        state.hasComplained = true
        complain(error)
      }
    }
  }

  private func noteRetargeted() {
    state.withLock { $0.isRetargeted = true }
  }

  private func complain(_ fault: FileFault) {
    // Asynchronously: the log's sink is code of the user, and a lock is held.
    DispatchQueue.global().async { [place] in
      StatoscopeLogger.log(.errors) {
        "changes that others make to \(place) are not announced, but seen when it is read by hand: \(fault)"
      }
    }
  }
}
