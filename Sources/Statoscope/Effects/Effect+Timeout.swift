import Foundation

extension Effect where ResultType: Sendable {
  /// Fails the effect with ``EffectTimeoutError`` when it takes too long.
  ///
  /// The work is then cancelled, and the error does not wait for the work to end. In a stream, the limit
  /// applies to each element.
  /// - Parameters:
  ///   - duration: the limit; a negative one counts as zero, and the longest is a century.
  ///   - clock: the clock that measures the limit.
  public func timeout(
    after duration: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> AnyEffect<ResultType> {
    let effect = eraseToAnyEffect()
    let limit = TimeLimit(effect: typeName(type(of: pristine)), duration: duration, clock: clock)
    return effect.with(body: effect.body.limited(limit))
  }
}

/// An error thrown when an effect takes longer than its ``Effect/timeout(after:clock:)`` allows.
public struct EffectTimeoutError: Error, Sendable, Equatable, CustomStringConvertible {
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

  /// A sentence that names the effect and the limit.
  public var description: String { "\(effect) took longer than \(duration) and was cancelled" }
}

extension AnyEffect.Body where ResultType: Sendable {
  fileprivate func limited(_ limit: TimeLimit) -> Self {
    switch self {
    case .once(let run):
      return .once { try await limit.run(run) }
    case .stream(let start):
      return .stream {
        let pull = start()
        return { try await limit.run(pull) }
      }
    }
  }
}

private struct TimeLimit: Sendable {
  let effect: String
  let duration: Duration
  let clock: any Clock<Duration>

  /// Runs work until it ends or the limit expires, whichever comes first.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ work: nonisolated(nonsending) @escaping () async throws -> Value
  ) async throws -> Value {
    let first = FirstResult<Value>()
    let whole = EffectTask.running
    let parts = whole?.divide(into: 2)
    let working = start(work, first, as: parts?[0], isolation: #isolation)
    let waiting = Task(executorPreference: whole?.executor) {
      await run(as: parts?[1]) {
        guard (try? await clock.wait(for: duration)) != nil else { return }
        first.finish(.failure(EffectTimeoutError(effect: effect, duration: duration)))
      }
    }
    defer {
      whole?.comeTogether()
      working.cancel()
      waiting.cancel()
    }
    return try await withTaskCancellationHandler {
      try await first.value
    } onCancel: {
      first.finish(.failure(CancellationError()))
    }
  }

  /// Starts the work in a task of its own, on the actor that the effect runs on.
  private func start<Value: Sendable>(
    _ work: nonisolated(nonsending) @escaping () async throws -> Value,
    _ first: FirstResult<Value>,
    as part: EffectTask?,
    isolation: isolated (any Actor)?
  ) -> Task<Void, Never> {
    Task {
      // Using the parameter isolates the closure to it; a task with a preferred executor would not be
      // isolated.
      _ = isolation
      await run(as: part) {
        do { first.finish(.success(try await work())) } catch { first.finish(.failure(error)) }
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

/// The first of several results; later ones are dropped.
private final class FirstResult<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var result: Result<Value, any Error>?
    var waiter: CheckedContinuation<Value, any Error>?
  }

  private let state = Locked(State())

  func finish(_ result: Result<Value, any Error>) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      guard state.result == nil else { return nil }
      state.result = result
      return state.waiter.take()
    }
    waiter?.resume(with: result)
  }

  /// Waits for the first result; read it once only.
  var value: Value {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Value, any Error>? in
          if state.result == nil { state.waiter = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }
}

extension EffectTimeoutError: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
