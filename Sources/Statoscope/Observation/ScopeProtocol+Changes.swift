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
    _ = feed.offer(self[keyPath: keyPath])
    ensuredSubtreeHooks.addObserver { [unowned self] in feed.offer(self[keyPath: keyPath]) }
    return stream
  }
}

/// Passes on the values that differ from the one before; ends the sequence when the scope lets go of it.
private final class ChangeFeed<Value: Equatable & Sendable> {
  private let continuation: AsyncStream<Value>.Continuation
  private var latest: Value?

  init(_ continuation: AsyncStream<Value>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  /// Whether somebody still listens.
  func offer(_ value: Value) -> Bool {
    guard latest != value else { return true }
    latest = value
    if case .terminated = continuation.yield(value) { return false }
    return true
  }
}
