/// Observes what an effect asks for while it runs, on whatever thread it runs on.
package protocol EffectObserver: Sendable {
  /// A look-up found no value, and got the default of a type that is not for tests.
  func effectGotDefault(of type: Any.Type)

  /// A modifier or a timer is about to wait on a clock.
  func effectWaits(on clock: any Clock<Duration>)
}

/// The observer of the effect whose task this is.
package enum EffectObservation {
  @TaskLocal package static var observer: (any EffectObserver)?
}
