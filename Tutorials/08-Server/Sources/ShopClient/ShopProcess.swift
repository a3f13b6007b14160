import Foundation
import Subprocess

/// A server in a process of its own, which is killed with the last reference to it.
///
/// Not a `Process` of Foundation: on Linux that now and then does not see that its child has ended.
package final class ShopProcess: Sendable {
  /// The server did not open; what it has printed.
  package struct NotOpen: LocalizedError {
    package let errorDescription: String?
  }

  private let output = ProcessOutput()
  private let signals = AsyncStream.makeStream(of: Signal.self)
  private let run: Task<Int32, any Error>

  /// Starts a program, with what it prints in ``wholeText()``.
  package init(_ program: URL, _ arguments: [String]) {
    run = Task { [output, signals = signals.stream] in
      defer { output.finish() }
      let result = try await Subprocess.run(
        .path(.init(program.path)),
        arguments: Arguments(arguments),
        input: .none,
        output: .sequence,
        error: .combinedWithOutput
      ) { execution in
        output.start(execution.processIdentifier.value)
        async let _: Void = {
          for await signal in signals { try? execution.send(signal: signal) }
        }()
        for try await line in execution.standardOutput.strings() { output.append(line) }
      }
      guard case .exited(let status) = result.terminationStatus else { return -1 }
      return status
    }
  }

  deinit {
    run.cancel()
  }

  /// The system's number of the process.
  package var pid: Int32 {
    get async throws {
      try await found(await output.first { $0.pid })
    }
  }

  /// The number behind a text that the program prints, for example the port in an address.
  package func number(after words: String) async throws -> Int {
    let number = await output.first { output in
      output.text.range(of: words).flatMap { Int(output.text[$0.upperBound...].prefix { $0.isNumber }) }
    }
    return try await found(number)
  }

  /// All that it prints until it ends; before that, what it has printed may still be on its way.
  package func wholeText() async -> String {
    _ = try? await exitStatus()
    return output.text
  }

  /// Returns what was found; else, once the process has ended, throws the reason.
  private func found<Value>(_ value: Value?) async throws -> Value {
    if let value { return value }
    // It may not have been started at all.
    _ = try await exitStatus()
    throw NotOpen(errorDescription: output.text)
  }

  package func send(_ signal: Int32) { signals.continuation.yield(Signal(rawValue: signal)) }

  /// The status that it exits with; -1 when a signal ended it.
  package func exitStatus() async throws -> Int32 {
    try await withTaskCancellationHandler {
      try await run.value
    } onCancel: {
      run.cancel()
    }
  }
}
