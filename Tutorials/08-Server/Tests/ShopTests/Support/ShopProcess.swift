import Foundation
import Subprocess

/// A server in a process of its own, which is killed with the last reference to it.
///
/// Not a `Process` of Foundation: on Linux that now and then does not see that its child has ended.
final class ShopProcess: Sendable {
  /// The server did not open; what it has printed.
  struct NotOpen: LocalizedError {
    let errorDescription: String?
  }

  private let output = Watched((text: "", hasEnded: false))
  private let signals = AsyncStream.makeStream(of: Signal.self)
  private let run: Task<Int32, any Error>

  /// Starts a program, with what it prints in ``wholeText()``.
  init(_ program: URL, _ arguments: [String]) {
    run = Task { [output, signals = signals.stream] in
      defer { output.change { $0.hasEnded = true } }
      let result = try await Subprocess.run(
        .path(.init(program.path)),
        arguments: Arguments(arguments),
        input: .none,
        output: .sequence,
        error: .combinedWithOutput
      ) { execution in
        async let _: Void = {
          for await signal in signals { try? execution.send(signal: signal) }
        }()
        for try await line in execution.standardOutput.strings() { output.change { $0.text += line + "\n" } }
      }
      guard case .exited(let status) = result.terminationStatus else { return -1 }
      return status
    }
  }

  deinit {
    run.cancel()
  }

  /// The number behind a text that the program prints, for example the port in an address.
  func number(after words: String) async throws -> Int {
    let number = await output.first { text, hasEnded -> Int?? in
      let number = text.range(of: words).flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) }
      return number.map(Optional.init) ?? (hasEnded ? .some(nil) : nil)
    }
    if let number, let number { return number }
    // It may not have been started at all.
    _ = try await exitStatus()
    throw NotOpen(errorDescription: output.value.text)
  }

  /// All that it prints until it ends; before that, what it has printed may still be on its way.
  func wholeText() async -> String {
    _ = try? await exitStatus()
    return output.value.text
  }

  func send(_ signal: Int32) { signals.continuation.yield(Signal(rawValue: signal)) }

  /// The status that it exits with; -1 when a signal ended it.
  func exitStatus() async throws -> Int32 {
    try await withTaskCancellationHandler {
      try await run.value
    } onCancel: {
      run.cancel()
    }
  }
}
