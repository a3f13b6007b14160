extension ScopeProtocol {
  /// Returns the values of a property over time: the current one first, then each new one.
  ///
  /// The property is read after each event of this scope and of all scopes below it, and when a ``Stored``
  /// value of one of them was changed elsewhere. Each iterator is an observation of its own, which begins with the value of
  /// that moment, the first one with that of this call; values are buffered until they are requested. All end when the
  /// scope is released.
  ///
  /// ```swift
  /// for await count in counter.changes(of: \.count) { print(count) }
  /// ```
  /// - Parameters:
  ///   - keyPath: the property; it may lead to a child's property.
  ///   - isolation: the actor that the scope lives on; omit it.
  public func changes<Value: Equatable & Sendable>(
    of keyPath: KeyPath<Self, Value>,
    isolation: isolated (any Actor)? = #isolation
  ) -> some AsyncSequence<Value, Never> & Sendable {
    linkSubscopes()
    if let isolation { settle(on: isolation) }
    let (value, reads) = observation.recordingReads { self[keyPath: keyPath] }
    let feed = PropertyFeed(startingWith: value)
    if let property = reads.last(where: { $0.keyPath == keyPath })?.outside as? any OutsideProperty<Value> {
      // Any thread may change the property, and none of them could read the scope.
      let end = ReleaseToken { [weak feed] in feed?.finish() }
      property.feed(hasEnded: { [weak feed] in feed == nil }) { [weak feed] value in
        withExtendedLifetime(end) { feed?.sendIfNew(value) }
      }
    } else {
      addObserver(PropertyObserver(scope: self, keyPath: keyPath, startingWith: feed.latest))
    }
    return PropertyValues(feed: feed)
  }
}

/// A property whose value is stored outside its scope, where any thread may change it.
protocol OutsideProperty<Value>: AnyObject {
  associatedtype Value: Sendable

  /// Calls a closure with the current value and each new one, in order, on the threads that set them.
  func feed(hasEnded: @escaping @Sendable () -> Bool, _ receive: @escaping @Sendable (Value) -> Void)
}

/// An observer that sends the value of a property to a stream after each event of its scope's subtree, if the
/// value has changed.
private final class PropertyObserver<Subject: ScopeProtocol, Value: Equatable & Sendable>: TreeObserver {
  /// Weak, because the scope retains this observer, and because an event below may have released the scope.
  private weak var scope: Subject?
  private let keyPath: KeyPath<Subject, Value>
  /// Nil when the sequence and its iterators were released.
  private weak var latest: LatestValue<Value>?

  init(scope: Subject, keyPath: KeyPath<Subject, Value>, startingWith latest: LatestValue<Value>?) {
    self.scope = scope
    self.keyPath = keyPath
    self.latest = latest
  }

  deinit {
    latest?.feed?.finish()
  }

  var observedChanges: ObservedChanges { .events }
  var hasEnded: Bool { latest == nil }
  /// A value may be a scope, where that is `Sendable`.
  var mayRetainScopes: Bool { true }

  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {
    sendIfChanged()
  }

  func didChange(_ scope: ScopeNode) {
    sendIfChanged()
  }

  /// Every event calls this; see Tests/Benchmarks/README.md before adding to it.
  private func sendIfChanged() {
    guard let scope, let latest else { return }
    let value = scope[keyPath: keyPath]
    guard latest.value != value, let feed = latest.feed else { return }
    self.latest = feed.send(value)
  }
}

/// The value that was sent last, for comparison with the next one; its feed alone retains it.
private final class LatestValue<Value: Equatable & Sendable>: Sendable {
  let value: Value
  weak let feed: PropertyFeed<Value>?

  init(_ value: Value, in feed: PropertyFeed<Value>) {
    self.value = value
    self.feed = feed
  }
}

/// The values of a property over time.
private struct PropertyValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  struct Iterator: AsyncIteratorProtocol {
    /// Receives values as long as there is an iterator, or the sequence.
    let feed: PropertyFeed<Value>
    var values: AsyncStream<Value>.Iterator

    mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await values.next(isolation: actor)
    }
  }

  let feed: PropertyFeed<Value>

  func makeAsyncIterator() -> Iterator {
    Iterator(feed: feed, values: feed.makeValues().makeAsyncIterator())
  }
}

/// The values of a property for the iterators of one sequence; one thread at a time sends them.
private final class PropertyFeed<Value: Equatable & Sendable>: Sendable {
  private struct State: Sendable {
    var latest: LatestValue<Value>?
    var iterations: [UInt64: AsyncStream<Value>.Continuation] = [:]
    var lastNumber: UInt64 = 0
    /// The values of the first iterator, which also receives those that come before it is made.
    var first: AsyncStream<Value>?
    var hasEnded = false
  }

  private let state = Locked(State())

  init(startingWith value: Value) {
    let latest = LatestValue(value, in: self)
    state.withLock { $0.latest = latest }
    let first = makeStream()
    state.withLock { $0.first = first }
  }

  var latest: LatestValue<Value>? { state.withLock { $0.latest } }

  /// Returns the values that an iterator receives: the latest one, and all that follow.
  func makeValues() -> AsyncStream<Value> { state.withLock { $0.first.take() } ?? makeStream() }

  private func makeStream() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let number: UInt64? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.lastNumber += 1
      state.iterations[state.lastNumber] = continuation
      // Under the lock: a later value follows this one.
      if let latest = state.latest { continuation.yield(latest.value) }
      return state.lastNumber
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.iterations.removeValue(forKey: number) }
    }
    return stream
  }

  /// Sends a value, unless it equals the latest one.
  func sendIfNew(_ value: Value) {
    // Compared outside the lock: that may run code of the value's own.
    if latest?.value != value { send(value) }
  }

  /// Sends a value.
  @discardableResult
  func send(_ value: Value) -> LatestValue<Value> {
    let latest = LatestValue(value, in: self)
    // The former one is released outside the lock.
    let (_, iterations) = state.withLock { state in
      defer { state.latest = latest }
      return (state.latest, state.iterations)
    }
    for iteration in iterations.values { iteration.yield(value) }
    return latest
  }

  func finish() {
    let iterations = state.withLock { state in
      state.hasEnded = true
      return state.iterations
    }
    for iteration in iterations.values { iteration.finish() }
  }
}
