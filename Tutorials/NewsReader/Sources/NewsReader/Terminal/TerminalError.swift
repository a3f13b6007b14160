import Foundation

/// Why a terminal could not be taken over.
public enum TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The descriptor leads to a file, a pipe or nowhere.
  case notATerminal(descriptor: Int32)
  /// The system refused a call, with the `errno` it gave.
  case refused(call: String, code: Int32)

  /// What happened, to which end of the terminal, and how to fix it.
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
