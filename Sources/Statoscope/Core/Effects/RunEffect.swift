/// A stream of results that is written as a closure, which sends each of them.
///
/// ```swift
/// effectsState.enqueue(
///   RunEffect("countdown") { send in
///     for seconds in (0..<3).reversed() {
///       try await clock.sleep(for: .seconds(1))
///       await send(.secondsLeft(seconds))
///     }
///   }
/// )
/// ```
/// Each call of `send` returns when its event has run. The closure may start child tasks that send, too: their events
/// run one after the other. Once the effect is cancelled, `send` delivers nothing and returns at once.
///
/// Two effects are equal when their names are. In a flow test, `WHEN_StreamYields` sends one of its events and
/// `WHEN_EffectCompletes` ends it; the closure does not run.
public struct RunEffect<ResultType: Sendable>: StreamEffect {
  /// The name of the effect, for tests and logs.
  public let name: String

  private let body: nonisolated(nonsending) @Sendable (_ send: Send) async throws -> Void

  /// Creates an effect from a closure, which starts on the actor that the scope lives on.
  ///
  /// Swift 6.3 starts a closure with a capture list on no actor. To capture a value, assign it to a constant before.
  ///
  /// - Parameters:
  ///   - name: the name of the effect, which equal effects share.
  ///   - body: sends results, usually events. An error that it throws becomes the effect's error.
  public init(
    _ name: String,
    _ body: nonisolated(nonsending) @escaping @Sendable (_ send: Send) async throws -> Void
  ) {
    self.name = name
    self.body = body
  }

  /// A function that sends one result of a ``RunEffect``.
  public struct Send: Sendable {
    fileprivate let exchange: Exchange<ResultType>

    /// Sends a result, and returns when its event has run, or when the effect was cancelled.
    nonisolated(nonsending) public func callAsFunction(_ result: ResultType) async {
      // The only error is the cancellation, which the caller need not handle.
      try? await exchange.send(result)
    }
  }

  /// Returns the results, which the closure begins to send when the first one is requested.
  public func stream() -> some AsyncSequence<ResultType, any Error> {
    // Not in a capture list: Swift 6.3 runs a closure that has one on no actor, whatever its type says.
    let body = body
    return SentElements<ResultType>(
      body: { exchange in
        try await body(Send(exchange: exchange))
        return nil
      }
    )
  }
}

extension RunEffect: Hashable {
  /// Returns true if two effects have the same name.
  public static func == (one: RunEffect, other: RunEffect) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension RunEffect: CustomStringConvertible {
  /// The initializer call of the effect, without its closure.
  public var description: String { "RunEffect(\"\(name)\")" }
}

/// The elements that a closure sends, each of which is handled before the closure continues.
private struct SentElements<Element: Sendable>: AsyncSequence {
  let body: nonisolated(nonsending) @Sendable (_ exchange: Exchange<Element>) async throws -> Element?

  /// Ends the closure when the iteration is abandoned.
  final class Iterator: AsyncIteratorProtocol {
    private let body: EffectProducer<Element>.Body
    private var producer: EffectProducer<Element>?
    private var hasEnded = false

    init(body: @escaping EffectProducer<Element>.Body) {
      self.body = body
    }

    deinit {
      producer?.end()
    }

    func next(isolation: isolated (any Actor)?) async throws -> Element? {
      guard !hasEnded else { return nil }
      let producer = producer ?? EffectProducer(body, isolation: isolation)
      if self.producer == nil { self.producer = producer } else { producer.resume() }
      producer.wait()
      hasEnded = true
      guard case .element(let element) = try await producer.next() else { return nil }
      hasEnded = false
      return element
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(body: body) }
}
