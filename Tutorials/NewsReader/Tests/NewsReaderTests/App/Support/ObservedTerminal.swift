import Foundation
import NewsReader
import Testing

/// A terminal with a window: the test types, and waits for text in the window.
final class ObservedTerminal: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// Indicates whether the program has ended, and shows nothing more.
    var hasEnded = false
    var waiters: [UUID: (text: String, continuation: CheckedContinuation<Bool, Never>)] = [:]
  }

  let slave: Int32
  private let master: Int32
  private let size = TerminalSize(columns: 60, rows: 12)
  private let state = Guarded(State())

  init() throws {
    var window = winsize(ws_row: 12, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
    var ends: [Int32] = [-1, -1]
    let isOpen = ends.withUnsafeMutableBufferPointer { openpty(&$0[0], &$0[1], nil, nil, &window) == 0 }
    guard isOpen else { throw POSIXError(.ENXIO) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (master, slave) = (ends[0], ends[1])
    Thread.detachNewThread { [self] in readUntilClosed() }
  }

  /// Both ends close, and with them the thread that reads.
  func hangUp() {
    close(slave)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Waits until a row of the window contains the text.
  ///
  /// It is a failure if the program ends without showing it. The program may end at any time: an external
  /// signal, such as that of an interrupted test run, means to newsfeed that its window was closed.
  func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    let id = UUID()
    let isShown = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.waiters[id] = (text, continuation) }
        resumeWaiters()
        if Task.isCancelled || state.withLock({ $0.hasEnded }) { endWait(id) }
      }
    } onCancel: {
      endWait(id)
    }
    if !isShown { Issue.record("the window never had \"\(text)\" in it", sourceLocation: sourceLocation) }
  }

  /// The program that drew in the window has ended.
  func programHasEnded() {
    let waiters = state.withLock { state in
      state.hasEnded = true
      return state.waiters.keys
    }
    for id in waiters { endWait(id) }
  }

  private func endWait(_ id: UUID) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: false)
  }

  private func resumeWaiters() {
    let resumed = state.withLock { state in
      var paper = PaperTerminal(size)
      paper.show(String(decoding: state.bytes, as: UTF8.self))
      let resumed = state.waiters.filter { _, waiter in paper.lines.contains { $0.contains(waiter.text) } }
      for id in resumed.keys { state.waiters[id] = nil }
      return resumed.values.map(\.continuation)
    }
    for continuation in resumed { continuation.resume(returning: true) }
  }

  private func readUntilClosed() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { break }
      state.withLock { $0.bytes += buffer[..<count] }
      resumeWaiters()
    }
    close(master)
  }
}
