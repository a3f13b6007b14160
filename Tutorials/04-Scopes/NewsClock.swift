import Statoscope

/// The clock of the app.
struct NewsClock: Injectable, Sendable {
  var ticking: any Clock<Duration>

  static let defaultValue = NewsClock(ticking: ContinuousClock())
}
