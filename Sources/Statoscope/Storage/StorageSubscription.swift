/// A token that ends a subscription to a storage when it is cancelled or released.
///
/// It retains the storage.
public final class StorageSubscription: Sendable {
  private let observation: Locked<ReleaseToken?>
  private let hasEnded: Locked<Bool>

  init(_ observation: ReleaseToken, _ hasEnded: Locked<Bool>) {
    self.observation = Locked(observation)
    self.hasEnded = hasEnded
  }

  deinit {
    cancel()
  }

  /// Ends the subscription; further calls have no effect.
  ///
  /// A call in progress on another thread continues to its end.
  public func cancel() {
    hasEnded.exchange(true)
    observation.exchange(nil)
  }
}

/// A call as a subscriber: a pending one stores no values, because each call reads the current ones. A slow subscriber
/// therefore costs neither memory nor the time of writers.
extension CoalescedCall: StorageObserver {
  func didChange(from origin: StorageOrigin?) { request() }
}
