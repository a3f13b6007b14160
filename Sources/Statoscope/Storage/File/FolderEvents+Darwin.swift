#if !(canImport(Glibc) || canImport(Musl))
  import Foundation

  /// The changes in folders, reported by kqueue: one descriptor per folder, all on one dispatch queue.
  ///
  /// It does not report which file of a folder has changed.
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
