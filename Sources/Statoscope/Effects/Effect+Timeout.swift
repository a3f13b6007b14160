import Foundation

extension Effect where ResultType: Sendable {
  /// Fails the effect with ``EffectTimeoutError`` when it takes too long.
  ///
  /// The work is cancelled then, and the error does not wait for it to notice. Of a stream, the wait for each
  /// element is limited.
  /// - Parameters:
  ///   - duration: how long it may take; a negative limit is zero, and the longest is a century.
  ///   - clock: whose time it is.
  public func timeout(
    after duration: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> AnyEffect<ResultType> {
    let effect = eraseToAnyEffect()
    let limit = TimeLimit(effect: typeName(type(of: pristine)), duration: duration, clock: clock)
    return effect.with(body: effect.body.limited(limit))
  }
}

/// An effect took longer than its ``Effect/timeout(after:clock:)`` allowed.
public struct EffectTimeoutError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The effect's type.
  public let effect: String

  /// The time that the effect had.
  public let duration: Duration

  /// Makes one, for a test in which an effect fails with it.
  ///
  /// - Parameters:
  ///   - effect: the type of the effect, as `LoadFeed`.
  ///   - duration: how long it might have taken.
  public init(effect: String, duration: Duration) {
    self.effect = effect
    self.duration = duration
  }

  /// Says which effect it was, and what the limit was.
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

  /// Runs work until it ends or the time is up, whichever comes first.
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
      // Naming the parameter makes the closure isolated to it; a task with a preferred executor would not be.
      _ = isolation
      await run(as: part) {
        do { first.finish(.success(try await work())) } catch { first.finish(.failure(error)) }
      }
    }
  }

  /// Does something, as a part of the effect if it has parts.
  private func run(
    as part: EffectTask?,
    isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async -> Void
  ) async {
    if let part { await part.run(body) } else { await body() }
  }
}

/// The first of several results; those that come later are dropped.
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

  /// Waits for the first result; to be asked for once.
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
