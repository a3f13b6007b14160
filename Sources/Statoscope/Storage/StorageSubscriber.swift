import Foundation

/// A subscriber that is called with the newest values of some keys of a storage, one call at a time.
///
/// A pending call stores no values: each call reads the current ones. All changes during a call therefore lead to
/// one more, and a slow subscriber costs neither memory nor the time of other writers.
final class StorageSubscriber: StorageObserver {
  private let storage: StateStorage
  private let keys: Set<String>
  private let receive: @Sendable ([String: Data?]) -> Void

  /// Locked after the storage's memory, where both are.
  private let calls: Locked<SubscriberCalls>

  /// Creates a subscriber whose first call the current thread makes.
  init(
    _ storage: StateStorage,
    _ keys: Set<String>,
    _ receive: @escaping @Sendable ([String: Data?]) -> Void
  ) {
    self.storage = storage
    self.keys = keys
    self.receive = receive
    calls = Locked(SubscriberCalls(firstOn: StorageSubscriber.currentThread))
  }

  /// Makes the first call, with the values of this moment.
  func begin() {
    run { $0.takeFirst() }
  }

  func enqueue() {
    let thread = StorageSubscriber.currentThread
    calls.withLock { $0.recordChange(on: thread) }
  }

  func didChange(from origin: StorageOrigin?) {
    let thread = StorageSubscriber.currentThread
    run { $0.take(on: thread) }
  }

  func end() {
    calls.withLock { $0.end() }
  }

  /// Makes a call if there is one to make, and those for the changes that it made itself.
  private func run(_ take: (inout SubscriberCalls) -> SubscriberCalls.Step) {
    var (step, values) = read(take)
    while step == .call {
      receive(values)
      (step, values) = read { $0.next() }
    }
    guard step == .handOver else { return }
    DispatchQueue.global().async { [self] in
      calls.withLock { $0.recordHandOver() }
      didChange(from: nil)
    }
  }

  /// Returns the next step, and the values that a call is made with.
  ///
  /// Under one lock: a later change is a later call.
  private func read(
    _ take: (inout SubscriberCalls) -> SubscriberCalls.Step
  ) -> (SubscriberCalls.Step, [String: Data?]) {
    storage.memory.withLock { memory in
      let step = calls.withLock(take)
      return (step, step == .call ? memory.values(of: keys) : [:])
    }
  }

  /// The identity of the thread, for comparisons while it makes a call.
  private static var currentThread: ObjectIdentifier { ObjectIdentifier(Thread.current) }
}

/// The pending and current calls of one subscriber, as a state machine that decides which thread makes them.
///
/// A writer makes the call for its own change, unless one is in progress, and those for the changes that this
/// call makes. It makes none for the changes of others in the meantime, which could go on forever: the system's
/// threads do, or the next writer.
struct SubscriberCalls: Sendable {
  enum Step {
    /// Call the subscriber with the current values, then ask for the next step.
    case call
    /// Continue on a thread of the system.
    case handOver
    case stop
  }

  /// Indicates whether the values have changed since the last call began.
  private var isPending = true
  /// Indicates whether the call in progress has made such a change.
  private var isOwn = false
  /// The thread of the call in progress, which exists as long as the call.
  private var caller: ObjectIdentifier?
  /// Indicates whether a thread of the system was asked to continue.
  private var isHandedOver = false
  private var hasEnded = false

  /// - Parameter thread: the thread that makes the first call; no other does before.
  init(firstOn thread: ObjectIdentifier) {
    caller = thread
  }

  mutating func recordChange(on thread: ObjectIdentifier) {
    isPending = true
    if caller == thread { isOwn = true }
  }

  mutating func takeFirst() -> Step {
    (isPending, isOwn) = (false, false)
    return .call
  }

  /// Begins a call on a thread, unless nothing is pending or a call is in progress.
  mutating func take(on thread: ObjectIdentifier) -> Step {
    guard caller == nil, isPending, !hasEnded else { return .stop }
    (caller, isPending) = (thread, false)
    return .call
  }

  /// Ends a call, and decides about the next one.
  mutating func next() -> Step {
    if isOwn, !hasEnded { return takeFirst() }
    caller = nil
    guard isPending, !hasEnded, !isHandedOver else { return .stop }
    isHandedOver = true
    return .handOver
  }

  /// Records that the thread of the system has started.
  mutating func recordHandOver() {
    isHandedOver = false
  }

  mutating func end() {
    hasEnded = true
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
  /// Calls a closure with the values of some keys now, and with the newest ones after changes of them.
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
