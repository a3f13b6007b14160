extension Effect {
  /// Delays the start of the effect; an effect that is cancelled during the delay never starts.
  ///
  /// With ``EffectPolicy/replace`` this is a debounce: each new event restarts the delay.
  /// <doc:DebounceAndThrottle> has more such recipes.
  ///
  /// ```swift
  /// effectsState.enqueue(Search(text: text).delay(for: .milliseconds(300)).map(When.found), id: "search", policy: .replace)
  /// ```
  /// - Parameters:
  ///   - duration: the delay; a negative one counts as zero, and the longest is a century.
  ///   - clock: the clock that measures the delay.
  public func delay(
    for duration: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> AnyEffect<ResultType> {
    AnyEffect(recipe: ModifiedRecipe(eraseToAnyEffect().recipe, by: Delay(duration: duration, clock: clock)))
  }
}

private struct Delay: EffectModifier {
  let duration: Duration
  let clock: any Clock<Duration>

  nonisolated(nonsending) func run<Result>(_ work: nonisolated(nonsending) () async throws -> Result)
    async throws
    -> Result
  {
    try await clock.wait(for: duration)
    return try await work()
  }
}

extension Clock where Duration == Swift.Duration {
  /// Sleeps for any duration: a negative one counts as zero, and one beyond a century as a century.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package func wait(for duration: Duration) async throws {
    EffectObservation.observer?.effectWaits(on: self)
    // A clock adds the duration to its current instant, and that sum traps on overflow.
    try await sleep(for: min(max(duration, .zero), .longestWait))
  }
}

extension Duration {
  /// A century: each clock can add it to its current instant, even one that counts nanoseconds in 64 bits.
  package static let longestWait = Duration.seconds(3_155_760_000)
}
