import Foundation

/// The terminal the program runs in, taken over from `init` until `restore()`.
///
/// Meanwhile it is in raw mode and on its alternate screen, without a cursor. It is given back by `restore()`, by
/// letting go of the last reference, by `exit`, and by SIGTERM and SIGHUP, whichever comes first.
public final class Terminal: Sendable {
  private let session: TerminalSession

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - input: Where keys come from.
  ///   - output: Where frames go. Both must stay open until the terminal is restored.
  ///   - rendition: What the terminal may show; nil for what `NO_COLOR` and `TERM` say.
  /// - Throws: `TerminalError` if either end is not a terminal or refuses; then nothing has changed.
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

  /// Whether somebody sits at both ends of the program, so that taking the terminal over makes sense.
  public static var isInteractive: Bool { isInteractive(input: 0, output: 1) }

  /// The same question about other descriptors than standard input and output.
  public static func isInteractive(input: Int32, output: Int32) -> Bool {
    Descriptor(number: input).isTerminal && Descriptor(number: output).isTerminal
  }

  /// The size of the window at this moment, or 80 × 24 if the terminal does not tell.
  public var size: TerminalSize { session.size }

  /// What is typed, in order; for one reader.
  ///
  /// It ends after `endOfInput`, or without it when `restore()` was called. A signal comes before what was typed.
  public var keys: KeyQueue { session.keys }

  /// Shows a frame, sending only the rows that differ from the last one.
  ///
  /// After `restore()` it does nothing. If the window has gone, the keys end with `endOfInput`.
  public func draw(_ frame: Frame) {
    session.draw(frame)
  }

  /// Gives the terminal back exactly as it was found; calling it again changes nothing.
  public func restore() {
    session.close()
  }
}
