import Foundation

/// A subscriber that is called with the values of a storage after each change of some keys, in order, one
/// call at a time.
///
/// Changes are queued where they happen, and the first thread to arrive empties the queue. A call may
/// therefore change the storage: the resulting calls come after it.
final class StorageSubscriber: StorageObserver {
  private struct State: Sendable {
    /// The values to deliver; nil before the first ones are known, and after the end.
    var waiting: [[String: Data?]]?
    /// True at first, so that no other thread makes the first call.
    var isDelivering = true
  }

  private let state = Locked(State())
  private let receive: @Sendable ([String: Data?]) -> Void

  init(_ receive: @escaping @Sendable ([String: Data?]) -> Void) {
    self.receive = receive
  }

  /// Enqueues the first values.
  func begin(with values: [String: Data?]) {
    state.withLock { $0.waiting = [values] }
  }

  func enqueue(_ values: [String: Data?]) {
    state.withLock { $0.waiting?.append(values) }
  }

  /// Delivers the queued values for the first time.
  func deliverAll() {
    while let values = take(isDelivering: true) { receive(values) }
  }

  /// Delivers the queued values, unless another thread is doing so.
  func noteChange(from origin: StorageOrigin?) {
    guard let values = take(isDelivering: false) else { return }
    receive(values)
    deliverAll()
  }

  func end() {
    state.withLock { $0.waiting = nil }
  }

  private func take(isDelivering: Bool) -> [String: Data?]? {
    state.withLock { state in
      guard isDelivering || !state.isDelivering else { return nil }
      state.isDelivering = state.waiting?.isEmpty == false
      return state.isDelivering ? state.waiting?.removeFirst() : nil
    }
  }
}

/// A token that ends a subscription to a storage when it is cancelled or released.
///
/// It retains the storage.
public final class StorageSubscription: Sendable {
  private let subscriber: StorageSubscriber
  private let observation: Locked<ReleaseToken?>

  init(_ subscriber: StorageSubscriber, _ observation: ReleaseToken) {
    self.subscriber = subscriber
    self.observation = Locked(observation)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription; further calls have no effect.
  ///
  /// A call in progress on another thread continues to its end.
  public func cancel() {
    subscriber.end()
    observation.exchange(nil)
  }
}

extension StateStorage {
  /// Calls a closure with all values now and after each change of some keys, in order.
  func subscribe(
    _ keys: Set<String>,
    _ receive: @escaping @Sendable ([String: Data?]) -> Void
  ) -> StorageSubscription {
    let subscriber = StorageSubscriber(receive)
    let observation = observe(subscriber, of: keys)
    // Once looked up, keys with an observer stay in memory.
    if !memory.withLock({ $0.knows(keys) }) { refresh(keys) }
    memory.withLock { subscriber.begin(with: $0.values) }
    subscriber.deliverAll()
    return StorageSubscription(subscriber, observation)
  }
}
