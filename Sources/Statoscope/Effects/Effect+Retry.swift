extension Effect {
  /// Runs the effect again when it fails; the last error becomes that of the effect.
  ///
  /// A stream starts again and continues to yield. A cancelled effect is not run again.
  /// - Parameters:
  ///   - times: the maximum number of further attempts; not negative.
  ///   - backoff: the wait before each further attempt; none by default.
  ///   - clock: the clock that measures the waits.
  public func retry(
    _ times: Int,
    backoff: RetryBackoff = .none,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> AnyEffect<ResultType> {
    guard times >= 0 else {
      Misuse.negativeRetries(times, effect: typeName(Self.self)).trap()
    }
    let effect = eraseToAnyEffect()
    let attempts = Attempts(times: times, backoff: backoff, clock: clock)
    return effect.with(body: effect.body.retried(attempts))
  }
}

private struct Attempts: Sendable {
  let times: Int
  let backoff: RetryBackoff
  let clock: any Clock<Duration>

  /// Waits before the next attempt, or throws when none is left.
  nonisolated(nonsending) func prepare(after error: any Error, failures: Int) async throws {
    guard failures <= times, !Task.isCancelled else { throw error }
    let delay = backoff.delay(beforeRetry: failures)
    if delay > .zero { try await clock.wait(for: delay) }
  }
}

extension AnyEffect.Body {
  fileprivate func retried(_ attempts: Attempts) -> Self {
    switch self {
    case .once(let run):
      return .once {
        var failures = 0
        while true {
          do { return try await run() } catch {
            failures += 1
            try await attempts.prepare(after: error, failures: failures)
          }
        }
      }
    case .stream(let start):
      return .stream {
        var pull = start()
        var failures = 0
        return {
          while true {
            do { return try await pull() } catch {
              failures += 1
              try await attempts.prepare(after: error, failures: failures)
              pull = start()
            }
          }
        }
      }
    }
  }
}
