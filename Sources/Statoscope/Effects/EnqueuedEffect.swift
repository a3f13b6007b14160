/// An effect as its scope's ledger holds it, whatever the scope's events are, with what its tree gave it when it was
/// enqueued.
///
/// A class that hides the event's type: all that decides about effects is compiled once and looks up no types.
///
/// Unchecked and sound: it and its one subclass have constants of `Sendable` types only.
class EnqueuedEffect: @unchecked Sendable {
  final let injection: EffectInjection?

  fileprivate init(injection: EffectInjection?) {
    self.injection = injection
  }

  /// The effect that was written, under every map put on it.
  var pristine: any Effect { preconditionFailure("every effect is a TypedEnqueuedEffect") }

  /// Starts it on the actor that the caller is isolated to.
  func launch(_ run: EffectRun, isolation: isolated (any Actor)?) -> RunningEffect {
    preconditionFailure("every effect is a TypedEnqueuedEffect")
  }

  /// The effect with its maps, as the scope's type of event tells.
  ///
  /// Sound: a scope's class has one type of event, and only its own `update` enqueues for it.
  final func effect<When: Sendable>(of _: When.Type = When.self) -> AnyEffect<When> {
    unsafeDowncast(self, to: TypedEnqueuedEffect<When>.self).effect
  }
}

/// The same with the event's type.
final class TypedEnqueuedEffect<When: Sendable>: EnqueuedEffect, @unchecked Sendable {
  let effect: AnyEffect<When>

  init(effect: AnyEffect<When>, injection: EffectInjection?) {
    self.effect = effect
    super.init(injection: injection)
  }

  override var pristine: any Effect { effect.pristine }

  override func launch(_ run: EffectRun, isolation: isolated (any Actor)?) -> RunningEffect {
    EffectCourier(effect: effect, injection: injection, run: run).launch(isolation: isolation)
  }
}
