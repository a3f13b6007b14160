import Statoscope
import StatoscopeTesting

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

  package init(
    now: @escaping @Sendable () -> Duration,
    isTerminal: @escaping @Sendable () -> Bool,
    interrupts: @escaping @Sendable () -> Interrupts = { .none },
    write: @escaping @Sendable (_ text: String) -> Void
  ) {
    self.now = now
    self.isTerminal = isTerminal
    self.interrupts = interrupts
    self.write = write
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
