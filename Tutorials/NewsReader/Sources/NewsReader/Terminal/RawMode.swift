import Foundation

/// The raw mode of a terminal, and the settings that it had before.
struct RawMode: Sendable {
  private let input: Descriptor
  private let saved: termios

  /// Saves the settings of a terminal, without changing them.
  init(of input: Descriptor) throws(TerminalError) {
    var settings = termios()
    guard tcgetattr(input.number, &settings) == 0 else { throw .refused("tcgetattr") }
    self.input = input
    saved = settings
  }

  /// Turns off echo, line editing, signals from keys and flow control.
  func enter() throws(TerminalError) {
    var settings = saved
    cfmakeraw(&settings)
    guard apply(settings) else { throw .refused("tcsetattr") }
  }

  /// Restores the original settings; a closed terminal is ignored.
  func restore() {
    _ = apply(saved)
  }

  private func apply(_ settings: termios) -> Bool {
    var settings = settings
    while true {
      // Without draining: a window that has stopped reading must not block the program.
      if tcsetattr(input.number, TCSANOW, &settings) == 0 { return true }
      if errno != EINTR { return false }
    }
  }
}
