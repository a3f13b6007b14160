import Foundation
import Statoscope

/// The time of day, and a clock.
struct NewsClock: Injectable, Sendable {
  var now: @Sendable () -> Date
  var ticking: any Clock<Duration>

  static let defaultValue = NewsClock(now: { Date() }, ticking: ContinuousClock())
}
