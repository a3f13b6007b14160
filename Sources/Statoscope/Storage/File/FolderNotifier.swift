import Foundation

/// A notifier of possible replacements of files, by any process.
///
/// One notifier serves all files of all storages: on Linux with one thread and one inotify instance, on Apple
/// platforms with one queue and one descriptor per folder. The system wakes it; it does not poll. On Linux,
/// an event has no cost for the observers of other files; on Apple platforms all observers of the folder are
/// called.
final class FolderNotifier: Sendable {
  /// The notifier of the process: the number of instances is limited by the system.
  static let shared = FolderNotifier()

  fileprivate struct Folder: Sendable {
    let path: String
    /// The observers of single files and links, by their names and the observers' numbers.
    var ofNames: [String: [UInt64: FolderObserver]] = [:]
    /// The observers of all files with an ending.
    var ofSuffixes: [UInt64: FolderObserver] = [:]
    var count = 0
  }

  private struct State: Sendable {
    var events: FolderEvents?
    var folders: [Int32: Folder] = [:]
    var lastNumber: UInt64 = 0
  }

  private let state = Locked(State())

  /// Observes files of a folder.
  ///
  /// - Parameter onChange: is called on a thread of the system's pool, one call at a time.
  /// - Returns: a token that ends the observation when it is released.
  func observe(
    _ folder: String,
    for files: FolderObserver.Files,
    _ onChange: @escaping @Sendable () -> Void
  ) throws(FileFault) -> FolderObservation {
    let observer = state.withLock { state in
      Result { () throws(FileFault) in
        let events: FolderEvents
        if let known = state.events { events = known } else { events = try FolderEvents { self.note($0) } }
        state.events = events
        let key = try events.add(folder)
        state.lastNumber += 1
        let observer = FolderObserver(folder: key, number: state.lastNumber, files: files, onChange)
        state.folders[key, default: Folder(path: folder)].add(observer)
        return observer
      }
    }
    return FolderObservation(try observer.get(), self)
  }

  /// Ends an observation.
  func end(_ observer: FolderObserver) {
    state.withLock { state in
      guard state.folders[observer.folder]?.remove(observer) == true else { return }
      state.folders[observer.folder] = nil
      state.events?.remove(observer.folder)
    }
  }

  private func note(_ event: FolderEvent) {
    let observers = state.withLock { state -> [FolderObserver] in
      switch event {
      case .changed(let folder, let name): return state.folders[folder]?.observers(of: name) ?? []
      case .created(let folder, let name): return state.folders[folder]?.observers(ofNew: name) ?? []
      case .anyChanged(let folder): return state.folders[folder]?.all ?? []
      case .isGone(let folder):
        let observers = state.folders.removeValue(forKey: folder)?.all ?? []
        for observer in observers { observer.noteEnd() }
        state.events?.remove(folder)
        return observers
      case .lost: return state.folders.values.flatMap(\.all)
      }
    }
    for observer in observers { observer.call() }
  }
}

extension FolderNotifier.Folder {
  fileprivate var all: [FolderObserver] { ofNames.values.flatMap(\.values) + ofSuffixes.values }

  fileprivate func observers(of name: String) -> [FolderObserver] {
    let others = ofSuffixes.values.filter {
      if case .suffix(let end) = $0.files { name.hasSuffix(end) } else { false }
    }
    return Array((ofNames[name] ?? [:]).values) + others
  }

  /// Returns the observers of a link that was just created; a new file is announced when it has been written.
  fileprivate func observers(ofNew name: String) -> [FolderObserver] {
    guard let observers = ofNames[name] else { return [] }
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path + "/" + name)
    return target == nil ? [] : Array(observers.values)
  }

  fileprivate mutating func add(_ observer: FolderObserver) {
    count += 1
    switch observer.files {
    case .name(let name): ofNames[name, default: [:]][observer.number] = observer
    case .suffix: ofSuffixes[observer.number] = observer
    }
  }

  /// - Returns: whether it was the last.
  fileprivate mutating func remove(_ observer: FolderObserver) -> Bool {
    count -= 1
    switch observer.files {
    case .name(let name):
      ofNames[name]?[observer.number] = nil
      if ofNames[name]?.isEmpty == true { ofNames[name] = nil }
    case .suffix: ofSuffixes[observer.number] = nil
    }
    return count == 0
  }
}
