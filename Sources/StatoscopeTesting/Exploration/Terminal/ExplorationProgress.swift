/// Says on a terminal how far a run is, once it has lasted longer than two seconds; then once a second.
final class ExplorationProgress {
  private let scope: String
  private let console: ExplorationConsole
  private let start: Duration
  private var nextReport = Duration.seconds(2)
  /// When the transitions were counted last, and how many there were.
  private var counted = (time: Duration.zero, transitions: 0)
  private var hasReported = false
  /// How many transitions there are from one look at the clock to the next, and how many are left until then.
  private var stride = 1
  private var untilLook = 1
  private var lastLook = Duration.zero

  /// Enough that a look costs nothing beside them.
  private static var longestStride: Int { 64 }

  init(scope: String, console: ExplorationConsole) {
    self.scope = scope
    self.console = console
    start = console.now()
  }

  /// Hears how far the run is.
  ///
  /// Complexity: O(1).
  ///
  /// - Parameter frontier: how many states were found and are yet to be expanded; nil for random walks.
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

  /// Leaves the terminal's line as it was.
  func end() {
    if hasReported { console.write("\r\u{1B}[K") }
  }
}
