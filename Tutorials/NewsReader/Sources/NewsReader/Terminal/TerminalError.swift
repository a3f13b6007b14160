import Foundation

/// The reason why the program could not take control of a terminal.
public enum TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The descriptor refers to a file, a pipe or nothing.
  case notATerminal(descriptor: Int32)
  /// The system refused a call, with this `errno`.
  case refused(call: String, code: Int32)

  /// A text that names the problem, the end of the terminal, and the remedy.
  public var description: String {
    switch self {
    case .notATerminal(let descriptor):
      """
      File descriptor \(descriptor) is not a terminal. Ask Terminal.isInteractive first and print plain lines \
      if it says no, or run the program without redirecting it.
      """
    case .refused(let call, let code):
      """
      The system refused \(call) on the terminal: \(String(cString: strerror(code))) (errno \(code)). \
      Check that the window is still open and that the program runs in the foreground.
      """
    }
  }

  /// Reads `errno`, so it must be made before any other call.
  static func refused(_ call: String) -> TerminalError {
    .refused(call: call, code: errno)
  }
}
