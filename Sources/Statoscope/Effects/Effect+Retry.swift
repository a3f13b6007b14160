extension Effect {
  /// Runs the effect again when it fails; the last error is the effect's.
  ///
  /// A stream starts anew and goes on yielding. An effect that was cancelled is not run again.
  /// - Parameters:
  ///   - times: how many times more after the first; not negative.
  ///   - backoff: how long to wait before each; not at all unless asked.
  ///   - clock: whose time it is.
  public func retry(
    _ times: Int,
    backoff: RetryBackoff = .none,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> AnyEffect<ResultType> {
    precondition(times >= 0, "retry(\(times)): an effect cannot be run again fewer than 0 times")
    let effect = eraseToAnyEffect()
    let attempts = Attempts(times: times, backoff: backoff, clock: clock)
    return effect.with(body: effect.body.retried(attempts))
  }
}

private struct Attempts: Sendable {
  let times: Int
  let backoff: RetryBackoff
  let clock: any Clock<Duration>

  /// Waits before the next attempt, or throws when there is none left.
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
