import Statoscope

/// The clock of everything in the shop that takes time.
struct ShopClock: Sendable, Injectable {
  let clock: any Clock<Duration>

  init(_ clock: any Clock<Duration>) {
    self.clock = clock
  }

  static let defaultValue = ShopClock(ContinuousClock())
}

extension Clock<Duration> {
  /// Returns a closure that returns the time since now.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
