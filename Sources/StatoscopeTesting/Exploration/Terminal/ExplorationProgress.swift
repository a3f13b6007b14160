import Statoscope

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Says on a terminal how far a run is, once it has lasted longer than two seconds; then once a second.
final class ExplorationProgress {
  private let scope: String
  private let console: ExplorationConsole
  private let start: Duration
  private var nextReport = Duration.seconds(2)
  private var hasReported = false

  init(scope: String, console: ExplorationConsole = .current) {
    self.scope = scope
    self.console = console
    start = console.now()
  }

  /// Hears how far the run is.
  ///
  /// Complexity: O(1).
  func note(states: Int, transitions: Int, depth: Int) {
    let elapsed = console.now() - start
    guard elapsed > nextReport else { return }
    nextReport = elapsed + .seconds(1)
    guard console.isTerminal() else { return }
    hasReported = true
    let text = "\(counted(states, "state")), \(counted(transitions, "transition")), depth \(depth)"
    console.write("\r\u{1B}[KExploring \(scope): \(text)")
  }

  /// Leaves the terminal's line as it was.
  func end() {
    if hasReported { console.write("\r\u{1B}[K") }
  }
}

/// What an exploration knows of the world: the time, and standard error.
package struct ExplorationConsole: Sendable {
  package let now: @Sendable () -> Duration
  package let isTerminal: @Sendable () -> Bool
  package let write: @Sendable (_ text: String) -> Void

  package init(
    now: @escaping @Sendable () -> Duration,
    isTerminal: @escaping @Sendable () -> Bool,
    write: @escaping @Sendable (_ text: String) -> Void
  ) {
    self.now = now
    self.isTerminal = isTerminal
    self.write = write
  }

  /// The one that explorations use; the tests of this module put their own here, for the time of a closure.
  @TaskLocal package static var current = ExplorationConsole(
    now: { zero.duration(to: ContinuousClock.now) },
    isTerminal: { isatty(2) == 1 },
    write: StandardError.write
  )

  private static let zero = ContinuousClock.now
}
