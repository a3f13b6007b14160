import Foundation

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
    let attempts = Attempts(times: times, backoff: backoff, clock: clock)
    return AnyEffect(recipe: ModifiedRecipe(eraseToAnyEffect().recipe, by: attempts))
  }
}

private struct Attempts: EffectModifier {
  let times: Int
  let backoff: RetryBackoff
  let clock: any Clock<Duration>

  nonisolated(nonsending) func run<Result>(_ work: nonisolated(nonsending) () async throws -> Result)
    async throws
    -> Result
  {
    var failures = 0
    while true {
      do { return try await work() } catch {
        failures += 1
        guard failures <= times, !Task.isCancelled else { throw error }
        let delay = backoff.delay(beforeRetry: failures)
        if delay > .zero { try await clock.wait(for: delay) }
      }
    }
  }
}

/// The wait of ``Effect/retry(_:backoff:clock:)`` before each further attempt.
///
/// ```swift
/// .retry(5, backoff: .exponential(.milliseconds(100), maximum: .seconds(5)).jitter(0.2))
/// ```
public struct RetryBackoff: Sendable, Hashable {
  private var first: Duration
  private var factor: Double
  private var maximum: Duration
  private var jitterFraction = 0.0
  private var seed: UInt64 = 0

  /// No wait.
  public static let none = RetryBackoff.constant(.zero)

  /// The same wait before each attempt.
  public static func constant(_ duration: Duration) -> RetryBackoff {
    RetryBackoff(first: duration, factor: 1, maximum: duration)
  }

  /// A wait that grows by a factor from attempt to attempt.
  ///
  /// - Parameters:
  ///   - first: the wait before the first retry.
  ///   - factor: the ratio of each wait to the one before it.
  ///   - maximum: the longest wait, before jitter.
  public static func exponential(
    _ first: Duration,
    factor: Double = 2,
    maximum: Duration = .seconds(60)
  ) -> RetryBackoff {
    RetryBackoff(first: first, factor: factor, maximum: maximum)
  }

  /// Randomizes each wait, so that effects that failed together do not all retry at the same moment.
  ///
  /// - Parameters:
  ///   - fraction: the maximum change of each wait, as a fraction of it from 0 to 1.
  ///   - seed: the seed of the random numbers; equal seeds give equal waits.
  public func jitter(_ fraction: Double, seed: UInt64 = .random(in: .min ... .max)) -> RetryBackoff {
    var copy = self
    copy.jitterFraction = min(max(fraction, 0), 1)
    copy.seed = seed
    return copy
  }

  /// Returns the wait before a retry; the first retry has number 1.
  ///
  /// It is never negative, and never exceeds the maximum.
  public func delay(beforeRetry number: Int) -> Duration {
    let wait = wait(beforeRetry: number)
    guard jitterFraction > 0 else { return wait }
    let seconds = wait / .seconds(1) * (1 + jitterFraction * (2 * random(number) - 1))
    return seconds < Double(Int64.max) ? .seconds(seconds) : .seconds(Int64.max)
  }

  /// The wait before jitter.
  private func wait(beforeRetry number: Int) -> Duration {
    let limit = max(maximum, .zero)
    // Zero stays zero for any factor; 0 × ∞ would be NaN.
    guard first > .zero, number > 1, factor != 1 else { return min(max(first, .zero), limit) }
    let seconds = first / .seconds(1) * pow(factor, Double(number - 1))
    // NaN, for example from the factor, counts as unbounded.
    guard seconds < min(limit / .seconds(1), Double(Int64.max)) else { return limit }
    return .seconds(max(seconds, 0))
  }

  /// Returns a number from 0 to 1 that depends only on the seed and the attempt (SplitMix64).
  private func random(_ number: Int) -> Double {
    var bits = seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) / Double(1 << 53)
  }
}
