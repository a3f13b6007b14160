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
  ///   - path: the file; one without a name stands for all files of its folder.
  ///   - listener: is called on a thread of the system's pool, one call at a time.
  func observe(_ path: FilePath, _ listener: CoalescedCall) throws(SystemFault) -> FolderObservation {
    let result = state.withLock { state in
      Result { () throws(SystemFault) in
        let events: FolderEvents
        if let known = state.events { events = known } else { events = try FolderEvents { self.receive($0) } }
        state.events = events
        let number = try events.add(path.folder)
        state.lastNumber += 1
        state.folders[number, default: Folder(path: path.folder)]
          .listeners[path.name, default: [:]][state.lastNumber] = listener
        let token = ReleaseToken { [listener = state.lastNumber] in self.end(listener, path.name, of: number)
        }
        return FolderObservation(path: path, folder: number, token: token)
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

  private func receive(_ event: FolderEvent) {
    let listeners = state.withLock { state -> [CoalescedCall] in
      switch event {
      case .changed(let folder, let name?):
        return ["", name].flatMap { state.folders[folder]?.listeners[$0] ?? [:] }.map(\.value)
      case .created(let folder, let name):
        guard let folder = state.folders[folder], let listeners = folder.listeners[name] else { return [] }
        // A link is complete; a new file is reported again when it has been written.
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
  let path: FilePath
  fileprivate let folder: Int32
  fileprivate let token: ReleaseToken

  /// A Boolean value that indicates whether the folder still exists.
  var isAlive: Bool { FolderNotifier.shared.isObserved(folder) }
}

#if canImport(Glibc) || canImport(Musl)
  /// The changes in folders, reported by one inotify instance that one thread reads.
  final class FolderEvents: Sendable {
    private let queue: Int32

    /// - Parameter receive: is called on that thread.
    init(_ receive: @escaping @Sendable (FolderEvent) -> Void) throws(SystemFault) {
      queue = inotify_init1(Int32(IN_CLOEXEC))
      guard queue >= 0 else { throw SystemFault(errno) }
      let queue = queue
      Thread.detachNewThread {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
          let count = SystemCalls.read(queue, into: &buffer)
          if count > 0 { FolderEvents.parse(buffer[..<count], receive) }
          guard count >= 0 || errno == EINTR else { return }
        }
      }
    }

    /// Observes a folder.
    func add(_ folder: String) throws(SystemFault) -> Int32 {
      let events =
        IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
      return try SystemCalls.addFolder(queue, folder, Int32(events))
    }

    /// Ends the observation of a folder.
    func remove(_ folder: Int32) {
      inotify_rm_watch(queue, folder)
    }

    /// Parses events in the system's format: four numbers of four bytes each, and a name padded with zeros.
    private static func parse(_ bytes: ArraySlice<UInt8>, _ receive: (FolderEvent) -> Void) {
      var rest = bytes
      while rest.count >= 16 {
        let (folder, mask) = (Int32(bitPattern: number(rest)), number(rest.dropFirst(4)))
        let name = rest.dropFirst(16).prefix(Int(number(rest.dropFirst(12))))
        rest = rest[name.endIndex...]
        let gone = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED) | UInt32(IN_UNMOUNT)
        let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
          receive(.lost)
        } else if mask & gone != 0 {
          receive(.isGone(folder))
        } else if mask & UInt32(IN_CREATE) != 0 {
          receive(.created(folder, text))
        } else {
          receive(.changed(folder, text))
        }
      }
    }

    /// Returns the first four bytes as a number in native byte order.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      let number = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
      return UInt32(littleEndian: 1) == 1 ? number : number.byteSwapped
    }
  }
#else
  /// The changes in folders, reported by kqueue: one descriptor per folder, all on one dispatch queue.
  ///
  /// It does not report which file of a folder has changed, nor that a file was changed in place: its folder has not.
  final class FolderEvents: Sendable {
    private typealias Source = ThreadSafe<any DispatchSourceFileSystemObject>

    private struct State: Sendable {
      var sources: [Int32: Source] = [:]
      var numbers: [String: Int32] = [:]
      var lastNumber: Int32 = 0
    }

    private let receive: @Sendable (FolderEvent) -> Void
    private let queue = DispatchQueue(label: "statoscope.storage")
    private let state = Locked(State())

    /// - Parameter receive: is called on the queue.
    init(_ receive: @escaping @Sendable (FolderEvent) -> Void) throws(SystemFault) {
      self.receive = receive
    }

    /// Observes a folder, unless it is observed already.
    func add(_ folder: String) throws(SystemFault) -> Int32 {
      if let number = state.withLock({ $0.numbers[folder] }) { return number }
      let file = try SystemCalls.open(folder, O_EVTONLY)
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: file.fileDescriptor,
        eventMask: [.write, .delete, .rename, .revoke],
        queue: queue
      )
      let shared = Source(source)
      let number = state.withLock { state in
        state.lastNumber += 1
        state.sources[state.lastNumber] = shared
        state.numbers[folder] = state.lastNumber
        return state.lastNumber
      }
      source.setEventHandler { [weak source, receive] in
        let isGone = source.map { !$0.data.isDisjoint(with: [.delete, .rename, .revoke]) } ?? true
        receive(isGone ? .isGone(number) : .changed(number, nil))
      }
      // The handle closes the file with the last reference.
      source.setCancelHandler { _ = file }
      source.activate()
      return number
    }

    /// Ends the observation of a folder.
    func remove(_ folder: Int32) {
      let source = state.withLock { state in
        state.numbers = state.numbers.filter { $0.value != folder }
        return state.sources.removeValue(forKey: folder)
      }
      source?.object.cancel()
    }
  }
#endif
