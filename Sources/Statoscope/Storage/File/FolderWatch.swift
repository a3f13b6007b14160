import Foundation

/// Tells when a file may have been replaced, by whichever process; the system wakes it, it never looks around.
///
/// Unchecked and sound: both properties are set once, and a dispatch source may be used from any thread.
final class FolderWatch: @unchecked Sendable {
  private let source: any DispatchSourceProtocol
  private let alive = Locked(true)

  /// Whether the folder that is watched is still there.
  var isAlive: Bool { alive.withLock { $0 } }

  /// Watches a folder.
  ///
  /// - Parameter isOfInterest: tells by its name whether a file is one to be told about.
  init(
    of folder: String,
    isOfInterest: @escaping @Sendable (_ name: String) -> Bool,
    onChange: @escaping @Sendable () -> Void
  ) throws(FileFault) {
    let alive = alive
    #if canImport(Glibc) || canImport(Musl)
      let descriptor = inotify_init1(Int32(bitPattern: UInt32(IN_CLOEXEC | IN_NONBLOCK)))
      guard descriptor >= 0 else { throw FileFault(errno) }
      let events = IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
      guard inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else {
        let fault = FileFault(errno)
        close(descriptor)
        throw fault
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: FolderWatch.queue)
      source.setEventHandler {
        let events = InotifyEvents(descriptor)
        if events.folderIsGone { alive.withLock { $0 = false } }
        if events.folderIsGone || events.names.contains(where: isOfInterest) { onChange() }
      }
    #else
      let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileFault(errno) }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor,
        eventMask: [.write, .delete, .rename, .revoke],
        queue: FolderWatch.queue
      )
      source.setEventHandler { [unowned source] in
        if !source.data.isDisjoint(with: [.delete, .rename, .revoke]) { alive.withLock { $0 = false } }
        onChange()
      }
    #endif
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
  }

  deinit {
    source.cancel()
  }

  /// One for each, so that nobody waits for another's callbacks.
  private static var queue: DispatchQueue { DispatchQueue(label: "statoscope.storage") }
}

#if canImport(Glibc) || canImport(Musl)
  /// What has happened in a folder since it was last asked.
  private struct InotifyEvents {
    private(set) var names: Set<String> = []
    private(set) var folderIsGone = false

    init(_ descriptor: Int32) {
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return }
        note(buffer[..<count])
      }
    }

    private mutating func note(_ bytes: ArraySlice<UInt8>) {
      let header = MemoryLayout<inotify_event>.size
      var rest = bytes
      while rest.count >= header {
        let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
        rest = rest.dropFirst(header)
        names.insert(String(decoding: rest.prefix(Int(event.len)).prefix { $0 != 0 }, as: UTF8.self))
        rest = rest.dropFirst(Int(event.len))
        let gone = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT | IN_Q_OVERFLOW
        if event.mask & UInt32(bitPattern: Int32(truncatingIfNeeded: gone)) != 0 { folderIsGone = true }
      }
    }
  }
#endif
