/// An observer of the look-ups and waits of a running effect, on whatever thread it runs.
package protocol EffectObserver: Sendable {
  /// A look-up found no value and used the default of a type that is not for tests.
  func effectGotDefault(of type: Any.Type)

  /// A modifier or a timer is about to wait on a clock.
  func effectWaits(on clock: any Clock<Duration>)
}

/// The task-local observer of the running effect.
package enum EffectObservation {
  @TaskLocal package static var observer: (any EffectObserver)?
}
