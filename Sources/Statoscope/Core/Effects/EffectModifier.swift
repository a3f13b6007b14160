import Foundation

/// Code that runs around an effect, such as a delay: the same for a single result and for a stream.
protocol EffectModifier: Sendable {
  /// Runs an effect, or a stream to its end.
  nonisolated(nonsending) func run<Result>(
    _ effect: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result
}

/// A recipe that is run by a modifier.
final class ModifiedRecipe<ResultType>: WrappingRecipe {
  let original: any EffectRecipe<ResultType>
  private let modifier: any EffectModifier

  init(_ original: any EffectRecipe<ResultType>, by modifier: any EffectModifier) {
    self.original = original
    self.modifier = modifier
  }

  nonisolated(nonsending) func run() async throws -> ResultType {
    try await modifier.run { try await original.run() }
  }

  nonisolated(nonsending) func run(yielding yield: EffectYield<ResultType>) async throws -> ResultType? {
    // An error of the receiver is none of the stream.
    var refusal: (any Error)?
    let last = try await modifier.run { () async throws -> ResultType? in
      do {
        return try await original.run(yielding: { element in
          do { try await yield(element) } catch {
            refusal = error
            throw error
          }
        })
      } catch {
        guard refusal == nil else { return nil }
        throw error
      }
    }
    if let refusal { throw refusal }
    return last
  }
}

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

  nonisolated(nonsending) func run<Result>(
    _ effect: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await clock.wait(for: duration)
    return try await effect()
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
  package static let longestWait = Duration.seconds(3_155_760_000 as Int64)
}

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
    if times < 0 { Misuse.negativeRetries(times, effect: typeName(Self.self)).refuse() }
    let retry = Retry(times: max(times, 0), backoff: backoff, clock: clock)
    return AnyEffect(recipe: ModifiedRecipe(eraseToAnyEffect().recipe, by: retry))
  }
}

private struct Retry: EffectModifier {
  let times: Int
  let backoff: RetryBackoff
  let clock: any Clock<Duration>

  nonisolated(nonsending) func run<Result>(
    _ effect: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    var failures = 0
    while true {
      do { return try await effect() } catch {
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
    RetryBackoff(first: duration, factor: 1, maximum: .seconds(Int64.max))
  }

  /// A wait that grows by a factor from attempt to attempt.
  ///
  /// - Parameters:
  ///   - first: the wait before the first retry.
  ///   - factor: the ratio of each wait to the one before it.
  ///   - maximum: the longest wait, also with jitter.
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
    return min(seconds < Double(Int64.max) ? .seconds(seconds) : .seconds(Int64.max), max(maximum, .zero))
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
    return Double(bits >> 11) / 0x1p53
  }
}
