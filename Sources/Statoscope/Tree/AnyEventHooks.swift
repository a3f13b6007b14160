/// Who is called around and after the events of a scope, whatever its events are.
class AnyEventHooks {
  /// Whether somebody is called around the update; without, there are subscribers only.
  final var wrapUpdates = false

  /// The subscribers in a list, each with the next.
  ///
  /// Unmanaged, because an event with a subscriber would pay for every retain on its way through the list; see
  /// Tests/Benchmarks/README.md. Sound: each is retained once when it is put in and released once when it is taken
  /// out, and none is taken out while they are called.
  private final var first: Unmanaged<AnyEventSubscription>?
  private final var last: Unmanaged<AnyEventSubscription>?

  private final var isAnnouncing = false
  private final var hasEndedSubscriptions = false

  final func add(_ subscription: AnyEventSubscription) {
    subscription.hooks = self
    subscription.previous = last
    let added = Unmanaged.passRetained(subscription)
    if let last { last.takeUnretainedValue().next = added } else { first = added }
    last = added
  }

  /// Hands each subscription that has not ended to a closure, in the order in which they came; those that come
  /// meanwhile are not among them.
  @inline(__always)
  final func forEachSubscription(_ body: (AnyEventSubscription) -> Void) {
    guard var current = first, let last else { return }
    isAnnouncing = true
    while true {
      let isLast = current.toOpaque() == last.toOpaque()
      let next = current._withUnsafeGuaranteedRef { subscription -> Unmanaged<AnyEventSubscription>? in
        if !subscription.hasEnded { body(subscription) }
        return subscription.next
      }
      guard !isLast, let next else { break }
      current = next
    }
    isAnnouncing = false
    if hasEndedSubscriptions { dropEndedSubscriptions() }
  }

  fileprivate final func noteEnd(of subscription: AnyEventSubscription) {
    if isAnnouncing { hasEndedSubscriptions = true } else { remove(subscription) }
  }

  private final func dropEndedSubscriptions() {
    hasEndedSubscriptions = false
    // Kept by this list until all are out of the other: what they hold may end more subscriptions when it goes.
    let ended = all.filter(\.hasEnded)
    for subscription in ended { remove(subscription) }
  }

  /// Takes a subscription out of the list.
  private final func remove(_ subscription: AnyEventSubscription) {
    let (previous, next) = (subscription.previous, subscription.next)
    if let previous { previous.takeUnretainedValue().next = next } else { first = next }
    if let next { next.takeUnretainedValue().previous = previous } else { last = previous }
    subscription.previous = nil
    subscription.next = nil
    subscription.hooks = nil
    Unmanaged.passUnretained(subscription).release()
  }

  private final var all: [AnyEventSubscription] {
    var found: [AnyEventSubscription] = []
    var current = first
    while let subscription = current?.takeUnretainedValue() {
      found.append(subscription)
      current = subscription.next
    }
    return found
  }

  deinit {
    let left = all
    for subscription in left { remove(subscription) }
  }
}

/// One subscriber, whatever the events are, and whether it still wants to be called.
class AnyEventSubscription {
  /// Its neighbours in the list; the one before it is not retained by this.
  fileprivate final var previous: Unmanaged<AnyEventSubscription>?
  fileprivate final var next: Unmanaged<AnyEventSubscription>?
  fileprivate final var hasEnded = false

  /// The hooks that this is in the list of.
  ///
  /// Unsafe and sound: they clear it when they take this out of their list, at the latest when they go.
  fileprivate final unowned(unsafe) var hooks: AnyEventHooks?

  /// What ends this; it does not keep it, nor what it would call.
  final let end = SubscriptionEnd()

  init() {
    end.subscription = self
  }

  deinit {
    end.subscription = nil
  }

  fileprivate final func finish() {
    guard !hasEnded else { return }
    hasEnded = true
    hooks?.noteEnd(of: self)
  }
}

/// Ends a subscription, if that is still there.
final class SubscriptionEnd {
  /// Unsafe and sound: the subscription clears it when it goes.
  fileprivate unowned(unsafe) var subscription: AnyEventSubscription?

  func come() {
    subscription?.finish()
  }
}
