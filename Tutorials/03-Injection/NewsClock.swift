import Foundation
import Statoscope

/// What time it is, and how to wait.
struct NewsClock: Injectable, Sendable {
  var now: @Sendable () -> Date
  var ticking: any Clock<Duration>

  static let defaultValue = NewsClock(now: { Date() }, ticking: ContinuousClock())
}
