import Foundation

/// A closure to be called when some files of a folder may have changed.
final class FolderObserver: Sendable {
  /// Some files of a folder.
  enum Files: Sendable {
    /// A file as soon as it is whole, or a symbolic link as soon as it is made.
    case name(String)
    /// All files whose names have an ending.
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

  /// A value of true while the folder is still there.
  var isAlive: Bool { !hasEnded.withLock { $0 } }

  /// Notes that the folder is no longer there.
  func noteEnd() {
    hasEnded.withLock { $0 = true }
  }

  /// Calls the closure soon, on another thread: what it calls is the user's, and may take any time.
  func call() {
    onChange.request()
  }
}

/// Ends the observation of a folder's files when it is released.
final class FolderObservation: Sendable {
  private let observer: FolderObserver
  private let notifier: FolderNotifier

  init(_ observer: FolderObserver, _ notifier: FolderNotifier) {
    self.observer = observer
    self.notifier = notifier
  }

  deinit {
    notifier.end(observer)
  }

  /// A value of true while the folder is still there.
  var isAlive: Bool { observer.isAlive }
}
