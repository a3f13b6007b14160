import Foundation
import Statoscope

/// The time of day, the time zone, and a clock: the only source of time in the reader.
package struct NewsClock: Injectable, Sendable {
  package var now: @Sendable () -> Date
  package var timeZone: TimeZone
  /// Measures the steps of the spinner.
  package var ticking: any Clock<Duration>

  package init(now: @escaping @Sendable () -> Date, timeZone: TimeZone, ticking: any Clock<Duration>) {
    self.now = now
    self.timeZone = timeZone
    self.ticking = ticking
  }

  package static let defaultValue = NewsClock(now: { Date() }, timeZone: .current, ticking: ContinuousClock())
}
