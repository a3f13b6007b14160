import Foundation
import NewsReader
import Testing

/// A terminal with a window that the test looks at: it types, and waits for what it wants to see.
final class WatchedTerminal: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// Whether the program has ended, and will show nothing more.
    var hasEnded = false
    var watchers: [UUID: (text: String, continuation: CheckedContinuation<Bool, Never>)] = [:]
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

  /// Returns as soon as a row of the window has the text in it.
  ///
  /// That the program has ended without is a failure. It may end at any time: a signal from outside, such as that of
  /// an interrupted test run, means to newsfeed that its window has closed.
  func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    let id = UUID()
    let isShown = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.watchers[id] = (text, continuation) }
        tellWatchers()
        if Task.isCancelled || state.withLock({ $0.hasEnded }) { giveUp(id) }
      }
    } onCancel: {
      giveUp(id)
    }
    if !isShown { Issue.record("the window never had \"\(text)\" in it", sourceLocation: sourceLocation) }
  }

  /// The program that drew in the window has ended.
  func programHasEnded() {
    let watchers = state.withLock { state in
      state.hasEnded = true
      return state.watchers.keys
    }
    for id in watchers { giveUp(id) }
  }

  private func giveUp(_ id: UUID) {
    state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume(returning: false)
  }

  private func tellWatchers() {
    let told = state.withLock { state in
      var paper = PaperTerminal(size)
      paper.show(String(decoding: state.bytes, as: UTF8.self))
      let told = state.watchers.filter { _, watcher in paper.lines.contains { $0.contains(watcher.text) } }
      for id in told.keys { state.watchers[id] = nil }
      return told.values.map(\.continuation)
    }
    for continuation in told { continuation.resume(returning: true) }
  }

  private func readUntilClosed() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { break }
      state.withLock { $0.bytes += buffer[..<count] }
      tellWatchers()
    }
    close(master)
  }
}
