extension ScopeProtocol {
  /// Returns the values of a property over time: the current one first, then each new one.
  ///
  /// The property is read after each event of this scope and of all scopes below it, and when a ``Stored``
  /// value of one of them was changed elsewhere. The sequence ends when the scope is released; values are
  /// buffered until they are requested.
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
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let (value, reads) = observation.recordingReads { self[keyPath: keyPath] }
    let first = LatestValue(value, in: continuation)
    first.send()
    if let property = reads.last(where: { $0.keyPath == keyPath })?.outside as? any OutsideProperty<Value> {
      // Any thread may change the property, and none of them could read the scope.
      let feed = OutsideChangeFeed(startingWith: first)
      property.feed(hasEnded: { feed.hasEnded }) { feed.send($0) }
      return stream
    }
    addObserver(PropertyObserver(scope: self, keyPath: keyPath, startingWith: first))
    return stream
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
  /// Nil when the consumer has ended.
  private weak var latest: LatestValue<Value>?

  init(scope: Subject, keyPath: KeyPath<Subject, Value>, startingWith first: LatestValue<Value>) {
    self.scope = scope
    self.keyPath = keyPath
    latest = first
  }

  deinit {
    latest?.finish()
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
    guard latest.value != value else { return }
    let next = latest.followed(by: value)
    self.latest = next
    next.send()
  }
}

/// A feed for a property that any thread may change; values arrive one after the other.
private final class OutsideChangeFeed<Value: Equatable & Sendable>: Sendable {
  private struct State: Sendable {
    weak var latest: LatestValue<Value>?
  }

  private let state: Locked<State>

  init(startingWith first: LatestValue<Value>) {
    state = Locked(State(latest: first))
  }

  deinit {
    latest?.finish()
  }

  var hasEnded: Bool { latest == nil }

  func send(_ value: Value) {
    // Compared and sent outside the lock: both may run code of the value's own.
    guard let latest, latest.value != value else { return }
    let next = latest.followed(by: value)
    state.withLock { $0.latest = next }
    next.send()
  }

  private var latest: LatestValue<Value>? { state.withLock { $0.latest } }
}

/// The value that was put into a stream last, for comparison with the next one.
///
/// The stream retains it until its consumer ends or another value follows, and nothing else does: its
/// contents are then released immediately, on any thread and without an event, together with all values that
/// were not consumed.
private final class LatestValue<Value: Equatable & Sendable>: Sendable {
  let value: Value
  private let continuation: AsyncStream<Value>.Continuation

  init(_ value: Value, in continuation: AsyncStream<Value>.Continuation) {
    self.value = value
    self.continuation = continuation
  }

  func followed(by value: Value) -> LatestValue {
    LatestValue(value, in: continuation)
  }

  /// Puts the value into the stream, and replaces the former one.
  func send() {
    // Until the stream ends, each of the two retains the other.
    continuation.onTermination = { _ in withExtendedLifetime(self) {} }
    if case .terminated = continuation.yield(value) {
      // The consumer ended before this value was stored.
      continuation.onTermination = nil
    }
  }

  func finish() {
    continuation.finish()
  }
}
