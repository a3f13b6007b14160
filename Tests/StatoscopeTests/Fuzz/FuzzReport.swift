import Foundation
import Statoscope

/// The violations of one world's rules, and a count of what still exists of it.
///
/// Written from every thread; the seed and the round that it names replay the world.
final class FuzzReport: Sendable {
  private struct State: Sendable {
    var violations: [String] = []
    var scopes = 0
    var orders = 0
  }

  /// The settings that replay the world.
  let name: String
  private let kind: String
  private let isTraced: Bool
  private let state = Locked(State())

  /// Raised when an effect is released, and by those whose worlds wait for more, when it begins, waits or ends.
  let effectsChanged = FuzzSignal()

  /// - Parameter kind: the first word of each line of a trace.
  init(_ kind: String, seed: UInt64, round: Int, isTraced: Bool) {
    self.kind = kind
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
    if isTraced { FileHandle.standardError.write(Data("\(kind): \(text())\n".utf8)) }
  }

  // MARK: Lives

  func scopeIsMade() { state.withLock { $0.scopes += 1 } }

  func scopeIsReleased() { state.withLock { $0.scopes -= 1 } }

  var liveScopes: Int { state.withLock { $0.scopes } }

  func orderIsMade() { state.withLock { $0.orders += 1 } }

  func orderIsReleased() {
    state.withLock { $0.orders -= 1 }
    effectsChanged.raise()
  }

  /// Waits until nothing holds an effect any more: no task, no list, no event.
  func ordersAreReleased(isolation: isolated (any Actor)? = #isolation) async {
    while state.withLock({ $0.orders > 0 }) {
      guard await effectsChanged.wait() else { return violation("effects were never released") }
    }
  }
}
