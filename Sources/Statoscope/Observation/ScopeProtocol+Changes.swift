extension ScopeProtocol {
  /// The values of a property over time: the present one first, then each new one.
  ///
  /// It is looked at after each event of this scope and of all below it. The sequence ends when the scope is
  /// released; values wait until they are asked for.
  ///
  /// ```swift
  /// for await count in counter.changes(of: \.count) { print(count) }
  /// ```
  /// - Parameter keyPath: what to look at; it may lead to a child's property.
  public func changes<Value: Equatable & Sendable>(
    of keyPath: KeyPath<Self, Value>
  ) -> some AsyncSequence<Value, Never> & Sendable {
    linkSubscopes()
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let feed = ChangeFeed(continuation)
    feed.offer(self[keyPath: keyPath])
    ensuredSubtreeHooks.addObserver(
      SubtreeHooks.Observer(
        hasEnded: { feed.hasEnded },
        // An event below may have been what let go of this scope.
        look: { [weak self] in if let self { feed.offer(self[keyPath: keyPath]) } }
      )
    )
    return stream
  }
}

/// Passes on the values that differ from the one before; ends the sequence when the scope lets go of it.
private final class ChangeFeed<Value: Equatable & Sendable> {
  private let continuation: AsyncStream<Value>.Continuation
  private var latest: Value?

  /// Whether the consumer has gone, which it may do on any thread.
  private let end = Locked(false)

  init(_ continuation: AsyncStream<Value>.Continuation) {
    self.continuation = continuation
    continuation.onTermination = { [end] _ in end.withLock { $0 = true } }
  }

  deinit {
    continuation.finish()
  }

  var hasEnded: Bool { end.withLock { $0 } }

  func offer(_ value: Value) {
    guard latest != value else { return }
    latest = value
    continuation.yield(value)
  }
}
