import Foundation

/// A subscriber that is called with the newest values of some keys of a storage, one call at a time.
///
/// A pending call stores no values: each call reads the current ones. All changes during a call therefore lead to
/// one more, and a slow subscriber costs neither memory nor the time of writers.
final class StorageSubscriber: StorageObserver {
  private let call: CoalescedCall
  private let hasEnded = Locked(false)

  init(
    _ storage: StateStorage,
    _ keys: Set<String>,
    _ receive: @escaping @Sendable ([String: Data?]) -> Void
  ) {
    call = CoalescedCall { [hasEnded] in
      guard !hasEnded.withLock({ $0 }) else { return }
      receive(storage.memory.withLock { $0.values(of: keys) })
    }
  }

  /// Has the subscriber called soon.
  func begin() { call.request() }

  func didChange(from origin: StorageOrigin?) { call.request() }

  func end() { hasEnded.exchange(true) }
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
  /// Calls a closure with the values of some keys soon, and with the newest ones after changes of them.
  func subscribe(
    _ keys: Set<String>,
    _ receive: @escaping @Sendable ([String: Data?]) -> Void
  ) -> StorageSubscription {
    let subscriber = StorageSubscriber(self, keys, receive)
    let observation = observe(subscriber, of: keys)
    // Once looked up, keys with an observer stay in memory.
    if !memory.withLock({ $0.knows(keys) }) { refresh(keys) }
    subscriber.begin()
    return StorageSubscription(subscriber, observation)
  }
}
