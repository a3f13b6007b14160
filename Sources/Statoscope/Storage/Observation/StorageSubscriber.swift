/// A subscriber that is called with the values of a storage after each change of some keys, in order, one
/// call at a time.
///
/// Changes are queued where they happen, and the first thread to arrive empties the queue. A call may
/// therefore change the storage: the resulting calls come after it.
final class StorageSubscriber: StorageObserver {
  private struct State: Sendable {
    var waiting: [StoredValues] = []
    /// True at first, so that no other thread makes the first call.
    var isDelivering = true
    var hasEnded = false
  }

  private let state = Locked(State())
  private let receive: @Sendable (StoredValues) -> Void

  init(_ receive: @escaping @Sendable (StoredValues) -> Void) {
    self.receive = receive
  }

  func enqueue(_ values: StoredValues) {
    state.withLock { if !$0.hasEnded { $0.waiting.append(values) } }
  }

  /// Delivers the queued values for the first time.
  func begin() {
    while let values = take(isDelivering: true) { receive(values) }
  }

  func noteComing(from home: Home) {}

  /// Delivers the queued values, unless another thread is doing so.
  func noteChange(from origin: StorageOrigin?) {
    guard let values = take(isDelivering: false) else { return }
    receive(values)
    begin()
  }

  func end() {
    state.withLock { state in
      state.hasEnded = true
      state.waiting = []
    }
  }

  private func take(isDelivering: Bool) -> StoredValues? {
    state.withLock { state in
      guard isDelivering || !state.isDelivering else { return nil }
      state.isDelivering = !state.waiting.isEmpty
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
  }
}

/// A token that ends a subscription to a storage when it is cancelled or released.
///
/// It retains the storage.
public final class StorageSubscription: Sendable {
  private let storage: StateStorage
  private let subscriber: StorageSubscriber
  private let keys: Set<String>
  private let number: UInt64?

  init(_ subscriber: StorageSubscriber, of keys: Set<String>, in storage: StateStorage) {
    self.storage = storage
    self.subscriber = subscriber
    self.keys = keys
    var number: UInt64?
    while number == nil {
      number = storage.memory.withLock { memory in
        guard let values = memory.values(knowing: keys) else { return nil }
        subscriber.enqueue(values)
        return memory.add(subscriber, of: keys)
      }
      if number == nil { storage.refresh(keys) }
    }
    self.number = number
  }

  deinit {
    cancel()
  }

  /// Ends the subscription; further calls have no effect.
  ///
  /// A call in progress on another thread continues to its end.
  public func cancel() {
    subscriber.end()
    if let number { storage.memory.withLock { $0.removeObserver(number, of: keys) } }
  }
}
