import Foundation
import Statoscope

/// What time it is, where, and how to wait: all that the reader knows of time comes from here.
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
