import Foundation

extension Effect where ResultType: Sendable {
  /// Fails the effect with ``EffectTimeoutError`` when it takes too long.
  ///
  /// The effect is then cancelled, and the error does not wait for its end. In a stream, the limit applies to
  /// each element.
  /// - Parameters:
  ///   - duration: the limit; a negative one counts as zero, and the longest is a century.
  ///   - clock: the clock that measures the limit.
  public func timeout(
    after duration: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> AnyEffect<ResultType> {
    AnyEffect(recipe: LimitedRecipe(eraseToAnyEffect().recipe, to: duration, clock: clock))
  }
}

/// An error thrown when an effect takes longer than its ``Effect/timeout(after:clock:)`` allows.
public struct EffectTimeoutError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The type of the effect.
  public let effect: String

  /// The limit that the effect exceeded.
  public let duration: Duration

  /// Creates an error for a test in which an effect fails with it.
  ///
  /// - Parameters:
  ///   - effect: the type of the effect, such as `LoadFeed`.
  ///   - duration: the limit that it exceeded.
  public init(effect: String, duration: Duration) {
    self.effect = effect
    self.duration = duration
  }

  /// A text that names the effect and the limit.
  public var description: String { "\(effect) took longer than \(duration) and was cancelled" }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// A recipe whose single result, or each of whose elements, has to come within a time.
private final class LimitedRecipe<ResultType: Sendable>: WrappingRecipe {
  let original: any EffectRecipe<ResultType>
  private let duration: Duration
  private let clock: any Clock<Duration>

  init(_ original: any EffectRecipe<ResultType>, to duration: Duration, clock: any Clock<Duration>) {
    self.original = original
    self.duration = duration
    self.clock = clock
  }

  nonisolated(nonsending) func run() async throws -> ResultType {
    let original = original
    let result = try await run(yielding: { _ in }) { _ in try await original.run() }
    guard let result else { preconditionFailure("an effect has a result") }
    return result
  }

  nonisolated(nonsending) func run(yielding yield: EffectYield<ResultType>) async throws -> ResultType? {
    let original = original
    return try await run(yielding: yield) { exchange in
      try await original.run(yielding: { try await exchange.send($0) })
    }
  }

  /// Runs an effect in a task of its own, and yields its elements, each if it comes before the limit expires.
  nonisolated(nonsending) private func run(
    yielding yield: EffectYield<ResultType>,
    _ effect: @escaping EffectProducer<ResultType>.Body
  ) async throws -> ResultType? {
    let producer = EffectProducer(effect, isolation: #isolation)
    defer { producer.end() }
    while true {
      switch try await next(of: producer) {
      case .last(let result): return result
      case .element(let element):
        try await yield(element)
        producer.resume()
      }
    }
  }

  /// Waits for the next element, or for the limit.
  nonisolated(nonsending) private func next(
    of producer: EffectProducer<ResultType>
  ) async throws -> Exchange<ResultType>.Step {
    let exchange = producer.exchange
    let number = exchange.stepCount
    let timer = producer.makePart()
    producer.wait(with: timer)
    let waiting = Task(executorPreference: producer.executor) {
      await EffectTask.run(as: timer) {
        guard (try? await self.clock.wait(for: self.duration)) != nil else { return }
        let error = EffectTimeoutError(effect: typeName(type(of: self.pristine)), duration: self.duration)
        exchange.finish(.failure(error), unlessAfter: number)
      }
    }
    defer { waiting.cancel() }
    return try await producer.next()
  }
}
