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
    if let isolation { settle(on: isolation) }
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let feed = ChangeFeed(continuation)
    feed.offer(self[keyPath: keyPath])
    if let property = observation.outsideProperties[keyPath] as? any OutsideProperty<Value> {
      // Any thread may change it, and none of them could read the scope.
      property.feed(hasEnded: { feed.hasEnded }) { feed.offer($0) }
      return stream
    }
    addObserver(PropertyObserver(scope: self, keyPath: keyPath, feed: feed))
    return stream
  }
}

/// A property whose value is kept outside of its scope, where any thread may change it.
protocol OutsideProperty<Value>: AnyObject {
  associatedtype Value: Sendable

  /// Offers the value now and each new one, in order, on the threads that make them.
  func feed(hasEnded: @escaping @Sendable () -> Bool, _ offer: @escaping @Sendable (Value) -> Void)
}

/// Offers the value of a property after each event of its scope and of all below it.
private final class PropertyObserver<Subject: ScopeProtocol, Value: Equatable & Sendable>: TreeObserver {
  /// Weak, because the scope keeps this, and because an event below may have released it.
  private weak var scope: Subject?
  private let keyPath: KeyPath<Subject, Value>
  private let feed: ChangeFeed<Value>

  init(scope: Subject, keyPath: KeyPath<Subject, Value>, feed: ChangeFeed<Value>) {
    self.scope = scope
    self.keyPath = keyPath
    self.feed = feed
  }

  var interests: TreeInterests { .events }
  var hasEnded: Bool { feed.hasEnded }
  /// A value may be a scope, where that is `Sendable`.
  var mayKeepScopes: Bool { true }

  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {
    offerValue()
  }

  func didChange(_ scope: ScopeNode) {
    offerValue()
  }

  private func offerValue() {
    if let scope { feed.offer(scope[keyPath: keyPath]) }
  }
}

/// Passes on the values that differ from the one before, until the scope or the consumer is released.
private final class ChangeFeed<Value: Equatable & Sendable>: Sendable {
  private struct State: Sendable {
    var latest: Value?
    let continuation: AsyncStream<Value>.Continuation
  }

  /// Nil when the consumer has ended, which it may do on any thread: nothing of what it did not take is kept.
  private let state: Locked<State?>

  init(_ continuation: AsyncStream<Value>.Continuation) {
    state = Locked(State(latest: nil, continuation: continuation))
    continuation.onTermination = { [weak self] _ in self?.end() }
  }

  deinit {
    state.withLock { $0 }?.continuation.finish()
  }

  var hasEnded: Bool { state.withLock { $0 == nil } }

  func offer(_ value: Value) {
    // Compared outside the lock: that is the value's own code.
    guard let known = state.withLock({ $0 }), known.latest != value else { return }
    state.withLock { $0?.latest = value }
    known.continuation.yield(value)
  }

  private func end() {
    // Released outside the lock, for the same reason.
    _ = state.withLock { $0.take() }
  }
}
