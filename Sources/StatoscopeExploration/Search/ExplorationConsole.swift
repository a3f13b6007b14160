import Statoscope
import StatoscopeTesting
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The environment of an exploration: the time, standard error, and requests to end early.
package struct ExplorationConsole: Sendable {
  package let now: @Sendable () -> Duration
  package let isTerminal: @Sendable () -> Bool
  /// Starts listening for Ctrl-C.
  package let interrupts: @Sendable () -> Interrupts
  package let write: @Sendable (_ text: String) -> Void
  /// Indicates whether paths are taken again, which takes longer than to explore a small graph.
  package let replaysPaths: Bool

  package init(
    replaysPaths: Bool = true,
    now: @escaping @Sendable () -> Duration,
    isTerminal: @escaping @Sendable () -> Bool,
    interrupts: @escaping @Sendable () -> Interrupts = { .none },
    write: @escaping @Sendable (_ text: String) -> Void
  ) {
    self.now = now
    self.isTerminal = isTerminal
    self.interrupts = interrupts
    self.write = write
    self.replaysPaths = replaysPaths
  }

  /// The instance that explorations use; tests of this module replace it during a closure.
  @TaskLocal package static var current = ExplorationConsole(
    now: { zero.duration(to: ContinuousClock.now) },
    isTerminal: { isatty(2) == 1 },
    interrupts: InterruptSignal.listen,
    write: StandardError.write
  )

  private static let zero = ContinuousClock.now
}

/// Requests to end a run early, while they are listened for.
package struct Interrupts: Sendable {
  /// Indicates whether the run must end at the next transition.
  package let isRequested: @Sendable () -> Bool
  /// Stops listening.
  package let end: @Sendable () -> Void

  package init(isRequested: @escaping @Sendable () -> Bool, end: @escaping @Sendable () -> Void) {
    self.isRequested = isRequested
    self.end = end
  }

  /// No requests.
  package static let none = Interrupts(isRequested: { false }, end: {})
}

/// Ctrl-C during explorations: the first one ends them, the next one ends the process as usual.
///
/// It listens only while the signal has its default action. A program that handles or ignores the signal
/// continues to do so.
package enum InterruptSignal {
  /// The number of signals received.
  ///
  /// Global and without a lock: a signal handler can access nothing else, and must not wait.
  private static let count = Atomic(0)
  private static let state = Locked(State())

  private struct State {
    var listeners = 0
    /// The number of signals when the handler was installed; nil while it is not installed.
    var countBefore: Int?
  }

  /// Starts listening; several runs may listen at once.
  @Sendable package static func listen() -> Interrupts {
    let before = count.load(ordering: .relaxed)
    state.withLock { state in
      state.listeners += 1
      if state.listeners == 1 { state.countBefore = install() ? before : nil }
    }
    return Interrupts(isRequested: { count.load(ordering: .relaxed) != before }, end: end)
  }

  /// - Returns: false when the signal has another action than the default, which it keeps.
  private static func install() -> Bool {
    guard let earlier = signal(SIGINT, recordSignal) else { return true }
    _ = signal(SIGINT, earlier)
    return false
  }

  @Sendable private static func end() {
    state.withLock { state in
      state.listeners -= 1
      guard state.listeners == 0, let before = state.countBefore else { return }
      state.countBefore = nil
      let handler = signal(SIGINT, SIG_DFL)
      // A signal has removed this handler, so another one was installed by the program in the meantime.
      if let handler, count.load(ordering: .relaxed) != before { _ = signal(SIGINT, handler) }
    }
  }

  /// The handler of one signal.
  ///
  /// The next signal has the default action, so that a hanging run can be ended.
  private static let recordSignal: @convention(c) (Int32) -> Void = { _ in
    count.add(1, ordering: .relaxed)
    _ = signal(SIGINT, SIG_DFL)
  }
}

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

  /// Updates the progress, and shows it when it is time to.
  ///
  /// Complexity: O(1).
  ///
  /// - Parameter frontier: the number of states that were found but not expanded yet; nil for random walks.
  func update(_ graph: ExploredGraph, frontier: Int?, depth: Int) {
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
      "\(Int64(rate.rounded())) a second",
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
