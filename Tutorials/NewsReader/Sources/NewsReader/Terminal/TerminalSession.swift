import Foundation

/// The state of a controlled terminal.
///
/// Separate from `Terminal` so that the reading thread and the signals can retain it without the handle.
final class TerminalSession: Sendable {
  private struct State: Sendable {
    /// Nil once the terminal has been restored.
    var mode: RawMode?
    var drawn: (frame: Frame, size: TerminalSize)?
  }

  let keys = KeyQueue()
  private let output: Descriptor
  private let encoder: FrameEncoder
  private let reader: KeyReader
  private let state: Locked<State>

  init(input: Descriptor, output: Descriptor, rendition: Rendition) throws(TerminalError) {
    for descriptor in [input, output] where !descriptor.isTerminal {
      throw .notATerminal(descriptor: descriptor.number)
    }
    self.output = output
    encoder = FrameEncoder(rendition: rendition)
    let mode = try RawMode(entering: input)
    do throws(TerminalError) {
      try output.write(ControlCode.enter)
      reader = try KeyReader(input: input, keys: keys)
    } catch {
      try? output.write(ControlCode.leave)
      mode.restore()
      throw error
    }
    state = Locked(State(mode: mode))
    do throws(TerminalError) {
      try LiveSessions.add(self)
    } catch {
      close()
      throw error
    }
  }

  var size: TerminalSize { output.windowSize ?? .fallback }

  func draw(_ frame: Frame) {
    let isGone = state.withLock { state in
      guard state.mode != nil else { return false }
      let size = self.size
      let previous = state.drawn?.size == size ? state.drawn?.frame : nil
      do throws(TerminalError) {
        try output.write(encoder.encode(frame, after: previous, in: size))
        state.drawn = (frame, size)
        return false
      } catch {
        return true
      }
    }
    if isGone { close(after: .endOfInput) }
  }

  func receive(_ signal: Int32) {
    switch signal {
    case SIGWINCH: keys.apply(.urgent(.resized))
    case SIGINT: keys.apply(.urgent(.interrupt))
    default: close(after: .endOfInput)
    }
  }

  /// Restores the terminal, and then ends the keys, so that the program may print when it sees their end.
  ///
  /// Unread keys are dropped: their effect would not be visible.
  func close(after last: Key? = nil) {
    keys.apply(.drop)
    state.withLock { state in
      guard let mode = state.mode else { return }
      state.mode = nil
      try? output.write(ControlCode.leave)
      mode.restore()
    }
    reader.stop()
    LiveSessions.remove(self)
    keys.apply(.end(last: last))
  }
}
