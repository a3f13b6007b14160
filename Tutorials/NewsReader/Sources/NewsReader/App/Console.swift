import Foundation
import Statoscope

/// The input and output of the program, which tests replace.
public struct Console: Sendable {
  let input: Int32
  let output: Int32
  let print: @Sendable (String) throws -> Void
  let complain: @Sendable (String) -> Void
  let divertLog: @Sendable (@escaping StatoscopeLogger.Sink) -> Void

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - input: The source of keys, if it is a terminal.
  ///   - output: The destination of the screen, if both are terminals.
  ///   - print: Writes plain text; called when one of the two is no terminal, and for help.
  ///   - complain: Writes errors; each text is one line.
  ///   - divertLog: Redirects the library's log, which is shared by the process; called when a terminal is
  ///     taken over. By default the log is left alone.
  public init(
    input: Int32,
    output: Int32,
    print: @escaping @Sendable (String) throws -> Void,
    complain: @escaping @Sendable (String) -> Void,
    divertLog: @escaping @Sendable (@escaping StatoscopeLogger.Sink) -> Void = { _ in }
  ) {
    self.input = input
    self.output = output
    self.print = print
    self.complain = complain
    self.divertLog = divertLog
  }

  /// Standard input, output and error.
  public static let standard = Console(
    input: 0,
    output: 1,
    print: { try Descriptor(number: 1).write($0) },
    // Standard error may be closed; there is no other place to report that.
    complain: { try? Descriptor(number: 2).write($0) },
    divertLog: { StatoscopeLogger.sink = $0 }
  )
}
