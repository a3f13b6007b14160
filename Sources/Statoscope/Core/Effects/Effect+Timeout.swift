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
    return try await run(yielding: yield) { send in try await original.run(yielding: send) }
  }

  /// Runs an effect in a task of its own, and yields its elements, each if it comes before the limit expires.
  nonisolated(nonsending) private func run(
    yielding yield: EffectYield<ResultType>,
    _ effect: nonisolated(nonsending) @escaping (_ send: EffectYield<ResultType>) async throws -> ResultType?
  ) async throws -> ResultType? {
    let exchange = Exchange<ResultType>()
    let whole = EffectTask.running
    let part = whole?.makePart()
    let running = start(effect, exchange, as: part, isolation: #isolation)
    defer {
      whole?.join()
      exchange.close()
      running.cancel()
    }
    while true {
      switch try await next(of: exchange, from: part, of: whole) {
      case .last(let result): return result
      case .element(let element):
        whole?.join()
        try await yield(element)
        exchange.resumeProducer()
      }
    }
  }

  /// Waits for the next element, or for the limit.
  nonisolated(nonsending) private func next(
    of exchange: Exchange<ResultType>,
    from part: EffectTask?,
    of whole: EffectTask?
  ) async throws -> Exchange<ResultType>.Step {
    let number = exchange.stepCount
    let timer = whole?.makePart()
    whole?.wait(for: [part, timer].compactMap { $0 })
    let waiting = Task(executorPreference: whole?.executor) {
      await self.run(as: timer) {
        guard (try? await self.clock.wait(for: self.duration)) != nil else { return }
        let error = EffectTimeoutError(effect: typeName(type(of: self.pristine)), duration: self.duration)
        exchange.finish(.failure(error), unlessAfter: number)
      }
    }
    defer { waiting.cancel() }
    return try await withTaskCancellationHandler {
      try await exchange.next
    } onCancel: {
      exchange.finish(.failure(CancellationError()))
    }
  }

  /// Starts an effect in a task of its own, on the actor of the caller.
  private func start(
    _ effect: nonisolated(nonsending) @escaping (_ send: EffectYield<ResultType>) async throws -> ResultType?,
    _ exchange: Exchange<ResultType>,
    as part: EffectTask?,
    isolation: isolated (any Actor)?
  ) -> Task<Void, Never> {
    Task {
      // Using the parameter isolates the closure to it; a task with a preferred executor would not be
      // isolated.
      _ = isolation
      await self.run(as: part) {
        do {
          exchange.finish(.success(.last(try await effect { try await exchange.send($0) })))
        } catch {
          exchange.finish(.failure(error))
        }
      }
    }
  }

  /// Runs a closure, as a part of the effect if the effect is divided into parts.
  private func run(
    as part: EffectTask?,
    isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async -> Void
  ) async {
    if let part { await part.run(body) } else { await body() }
  }
}

/// The exchange between a producer of elements, a limit and a consumer; what comes too late is discarded.
private final class Exchange<Element: Sendable>: Sendable {
  enum Step: Sendable {
    case element(Element)
    case last(Element?)
  }

  private struct State: Sendable {
    /// The next step, until the consumer takes it.
    var step: Result<Step, any Error>?
    var consumer: CheckedContinuation<Step, any Error>?
    /// The producer of the last element, until it may continue.
    var producer: CheckedContinuation<Void, any Error>?
    /// The number of steps that the consumer has taken.
    var stepCount = 0
    /// Indicates whether no further step is accepted.
    var isClosed = false
  }

  private let state = Locked(State())

  /// Sends an element to the consumer, and returns when the next one may follow.
  ///
  /// - Throws: `CancellationError` when no further element is wanted.
  func send(_ element: Element) async throws {
    try await withCheckedThrowingContinuation { producer in
      let consumer = state.withLock { state -> CheckedContinuation<Step, any Error>?? in
        guard !state.isClosed else { return .none }
        state.producer = producer
        guard let consumer = state.consumer.take() else {
          state.step = .success(.element(element))
          return .some(nil)
        }
        state.stepCount += 1
        return consumer
      }
      guard let consumer else { return producer.resume(throwing: CancellationError()) }
      consumer?.resume(returning: .element(element))
    }
  }

  /// Lets the producer continue.
  func resumeProducer() {
    state.withLock { $0.producer.take() }?.resume()
  }

  /// The number of steps that the consumer has taken.
  var stepCount: Int { state.withLock { $0.stepCount } }

  /// Ends the exchange, unless it has ended or an element was sent before.
  ///
  /// - Parameter number: the number of steps after which it is too late.
  func finish(_ end: Result<Step, any Error>, unlessAfter number: Int = .max) {
    let consumer = state.withLock { state -> CheckedContinuation<Step, any Error>? in
      guard !state.isClosed, state.step == nil, state.stepCount <= number else { return nil }
      state.isClosed = true
      guard let consumer = state.consumer.take() else {
        state.step = end
        return nil
      }
      return consumer
    }
    consumer?.resume(with: end)
  }

  func close() {
    let producer = state.withLock { state in
      state.isClosed = true
      return state.producer.take()
    }
    producer?.resume(throwing: CancellationError())
  }

  /// Waits for the next step; for one consumer.
  var next: Step {
    get async throws {
      try await withCheckedThrowingContinuation { consumer in
        let step = state.withLock { state -> Result<Step, any Error>? in
          guard let step = state.step.take() else {
            state.consumer = consumer
            return nil
          }
          state.stepCount += 1
          return step
        }
        if let step { consumer.resume(with: step) }
      }
    }
  }
}
