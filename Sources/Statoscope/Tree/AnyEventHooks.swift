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

  fileprivate final func noteEnd() {
    if isAnnouncing { hasEndedSubscriptions = true } else { dropEndedSubscriptions() }
  }

  private final func dropEndedSubscriptions() {
    hasEndedSubscriptions = false
    let all = takeAll()
    for subscription in all where !subscription.hasEnded { add(subscription) }
  }

  /// Empties the list.
  private final func takeAll() -> [AnyEventSubscription] {
    var taken: [AnyEventSubscription] = []
    var current = first
    first = nil
    last = nil
    while let pointer = current {
      let subscription = pointer.takeRetainedValue()
      current = subscription.next
      subscription.next = nil
      subscription.hooks = nil
      taken.append(subscription)
    }
    return taken
  }

  deinit {
    _ = takeAll()
  }
}

/// One subscriber, whatever the events are, and whether it still wants to be called.
class AnyEventSubscription {
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
    hooks?.noteEnd()
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
