import Foundation

/// A closure to be called when some files of a folder may have changed.
final class FolderWatch: Sendable {
  /// Some files of a folder.
  enum Files: Sendable {
    case name(String)
    case suffix(String)
  }

  let folder: Int32
  let number: UInt64
  let files: Files
  private let onChange: @Sendable () -> Void
  private let state = Locked(State())

  private struct State: Sendable {
    var isAlive = true
    /// Whether a call is to come that will see what happens now.
    var isCallPending = false
    var isCalling = false
  }

  init(folder: Int32, number: UInt64, files: Files, _ onChange: @escaping @Sendable () -> Void) {
    self.folder = folder
    self.number = number
    self.files = files
    self.onChange = onChange
  }

  /// Whether the folder is still there.
  var isAlive: Bool { state.withLock { $0.isAlive } }

  func noteEnd() {
    state.withLock { $0.isAlive = false }
  }

  /// Calls the closure soon, on another thread: what it calls is the user's, and may take any time.
  func call() {
    let isNew = state.withLock { state in
      defer { state.isCallPending = true }
      return !state.isCallPending && !state.isCalling
    }
    if isNew { DispatchQueue.global().async { self.callAll() } }
  }

  private func callAll() {
    while state.withLock({ state in
      state.isCalling = state.isCallPending
      state.isCallPending = false
      return state.isCalling
    }) {
      onChange()
    }
  }
}

/// Ends a watch of a folder when it is released.
final class FolderWatchToken: Sendable {
  private let watch: FolderWatch
  private let watcher: FolderWatcher

  init(_ watch: FolderWatch, _ watcher: FolderWatcher) {
    self.watch = watch
    self.watcher = watcher
  }

  deinit {
    watcher.end(watch)
  }

  /// Whether the folder is still there.
  var isAlive: Bool { watch.isAlive }
}
