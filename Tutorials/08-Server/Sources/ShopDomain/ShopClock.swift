import Statoscope

/// The clock of everything in the shop that takes time.
package struct ShopClock: Sendable, Injectable {
  package let clock: any Clock<Duration>

  package init(_ clock: any Clock<Duration>) {
    self.clock = clock
  }

  package static let defaultValue = ShopClock(ContinuousClock())
}
