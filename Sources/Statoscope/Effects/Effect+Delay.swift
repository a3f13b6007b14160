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
    let effect = eraseToAnyEffect()
    return effect.with(body: effect.body.preceded { try await clock.wait(for: duration) })
  }
}

extension AnyEffect.Body {
  /// Performs an action first, whose error becomes that of the effect.
  fileprivate func preceded(
    by wait: nonisolated(nonsending) @escaping @Sendable () async throws -> Void
  ) -> Self {
    switch self {
    case .once(let run):
      return .once {
        try await wait()
        return try await run()
      }
    case .stream(let start):
      return .stream {
        var pull: AnyEffect.Pull?
        return {
          if pull == nil {
            try await wait()
            pull = start()
          }
          return try await pull?() ?? .end
        }
      }
    }
  }
}
