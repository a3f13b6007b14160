import Statoscope
import Synchronization

/// The misuse of the library in a plan that has not been reported yet.
///
/// The library refuses it instead of stopping the program, and the plan fails the step in which it occurred.
final class MisuseLog: MisuseReceiver {
  private let texts = Locked<[String]>([])
  /// Read after each step, and so cheaper than the texts.
  private let count = Atomic(0)

  /// Runs a closure, and records the misuse in it.
  func record<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Misuse.$receiver.withValue(self, operation: body)
  }

  /// Runs an asynchronous closure, and records the misuse in it and in the tasks that it starts.
  func record<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Misuse.$receiver.withValue(self, operation: body)
  }

  func receive(_ misuse: Misuse) {
    texts.withLock { $0.append(misuse.description) }
    count.add(1, ordering: .releasing)
  }

  /// Removes the recorded misuse, oldest first.
  func take() -> [FlowFailure] {
    guard count.load(ordering: .acquiring) > 0 else { return [] }
    count.store(0, ordering: .relaxed)
    return texts.exchange([]).map(FlowFailure.misuse)
  }
}
