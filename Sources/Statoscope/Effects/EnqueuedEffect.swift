/// An effect, with what its tree gave it when it was enqueued.
struct EnqueuedEffect<When: Sendable>: Sendable {
  let effect: AnyEffect<When>
  let injection: EffectInjection?
}
