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

  private struct Folder: Sendable {
    let path: String
    /// The listeners by the names of their files, and by their numbers.
    var listeners: [String: [UInt64: CoalescedCall]] = [:]

    var all: [CoalescedCall] { listeners.values.flatMap(\.values) }
  }

  private struct State: Sendable {
    var events: FolderEvents?
    var folders: [Int32: Folder] = [:]
    var lastNumber: UInt64 = 0
  }

  private let state = Locked(State())

  /// Observes a file once it is complete, or a symbolic link once it is created.
  ///
  /// - Parameters:
  ///   - place: the file; one without a name stands for all files of its folder.
  ///   - listener: is called on a thread of the system's pool, one call at a time.
  func observe(_ place: FilePaths.Place, _ listener: CoalescedCall) throws(SystemFault) -> FolderObservation {
    let result = state.withLock { state in
      Result { () throws(SystemFault) in
        let events: FolderEvents
        if let known = state.events { events = known } else { events = try FolderEvents { self.note($0) } }
        state.events = events
        let number = try events.add(place.folder)
        state.lastNumber += 1
        state.folders[number, default: Folder(path: place.folder)]
          .listeners[place.name, default: [:]][state.lastNumber] = listener
        let token = ReleaseToken { [listener = state.lastNumber] in self.end(listener, place.name, of: number)
        }
        return FolderObservation(place: place, folder: number, token: token)
      }
    }
    return try result.get()
  }

  private func end(_ listener: UInt64, _ name: String, of folder: Int32) {
    // The listener is released outside the lock.
    _ = state.withLock { state in
      let ended = state.folders[folder]?.listeners[name]?.removeValue(forKey: listener)
      if state.folders[folder]?.listeners[name]?.isEmpty == true {
        state.folders[folder]?.listeners[name] = nil
      }
      guard state.folders[folder]?.listeners.isEmpty == true else { return ended }
      state.folders[folder] = nil
      state.events?.remove(folder)
      return ended
    }
  }

  fileprivate func isObserved(_ folder: Int32) -> Bool {
    state.withLock { $0.folders[folder] != nil }
  }

  private func note(_ event: FolderEvent) {
    let listeners = state.withLock { state -> [CoalescedCall] in
      switch event {
      case .changed(let folder, let name?):
        return ["", name].flatMap { state.folders[folder]?.listeners[$0] ?? [:] }.map(\.value)
      case .created(let folder, let name):
        guard let folder = state.folders[folder], let listeners = folder.listeners[name] else { return [] }
        // A link is complete; a new file is announced when it has been written.
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/" + name)
        return target == nil ? [] : Array(listeners.values)
      case .changed(let folder, nil): return state.folders[folder]?.all ?? []
      case .isGone(let folder):
        state.events?.remove(folder)
        return state.folders.removeValue(forKey: folder)?.all ?? []
      case .lost: return state.folders.values.flatMap(\.all)
      }
    }
    for listener in listeners { listener.request() }
  }
}

/// A change in an observed folder; folders are identified by numbers.
enum FolderEvent: Sendable {
  /// A file may have been replaced; nil stands for any file of the folder.
  case changed(Int32, String?)
  /// A file or a symbolic link was created; a file is still empty or incomplete at that moment.
  case created(Int32, String)
  /// The folder was removed or moved, and is no longer observed.
  case isGone(Int32)
  /// Events were lost, so anything may have happened.
  case lost
}

/// The observation of a file, until it is released.
struct FolderObservation: Sendable {
  let place: FilePaths.Place
  fileprivate let folder: Int32
  fileprivate let token: ReleaseToken

  /// A Boolean value that indicates whether the folder still exists.
  var isAlive: Bool { FolderNotifier.shared.isObserved(folder) }
}
