import Foundation

/// The state of a controlled terminal.
///
/// Separate from `Terminal` so that the reading thread and the signals can retain it without the handle.
final class TerminalSession: Sendable {
  private enum Phase: Sendable {
    /// The terminal is in raw mode and on its alternate screen, and the reader reads its keys.
    case active(KeyReader)
    /// The terminal is as it was before, but only until `resume()`.
    case suspended
    /// The terminal has been restored.
    case closed
  }

  private struct State: Sendable {
    var phase = Phase.suspended
    /// The latest frame, whether or not it could be drawn.
    var frame: Frame?
    /// The content of the window; nil if it is unknown.
    var drawn: (frame: Frame, size: TerminalSize)?
    var endingSignal: Int32?
  }

  let keys = KeyQueue()
  private let input: Descriptor
  private let output: Descriptor
  private let encoder: FrameEncoder
  private let mode: RawMode
  private let state = Locked(State())

  init(input: Descriptor, output: Descriptor, rendition: Rendition) throws(TerminalError) {
    for descriptor in [input, output] where !descriptor.isTerminal {
      throw .notATerminal(descriptor: descriptor.number)
    }
    self.input = input
    self.output = output
    encoder = FrameEncoder(rendition: rendition)
    mode = try RawMode(of: input)
    // Before raw mode: from now on no signal leaves the terminal in it.
    try LiveSessions.add(self)
    do throws(TerminalError) {
      try state.withLock { state throws(TerminalError) in try enter(&state) }
    } catch {
      close()
      throw error
    }
  }

  var size: TerminalSize { output.windowSize ?? .fallback }

  /// The signal that ended the session, if one did.
  var endingSignal: Int32? { state.withLock { $0.endingSignal } }

  func draw(_ frame: Frame) {
    let isThere = state.withLock { state in
      state.frame = frame
      return show(&state)
    }
    if !isThere { close(after: .endOfInput) }
  }

  func receive(_ signal: Int32) {
    switch signal {
    case SIGWINCH: keys.apply(.urgent(.resized))
    case SIGINT: keys.apply(.urgent(.interrupt))
    default:
      state.withLock { state in
        if case .closed = state.phase { return }
        state.endingSignal = state.endingSignal ?? signal
      }
      close(after: .endOfInput)
    }
  }

  /// Restores the terminal, and then ends the keys, so that the program may print when it sees their end.
  ///
  /// Unread keys are dropped: their effect would not be visible.
  func close(after last: Key? = nil) {
    keys.apply(.drop)
    state.withLock { state in
      leave(&state)
      state.phase = .closed
    }
    LiveSessions.remove(self)
    keys.apply(.end(last: last))
  }

  // MARK: Job control

  /// Restores the terminal until `resume()`, for the shell that has the terminal while the process is stopped.
  func suspend() {
    state.withLock { leave(&$0) }
  }

  /// Waits until the process is in the foreground: in the background, changing the terminal stops it.
  func waitForForeground() {
    mode.restore()
  }

  /// Takes control again, after `suspend()` or after a stop without a warning, and shows the latest frame.
  func resume() {
    let isThere = state.withLock { state in
      do throws(TerminalError) {
        try enter(&state)
        return show(&state)
      } catch {
        return false
      }
    }
    guard isThere else { return close(after: .endOfInput) }
    // The window may have another size, which only the process in the foreground is notified of.
    keys.apply(.urgent(.resized))
  }

  // MARK: The terminal, while the state is locked

  /// Sets the terminal up; also one that is active, because a shell may have changed it.
  private func enter(_ state: inout State) throws(TerminalError) {
    if case .closed = state.phase { return }
    do throws(TerminalError) {
      try mode.enter()
      try output.write(ControlCode.enter)
      if case .suspended = state.phase { state.phase = .active(try KeyReader(input: input, keys: keys)) }
      state.drawn = nil
    } catch {
      try? output.write(ControlCode.leave)
      mode.restore()
      throw error
    }
  }

  private func leave(_ state: inout State) {
    guard case .active(let reader) = state.phase else { return }
    state.phase = .suspended
    // First: later keys are for other programs.
    reader.stop()
    try? output.write(ControlCode.leave)
    mode.restore()
  }

  /// Draws the latest frame, and returns false if the window has closed.
  private func show(_ state: inout State) -> Bool {
    guard case .active = state.phase, let frame = state.frame else { return true }
    let size = self.size
    let previous = state.drawn?.size == size ? state.drawn?.frame : nil
    do throws(TerminalError) {
      try output.write(encoder.encode(frame, after: previous, in: size))
      state.drawn = (frame, size)
      return true
    } catch {
      return false
    }
  }
}
