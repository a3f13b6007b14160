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
  private let onChange: CoalescedCall
  private let hasEnded = Locked(false)

  init(folder: Int32, number: UInt64, files: Files, _ onChange: @escaping @Sendable () -> Void) {
    self.folder = folder
    self.number = number
    self.files = files
    self.onChange = CoalescedCall(onChange)
  }

  /// Whether the folder is still there.
  var isAlive: Bool { !hasEnded.withLock { $0 } }

  func noteEnd() {
    hasEnded.withLock { $0 = true }
  }

  /// Calls the closure soon, on another thread: what it calls is the user's, and may take any time.
  func call() {
    onChange.request()
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
