import Statoscope

/// How to wait.
struct NewsClock: Injectable, Sendable {
  var ticking: any Clock<Duration>

  static let defaultValue = NewsClock(ticking: ContinuousClock())
}
