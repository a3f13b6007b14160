import Statoscope
import StatoscopeTesting

/// The progress of a run on a terminal, shown after two seconds and then once per second.
final class ExplorationProgress {
  private let scope: String
  private let console: ExplorationConsole
  private let start: Duration
  private var nextReport = Duration.seconds(2)
  /// The time and the number of transitions at the last measurement.
  private var counted = (time: Duration.zero, transitions: 0)
  private var hasReported = false
  /// The number of transitions between two looks at the clock, and the number left until the next one.
  private var stride = 1
  private var untilLook = 1
  private var lastLook = Duration.zero

  /// Large enough for the cost of looking at the clock to be negligible.
  private static var longestStride: Int { 64 }

  init(scope: String, console: ExplorationConsole) {
    self.scope = scope
    self.console = console
    start = console.now()
  }

  /// Updates the progress.
  ///
  /// Complexity: O(1).
  ///
  /// - Parameter frontier: the number of states that were found but not expanded yet; nil for random walks.
  func note(_ graph: ExploredGraph, frontier: Int?, depth: Int) {
    untilLook -= 1
    if untilLook == 0 { look(graph, frontier, depth) }
  }

  private func look(_ graph: ExploredGraph, _ frontier: Int?, _ depth: Int) {
    let elapsed = console.now() - start
    stride = elapsed - lastLook < .milliseconds(10) ? min(2 * stride, Self.longestStride) : 1
    (untilLook, lastLook) = (stride, elapsed)
    guard elapsed > nextReport else { return }
    nextReport = elapsed + .seconds(1)
    guard console.isTerminal() else { return }
    hasReported = true
    let transitions = graph.transitions.count
    let rate = Double(transitions - counted.transitions) / ((elapsed - counted.time) / .seconds(1))
    counted = (elapsed, transitions)
    let parts = [
      StatoscopeTesting.counted(graph.count, "state"),
      StatoscopeTesting.counted(transitions, "transition"),
      "\(Int(rate.rounded())) a second",
      frontier.map { "frontier \($0)" },
      "depth \(depth)",
    ]
    let text = parts.compactMap { $0 }.joined(separator: ", ")
    console.write("\r\u{1B}[KExploring \(scope): \(text)")
  }

  /// Restores the line of the terminal.
  func end() {
    if hasReported { console.write("\r\u{1B}[K") }
  }
}
