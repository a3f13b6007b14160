import Foundation

/// A closure that is called when some files of a folder may have changed.
final class FolderObserver: Sendable {
  /// A selection of files of a folder.
  enum Files: Sendable {
    /// A file once it is complete, or a symbolic link once it is created.
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

  /// A Boolean value that indicates whether the folder still exists.
  var isAlive: Bool { !hasEnded.withLock { $0 } }

  /// Marks the folder as removed.
  func noteEnd() {
    hasEnded.withLock { $0 = true }
  }

  /// Calls the closure soon, on another thread: it is code of the user, and may take any time.
  func call() {
    onChange.request()
  }
}

/// A token that ends the observation of a folder's files when it is released.
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

  /// A Boolean value that indicates whether the folder still exists.
  var isAlive: Bool { observer.isAlive }
}
