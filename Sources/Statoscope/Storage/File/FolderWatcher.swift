import Foundation

/// Notices when files may have been replaced, by whichever process.
///
/// One watcher with one thread serves all files of all storages. The system wakes it; it never looks around.
final class FolderWatcher: Sendable {
  /// The process's one; the system has few of them.
  static let shared = FolderWatcher()

  fileprivate struct Folder: Sendable {
    /// The watches of single files, by the files' names and the watches' numbers.
    var ofNames: [String: [UInt64: FolderWatch]] = [:]
    /// The watches of all files with an ending.
    var ofSuffixes: [UInt64: FolderWatch] = [:]
    var count = 0
  }

  private struct State: Sendable {
    var events: FolderEvents?
    var folders: [Int32: Folder] = [:]
    var lastNumber: UInt64 = 0
  }

  private let state = Locked(State())

  /// Watches files of a folder.
  ///
  /// - Parameter onChange: is called on a thread of the system's pool, one call at a time.
  /// - Returns: ends the watch when it is released.
  func watch(
    _ folder: String,
    for files: FolderWatch.Files,
    _ onChange: @escaping @Sendable () -> Void
  ) throws(FileFault) -> FolderWatchToken {
    let watch = state.withLock { state in
      Result { () throws(FileFault) in
        let events: FolderEvents
        if let known = state.events { events = known } else { events = try FolderEvents { self.note($0) } }
        state.events = events
        let folder = try events.add(folder)
        state.lastNumber += 1
        let watch = FolderWatch(folder: folder, number: state.lastNumber, files: files, onChange)
        state.folders[folder, default: Folder()].add(watch)
        return watch
      }
    }
    return FolderWatchToken(try watch.get(), self)
  }

  /// Ends a watch.
  func end(_ watch: FolderWatch) {
    state.withLock { state in
      guard state.folders[watch.folder]?.remove(watch) == true else { return }
      state.folders[watch.folder] = nil
      state.events?.remove(watch.folder)
    }
  }

  private func note(_ event: FolderEvent) {
    let watches = state.withLock { state -> [FolderWatch] in
      switch event {
      case .changed(let folder, let name): return state.folders[folder]?.watches(of: name) ?? []
      case .anyChanged(let folder): return state.folders[folder]?.all ?? []
      case .isGone(let folder):
        let watches = state.folders.removeValue(forKey: folder)?.all ?? []
        for watch in watches { watch.noteEnd() }
        state.events?.remove(folder)
        return watches
      case .lost: return state.folders.values.flatMap(\.all)
      }
    }
    for watch in watches { watch.call() }
  }
}

extension FolderWatcher.Folder {
  fileprivate var all: [FolderWatch] { ofNames.values.flatMap(\.values) + ofSuffixes.values }

  fileprivate func watches(of name: String) -> [FolderWatch] {
    let others = ofSuffixes.values.filter {
      if case .suffix(let end) = $0.files { name.hasSuffix(end) } else { false }
    }
    return Array((ofNames[name] ?? [:]).values) + others
  }

  fileprivate mutating func add(_ watch: FolderWatch) {
    count += 1
    switch watch.files {
    case .name(let name): ofNames[name, default: [:]][watch.number] = watch
    case .suffix: ofSuffixes[watch.number] = watch
    }
  }

  /// - Returns: whether it was the last.
  fileprivate mutating func remove(_ watch: FolderWatch) -> Bool {
    count -= 1
    switch watch.files {
    case .name(let name):
      ofNames[name]?[watch.number] = nil
      if ofNames[name]?.isEmpty == true { ofNames[name] = nil }
    case .suffix: ofSuffixes[watch.number] = nil
    }
    return count == 0
  }
}
