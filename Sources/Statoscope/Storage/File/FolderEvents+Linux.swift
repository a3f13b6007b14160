#if canImport(Glibc) || canImport(Musl)
  import Foundation

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
#endif
