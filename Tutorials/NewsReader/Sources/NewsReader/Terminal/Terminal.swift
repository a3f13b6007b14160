import Foundation

/// The terminal of the program, controlled from `init` until `restore()`.
///
/// In between it is in raw mode and on its alternate screen, without a cursor. It is restored by `restore()`,
/// by releasing the last reference, by `exit`, and by SIGTERM and SIGHUP, whichever comes first. While the
/// process is stopped, by `suspend()` or SIGTSTP, the terminal is restored, too, and then drawn again.
public final class Terminal: Sendable {
  private let session: TerminalSession

  /// Takes control of the terminal.
  ///
  /// - Parameters:
  ///   - input: The source of keys.
  ///   - output: The destination of frames. Both must stay open until the terminal is restored.
  ///   - rendition: The attributes that the terminal may show; nil for those of `NO_COLOR`.
  /// - Throws: `TerminalError` if either end is not a terminal or refuses; nothing has changed in that case.
  public init(
    input: Int32 = 0,
    output: Int32 = 1,
    rendition: Rendition? = nil
  ) throws(TerminalError) {
    session = try TerminalSession(
      input: Descriptor(number: input),
      output: Descriptor(number: output),
      rendition: rendition ?? Rendition(environment: ProcessInfo.processInfo.environment)
    )
  }

  deinit {
    session.close()
  }

  /// Indicates whether the program can take control: both of its ends are terminals that know where a cursor
  /// is.
  ///
  /// Without `TERM`, or with that of a dumb terminal, control sequences would be shown as text.
  ///
  /// - Parameters:
  ///   - input: The source of keys.
  ///   - output: The destination of frames.
  ///   - environment: The environment of the program.
  public static func isInteractive(
    input: Int32 = 0,
    output: Int32 = 1,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Bool {
    guard Descriptor(number: input).isTerminal, Descriptor(number: output).isTerminal else { return false }
    return !["", "dumb"].contains(environment["TERM", default: ""])
  }

  /// The current size of the window, or 80 × 24 if the terminal does not report it.
  public var size: TerminalSize { session.size }

  /// The signal that ended the keys, SIGTERM or SIGHUP; nil if none did.
  public var endingSignal: Int32? { session.endingSignal }

  /// The typed keys, in order; for one consumer.
  ///
  /// It ends after `endOfInput`, or without it when `restore()` was called. A signal precedes typed keys.
  public var keys: KeyQueue { session.keys }

  /// Shows a frame, sending only the rows that differ from the last one.
  ///
  /// After `restore()` it does nothing. If the window has closed, the keys end with `endOfInput`.
  public func draw(_ frame: Frame) {
    session.draw(frame)
  }

  /// Stops the process and those it was started with, as Ctrl-Z does in a program without raw mode.
  ///
  /// The shell that continues it gets the terminal back. Without such a shell nothing stops.
  public func suspend() {
    kill(0, SIGTSTP)
  }

  /// Restores the terminal exactly; further calls have no effect.
  public func restore() {
    session.close()
  }
}
