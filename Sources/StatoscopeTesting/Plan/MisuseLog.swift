import Statoscope
import Synchronization

/// The misuse of the library in a plan that has not been reported yet.
///
/// The library refuses it instead of stopping the program, and the plan fails the step in which it occurred.
package final class MisuseLog: MisuseReceiver {
  private let failures = Locked<[FlowFailure]>([])
  private let lookUps = Locked<[DefaultedLookUp]>([])
  private static let mostFailures = 1_000

  /// Read after each step, and so cheaper than the failures.
  private let count = Atomic(0)
  private let hasLookUps = Atomic(false)

  package init() {}

  /// Runs a closure, and records the misuse in it.
  package func record<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Misuse.$receiver.withValue(self, operation: body)
  }

  /// Runs an asynchronous closure, and records the misuse in it and in the tasks that it starts.
  func record<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Misuse.$receiver.withValue(self, operation: body)
  }

  package func receive(_ misuse: Misuse) {
    record(misuse.isOfApp ? .endpoint(misuse.description) : .misuse(misuse.description))
  }

  package func receive(_ refusal: EffectIsolationError) {
    record(.effectsRefused(refusal.description))
  }

  private func record(_ failure: FlowFailure) {
    // An exploration may find the same one in each of its states.
    failures.withLock { if $0.count < Self.mostFailures { $0.append(failure) } }
    count.add(1, ordering: .releasing)
  }

  package func receive(defaultOf type: Any.Type, by scope: String) {
    let lookUp = DefaultedLookUp(type: typeName(type), seeker: "the scope \(scope)", isInInit: true)
    lookUps.withLock { if $0.count < Self.mostFailures { $0.append(lookUp) } }
    hasLookUps.store(true, ordering: .releasing)
  }

  /// Removes the recorded look-ups of scopes in no tree.
  func takeLookUps() -> [DefaultedLookUp] {
    guard hasLookUps.exchange(false, ordering: .acquiring) else { return [] }
    return lookUps.exchange([])
  }

  /// Removes the recorded misuse, oldest first.
  package func take() -> [FlowFailure] {
    guard count.load(ordering: .acquiring) > 0 else { return [] }
    count.store(0, ordering: .relaxed)
    return failures.exchange([])
  }
}
