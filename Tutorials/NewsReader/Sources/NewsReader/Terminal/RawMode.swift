import Foundation

/// The terminal's settings from before it was made to hand over every byte as it is typed.
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

  /// Gives back what was found, bit for bit; a terminal that has gone needs nothing back.
  func restore() {
    _ = Self.apply(saved, to: input)
  }

  private static func apply(_ settings: termios, to input: Descriptor) -> Bool {
    var settings = settings
    while true {
      // Not after a drain: a window that has stopped reading must not be able to keep the program.
      if tcsetattr(input.number, TCSANOW, &settings) == 0 { return true }
      if errno != EINTR { return false }
    }
  }
}
