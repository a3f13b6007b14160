import Foundation

/// Keeps values in one JSON file, which is always either the old one or the new one.
///
/// The file is never changed in place: it is replaced by another. A lock file beside it makes processes take
/// turns, and what they write comes on top of what is there by then.
final class FileBackend: StorageBackend {
  let format = StorageFormat.json
  let place: String

  private let paths: FilePaths
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

  init(url: URL) {
    paths = FilePaths(url)
    place = paths.file
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = Listener(call: onChange) }
  }

  func contents(of keys: Set<String>) throws(StorageError) -> StoredContents? {
    // Before looking, so that nothing happens between the two.
    ensureWatch()
    let known = state.withLock { $0.known }
    if let known, known.isAt(paths.file) { return nil }
    return try load().contents
  }

  func commit(_ edit: StorageCommit) throws(StorageError) -> StorageCommit.Outcome {
    ensureWatch()
    let lock: FileLock
    do { lock = try FileLock(paths.lock) } catch { throw notSaved(edit, error) }
    defer { lock.release() }
    let present: KnownFile
    if let known = state.withLock({ $0.known }), known.isAt(paths.file) {
      present = known
    } else {
      do { present = try load() } catch {
        if case .unreadable(_, let place, let reason) = error {
          throw .notSaved(keys: edit.changes.keys.sorted(), place: place, reason: reason)
        }
        throw error
      }
    }
    let values = present.contents.values
    guard edit.isExpected(of: values) else { return .overtaken(present.contents) }
    let newValues = values.applying(edit.changes)
    guard newValues != values || present.contents.damage != nil else {
      return .committed(values, keptAs: nil)
    }
    let keptAs = try keepBeside(present, for: edit)
    do {
      let text = try JSONFile.text(of: newValues)
      let file = try FileReplacement(paths).replace(with: text)
      state.withLock { $0.known = KnownFile(file, contents: StoredContents(values: newValues)) }
    } catch {
      throw notSaved(edit, error)
    }
    return .committed(newValues, keptAs: keptAs)
  }

  /// Reads the file, whoever has written it.
  private func load() throws(StorageError) -> KnownFile {
    let loaded: (file: OpenFile, bytes: Data)?
    do { loaded = try OpenFile.read(paths.file) } catch {
      state.withLock { $0.known = nil }
      throw .unreadable(key: nil, place: place, reason: "\(error)")
    }
    guard let loaded else { return remember(KnownFile(nil, contents: StoredContents(values: [:]))) }
    do {
      let values = try JSONFile.values(of: loaded.bytes)
      return remember(KnownFile(loaded.file, contents: StoredContents(values: values)))
    } catch {
      let reason = (error as? JSONFault)?.reason ?? "it has a key that is no text"
      let keptAs = try? paths.keepBeside(loaded.bytes)
      let damage = StorageError.damaged(key: nil, place: place, keptAs: keptAs, reason: reason)
      return remember(KnownFile(loaded.file, contents: StoredContents(values: [:], damage: damage)))
    }
  }

  private func remember(_ file: KnownFile) -> KnownFile {
    state.withLock { $0.known = file }
    return file
  }

  /// Keeps what is about to be lost: a damaged file, or one with a value of the wrong type.
  private func keepBeside(_ present: KnownFile, for edit: StorageCommit) throws(StorageError) -> String? {
    guard present.contents.damage != nil || !edit.misfits.isEmpty else { return nil }
    do {
      guard let bytes = try OpenFile.read(paths.file)?.bytes else { return nil }
      return try paths.keepBeside(bytes)
    } catch {
      throw .notSaved(
        keys: edit.changes.keys.sorted(),
        place: place,
        reason: "what is there is no good, and could not be kept beside: \(error)"
      )
    }
  }

  private func notSaved(_ edit: StorageCommit, _ error: any Error) -> StorageError {
    .notSaved(keys: edit.changes.keys.sorted(), place: place, reason: "\(error)")
  }

  /// Watches the folder, as soon as there is one.
  private func ensureWatch() {
    state.withLock { state in
      guard let onChange = state.onChange, state.watch?.isAlive != true else { return }
      do throws(FileFault) {
        state.watch = try FolderWatch(
          of: paths.folder,
          isOfInterest: { [name = paths.name] in $0 == name },
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

  init(_ file: OpenFile?, contents: StoredContents) {
    self.file = file
    self.contents = contents
  }

  func isAt(_ path: String) -> Bool {
    FileIdentity(path: path) == file?.identity
  }
}
