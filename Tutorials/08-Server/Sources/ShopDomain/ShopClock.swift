import Statoscope

/// The clock of everything in the shop that takes time.
package struct ShopClock: Sendable, Injectable {
  package let clock: any Clock<Duration>

  package init(_ clock: any Clock<Duration>) {
    self.clock = clock
  }

  package static let defaultValue = ShopClock(ContinuousClock())
}

extension Clock<Duration> {
  /// Returns a closure that returns the time since now.
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
