import Foundation
import Statoscope

/// The violations of one world's rules, named so that they can be replayed, and the number of effects that exist.
///
/// Written from every thread.
final class ReentrantReport: Sendable {
  private struct State: Sendable {
    var violations: [String] = []
    var orders = 0
  }

  let name: String
  private let isTraced: Bool
  private let state = Locked(State())

  /// Raised when an effect begins, waits, ends or is released.
  let effectsChanged = FuzzSignal()

  init(seed: UInt64, round: Int, isTraced: Bool) {
    name = "STATOSCOPE_FUZZ_SEED=\(seed) STATOSCOPE_FUZZ_ROUND=\(round)"
    self.isTraced = isTraced
  }

  /// The first few violations.
  var violations: [String] { state.withLock { $0.violations } }

  func violation(_ text: @autoclosure () -> String) {
    let line = "\(name): \(text())"
    trace("VIOLATION \(line)")
    state.withLock { if $0.violations.count < 5 { $0.violations.append(line) } }
  }

  /// Writes what happens to standard error, for a world that is replayed.
  func trace(_ text: @autoclosure () -> String) {
    if isTraced { FileHandle.standardError.write(Data("reentrancy: \(text())\n".utf8)) }
  }

  func orderIsMade() { state.withLock { $0.orders += 1 } }

  func orderIsReleased() {
    state.withLock { $0.orders -= 1 }
    effectsChanged.raise()
  }

  /// Waits until nothing retains an effect any more: no task, no list, no event.
  func ordersAreReleased(isolation: isolated (any Actor)? = #isolation) async {
    while state.withLock({ $0.orders > 0 }) {
      guard await effectsChanged.wait() else { return violation("effects were never released") }
    }
  }
}
