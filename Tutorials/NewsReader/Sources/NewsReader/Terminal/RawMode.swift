import Foundation

/// The original settings of a terminal in raw mode.
struct RawMode: Sendable {
  private let input: Descriptor
  private let saved: termios

  /// Turns off echo, line editing, signals from keys and flow control.
  init(entering input: Descriptor) throws(TerminalError) {
    var settings = termios()
    guard tcgetattr(input.number, &settings) == 0 else { throw .refused("tcgetattr") }
    self.input = input
    saved = settings
    cfmakeraw(&settings)
    guard Self.apply(settings, to: input) else { throw .refused("tcsetattr") }
  }

  /// Restores the original settings; a closed terminal is ignored.
  func restore() {
    _ = Self.apply(saved, to: input)
  }

  private static func apply(_ settings: termios, to input: Descriptor) -> Bool {
    var settings = settings
    while true {
      // Without draining: a window that has stopped reading must not block the program.
      if tcsetattr(input.number, TCSANOW, &settings) == 0 { return true }
      if errno != EINTR { return false }
    }
  }
}
