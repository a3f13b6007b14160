import Foundation
import Statoscope

/// The program's ways in and out, so that a test can hold their other ends.
public struct Console: Sendable {
  let input: Int32
  let output: Int32
  let print: @Sendable (String) throws -> Void
  let complain: @Sendable (String) -> Void
  let divertLog: @Sendable (@escaping StatoscopeLogger.Sink) -> Void

  /// Says where to read and write.
  ///
  /// - Parameters:
  ///   - input: Where keys come from, if it is a terminal.
  ///   - output: Where the screen is drawn, if both are terminals.
  ///   - print: Writes plain text; called when one of the two is no terminal, and for help.
  ///   - complain: Writes to where errors go; each text is one line.
  ///   - divertLog: Sends the library's log, which is the whole process's, somewhere else; called when a terminal
  ///     is taken over. Left alone unless given.
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
    // Standard error may be closed; there is nowhere left to say so.
    complain: { try? Descriptor(number: 2).write($0) },
    divertLog: { StatoscopeLogger.sink = $0 }
  )
}
