import Foundation

/// A program of this package that runs beside the tests, and what it prints.
///
/// Killed with its last reference.
public final class ChildProcess: Sendable {
  private let process: Running
  private let output: AsyncStream<Data>
  private let end: AsyncStream<Int32>

  /// Sound: started before it is shared, and then only asked for its number.
  private struct Running: @unchecked Sendable {
    let process: Process
  }

  /// Starts a program that is built beside the tests.
  public init(_ name: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = ChildProcess.folderOfPrograms.appending(path: name)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    let (end, continuation) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { process in
      continuation.yield(process.terminationStatus)
      continuation.finish()
    }
    self.end = end
    self.process = Running(process: process)
    let (output, printed) = AsyncStream.makeStream(of: Data.self)
    self.output = output
    pipe.fileHandleForReading.readabilityHandler = { handle in
      let piece = handle.availableData
      guard piece.isEmpty else {
        printed.yield(piece)
        return
      }
      handle.readabilityHandler = nil
      printed.finish()
    }
    try process.run()
  }

  deinit {
    kill()
  }

  /// Waits for the next piece of what it prints; nil when it has ended.
  public func nextOutput() async -> String? {
    for await piece in output { return String(decoding: piece, as: UTF8.self) }
    return nil
  }

  /// Waits for its end.
  ///
  /// - Returns: the exit code, and all that it printed and was not asked for before.
  public func finish() async -> (code: Int32, output: String) {
    var printed = Data()
    for await piece in output { printed += piece }
    let text = String(decoding: printed, as: UTF8.self)
    for await code in end { return (code, text) }
    return (-1, text)
  }

  /// Ends it on the spot; it cannot defend itself.
  public func kill() {
    if process.process.isRunning { Foundation.kill(process.process.processIdentifier, SIGKILL) }
  }

  private static var folderOfPrograms: URL {
    #if canImport(Darwin)
      Bundle(for: ChildProcess.self).bundleURL.deletingLastPathComponent()
    #else
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #endif
  }
}
