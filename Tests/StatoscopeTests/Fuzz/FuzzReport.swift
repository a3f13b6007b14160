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

  private let name: String
  private let round: Int
  private let isTraced: Bool
  private let ordersChanged = FuzzSignal()
  private let state = Locked(State())

  init(seed: UInt64, round: Int, isTraced: Bool) {
    name = "STATOSCOPE_FUZZ_SEED=\(seed) STATOSCOPE_FUZZ_ROUND=\(round)"
    self.round = round
    self.isTraced = isTraced
  }

  /// The first few violations.
  var violations: [String] { state.withLock { $0.violations } }

  func violation(_ text: @autoclosure () -> String) {
    let line = "\(name): \(text())"
    trace("VIOLATION \(text())")
    state.withLock { if $0.violations.count < 5 { $0.violations.append(line) } }
  }

  /// Writes what happens to standard error, for a world that is replayed.
  func trace(_ text: @autoclosure () -> String) {
    if isTraced { FileHandle.standardError.write(Data("fuzz \(round): \(text())\n".utf8)) }
  }

  // MARK: Lives

  func scopeIsMade() { state.withLock { $0.scopes += 1 } }

  func scopeIsReleased() { state.withLock { $0.scopes -= 1 } }

  var liveScopes: Int { state.withLock { $0.scopes } }

  func orderIsMade() { state.withLock { $0.orders += 1 } }

  func orderIsReleased() {
    let isLast = state.withLock { state in
      state.orders -= 1
      return state.orders == 0
    }
    if isLast { ordersChanged.raise() }
  }

  /// Waits until nothing holds an effect any more: no task, no list, no event.
  func ordersAreReleased() async {
    while state.withLock({ $0.orders > 0 }) {
      guard await ordersChanged.wait() else { return violation("effects were never released") }
    }
  }
}
