extension Effect {
  /// Waits before the effect starts; cancelled meanwhile, it never does.
  ///
  /// With ``EffectPolicy/replace`` this is a debounce: each new event starts the wait anew. <doc:DebounceAndThrottle>
  /// has more such recipes.
  ///
  /// ```swift
  /// effectsState.enqueue(Search(text: text).delay(for: .milliseconds(300)).map(When.found), id: "search", policy: .replace)
  /// ```
  /// - Parameters:
  ///   - duration: how long; a negative wait is none, and the longest is a century.
  ///   - clock: whose time it is.
  public func delay(
    for duration: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> AnyEffect<ResultType> {
    let effect = eraseToAnyEffect()
    return effect.with(body: effect.body.preceded { try await clock.wait(for: duration) })
  }
}

extension AnyEffect.Body {
  /// Does something first; an error of it is the effect's.
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
