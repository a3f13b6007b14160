import Statoscope
import StatoscopeTesting

/// The environment of an exploration: the time, and standard error.
package struct ExplorationConsole: Sendable {
  package let now: @Sendable () -> Duration
  package let write: @Sendable (_ text: String) -> Void
  /// Indicates whether paths are taken again, which takes longer than to explore a small graph.
  package let replaysPaths: Bool

  package init(
    replaysPaths: Bool = true,
    now: @escaping @Sendable () -> Duration,
    write: @escaping @Sendable (_ text: String) -> Void
  ) {
    self.now = now
    self.write = write
    self.replaysPaths = replaysPaths
  }

  /// The instance that explorations use; tests of this module replace it during a closure.
  @TaskLocal package static var current = ExplorationConsole(
    now: { zero.duration(to: ContinuousClock.now) },
    write: StandardError.write
  )

  private static let zero = ContinuousClock.now
}

/// The progress of a run: a line on standard error every five seconds, and each transition where that is asked for.
final class ExplorationProgress {
  private let scope: String
  private let console: ExplorationConsole
  private let prints: Exploration.Printing
  private let start: Duration
  private var nextReport = interval
  /// The time and the number of transitions at the last line.
  private var counted = (time: Duration.zero, transitions: 0)
  /// The number of transitions between two looks at the clock, and the number left until the next one.
  private var stride = 1
  private var untilLook = 1
  private var lastLook = Duration.zero

  private static var interval: Duration { .seconds(5) }
  /// Large enough for the cost of looking at the clock to be negligible.
  private static var longestStride: Int { 64 }

  init(scope: String, console: ExplorationConsole, prints: Exploration.Printing) {
    (self.scope, self.console, self.prints) = (scope, console, prints)
    start = console.now()
  }

  /// Prints what is about to be performed, if that is asked for: an update may stop the process.
  func willPerform(_ label: @autoclosure () -> String, in state: Int) {
    guard prints == .transitions else { return }
    console.write("statoscope: \(scope), in state \(state): \(label())\n")
  }

  /// Writes a line when it is time to.
  ///
  /// Complexity: O(1).
  ///
  /// - Parameter waiting: the number of states that were found but not expanded yet; nil for random walks.
  func update(_ graph: ExploredGraph, waiting: Int?, depth: Int) {
    untilLook -= 1
    if untilLook == 0 { look(graph, waiting, depth) }
  }

  private func look(_ graph: ExploredGraph, _ waiting: Int?, _ depth: Int) {
    let elapsed = console.now() - start
    stride = elapsed - lastLook < .milliseconds(10) ? min(2 * stride, Self.longestStride) : 1
    (untilLook, lastLook) = (stride, elapsed)
    guard elapsed > nextReport else { return }
    nextReport = elapsed + Self.interval
    let transitions = graph.transitions.count
    let rate = Double(transitions - counted.transitions) / ((elapsed - counted.time) / .seconds(1))
    counted = (elapsed, transitions)
    let parts = [
      StatoscopeTesting.counted(graph.count, "state"),
      StatoscopeTesting.counted(transitions, "transition"),
      "\(Int64(rate.rounded())) a second",
      waiting.map { "\($0) waiting" },
      "depth \(depth)",
    ]
    console.write("statoscope: exploring \(scope): \(parts.compactMap { $0 }.joined(separator: ", "))\n")
  }
}
