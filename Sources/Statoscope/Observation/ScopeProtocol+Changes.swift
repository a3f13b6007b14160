extension ScopeProtocol {
  /// The values of a property over time: the present one first, then each new one.
  ///
  /// It is looked at after each event of this scope and of all below it, and when a ``Stored`` value that one of
  /// them shows was changed elsewhere. The sequence ends when the scope is released; values wait until they are
  /// asked for.
  ///
  /// ```swift
  /// for await count in counter.changes(of: \.count) { print(count) }
  /// ```
  /// - Parameters:
  ///   - keyPath: what to look at; it may lead to a child's property.
  ///   - isolation: the actor that the scope lives on; leave it out.
  public func changes<Value: Equatable & Sendable>(
    of keyPath: KeyPath<Self, Value>,
    isolation: isolated (any Actor)? = #isolation
  ) -> some AsyncSequence<Value, Never> & Sendable {
    linkSubscopes()
    if let isolation { context.settle(on: isolation) }
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let feed = ChangeFeed(continuation)
    feed.offer(self[keyPath: keyPath])
    if let property = observation.outsideProperties[keyPath] as? any OutsideProperty<Value> {
      // Any thread may change it, and none of them could read the scope.
      property.feed(hasEnded: { feed.hasEnded }) { feed.offer($0) }
      return stream
    }
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

/// A property whose value is kept outside of its scope, where any thread may change it.
protocol OutsideProperty<Value>: AnyObject {
  associatedtype Value: Sendable

  /// Offers the value now and each new one, in order, on the threads that make them.
  func feed(hasEnded: @escaping @Sendable () -> Bool, _ offer: @escaping @Sendable (Value) -> Void)
}

/// Passes on the values that differ from the one before; ends the sequence when the scope lets go of it.
private final class ChangeFeed<Value: Equatable & Sendable>: Sendable {
  private let continuation: AsyncStream<Value>.Continuation
  private let latest = Locked<Value?>(nil)

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
    guard latest.withLock({ $0 }) != value else { return }
    latest.withLock { $0 = value }
    continuation.yield(value)
  }
}
