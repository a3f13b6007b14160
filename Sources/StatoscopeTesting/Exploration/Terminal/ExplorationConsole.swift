import Statoscope

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What an exploration knows of the world: the time, standard error, and whether it is to end early.
package struct ExplorationConsole: Sendable {
  package let now: @Sendable () -> Duration
  package let isTerminal: @Sendable () -> Bool
  /// Begins to listen for Ctrl-C.
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

  /// The one that explorations use; the tests of this module put their own here, for the time of a closure.
  @TaskLocal package static var current = ExplorationConsole(
    now: { zero.duration(to: ContinuousClock.now) },
    isTerminal: { isatty(2) == 1 },
    interrupts: InterruptSignal.listen,
    write: StandardError.write
  )

  private static let zero = ContinuousClock.now
}

/// What asks a run to end early, for as long as it is listened to.
package struct Interrupts: Sendable {
  /// Indicates whether the run is to end at the next transition.
  package let isRequested: @Sendable () -> Bool
  /// Ends the listening.
  package let end: @Sendable () -> Void

  package init(isRequested: @escaping @Sendable () -> Bool, end: @escaping @Sendable () -> Void) {
    self.isRequested = isRequested
    self.end = end
  }

  /// Nothing ever does.
  package static let none = Interrupts(isRequested: { false }, end: {})
}
