import Foundation
import Synchronization

/// Ends the process, with the seed, when a step has not ended after two minutes.
///
/// That is no assertion about time: a step takes a millisecond unless it waits for itself.
final class HangObserver: Sendable {
  private let step = Atomic(0)
  private let state = Mutex((name: "", reason: ""))

  init() {
    let thread = Thread { [weak self] in
      let end = DispatchSemaphore(value: 0)
      var (last, count) = (0, 0)
      // Nothing signals it: each wait is a second.
      while let step = self?.step.load(ordering: .relaxed), end.wait(timeout: .now() + 1) == .timedOut {
        (last, count) = (step, step == last && step > 0 ? count + 1 : 0)
        guard count < 120 else { fatalError("\(self?.text ?? "")") }
      }
    }
    thread.start()
  }

  func roundBegins(_ name: String) { state.withLock { $0.name = name } }

  func stepBegins() {
    state.withLock { $0.reason = "" }
    step.add(1, ordering: .relaxed)
  }

  /// The step itself has ended, and waits for its effects.
  func waits(for reason: String) { state.withLock { $0.reason = reason } }

  private var text: String { state.withLock { "\($0.name): a step hangs; \($0.reason)" } }
}
