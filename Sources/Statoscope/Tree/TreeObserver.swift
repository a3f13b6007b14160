/// An observer of one scope and of all below it: the one way in which the library observes a tree.
///
/// The scope that it was added to keeps it, so it must keep no scope. It is called where the tree lives, and only about
/// what it names in ``interests``; each method does nothing unless it is implemented.
///
/// Whatever begins for an observer also ends for it, in reverse order, also when it was removed, or the scope has left
/// the tree, in between. One that was added in between gets neither.
package protocol TreeObserver: AnyObject {
  /// What it is called about; it never changes.
  var interests: TreeInterests { get }

  /// Whether nothing needs it any more; it is not called again, and removed at some time.
  var hasEnded: Bool { get }

  /// Whether what it keeps of the values that it reads may be, or refer to, a scope.
  var mayKeepScopes: Bool { get }

  /// Whether it calls a subscriber when an event was handled. Those of one scope come before its other observers, for which
  /// the event is over when all that follows from it is.
  var callsSubscriber: Bool { get }

  // MARK: Events

  /// An event is about to be handled, outside all middlewares: they may still drop, repeat or change it.
  func willHandle(_ when: any Sendable, of scope: ScopeNode)

  /// An event has been handled or dropped, its effects have started, and the scope's subscribers were called.
  ///
  /// - Parameter failure: what the update or a middleware threw.
  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?)

  /// An update is about to run, inside all middlewares.
  func willUpdate(_ scope: ScopeNode, for when: any Sendable)

  /// An update is over; its effects have not started.
  func didUpdate(_ scope: ScopeNode, failure: (any Error)?)

  /// An event was queued, because its scope is handling another.
  func didQueueEvent(of scope: ScopeNode)

  /// The oldest queued event of a scope is about to be handled.
  func willHandleQueuedEvent(of scope: ScopeNode)

  /// What a scope shows was changed without an event, and the scope that this was added to is handling none.
  func didChange(_ scope: ScopeNode)

  // MARK: Effects

  /// An effect has started or ended.
  ///
  /// - Parameter inUpdate: whether this is due to the scope's last update.
  func effect(_ generation: UInt64, of scope: ScopeNode, did change: EffectChange, inUpdate: Bool)

  /// What an effect came back with is about to be delivered to its scope.
  func willDeliver(_ generation: UInt64, to scope: ScopeNode)

  /// What an effect came back with was delivered, or was refused because the effect had been cancelled.
  func didDeliver(_ generation: UInt64, to scope: ScopeNode)

  // MARK: Place

  /// The scope that this was added to, or one above it, was put into a tree, taken out of one, or given a value to
  /// inject.
  func didMove()

  // MARK: Errors

  /// An error was logged because the event's sender could not receive it.
  func didLose(_ error: LostError)

  // MARK: Look-ups

  /// A look-up of a scope found no value, and got the default of a type that is not for tests.
  func didGetDefault(of type: Any.Type, at scope: ScopeNode)
}

/// What a ``TreeObserver`` is called about.
package struct TreeInterests: OptionSet, Sendable {
  package let rawValue: UInt8

  /// Events and effects of the scope that it was added to and of all below it.
  package static let events = TreeInterests(rawValue: 1)
  /// The place of the scope that it was added to.
  package static let place = TreeInterests(rawValue: 2)
  /// Errors of events that their senders could not receive.
  package static let lostErrors = TreeInterests(rawValue: 4)
  /// No call, but the event that each pending effect was enqueued by: ``EffectNote/startedBy``.
  package static let effectOrigins = TreeInterests(rawValue: 8)
  /// Look-ups that got a default.
  package static let defaultValues = TreeInterests(rawValue: 16)

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// What can happen to an effect, for a ``TreeObserver``.
package enum EffectChange {
  /// The effect, under every map put on it.
  case started(Any)
  case completed
  case failed(any Error)
  case cancelled
}

/// An error that an event's sender could not receive.
package struct LostError {
  /// The path and the type of the scope: the scope itself may be being deinitialized, and must not be retained.
  package let place: String
  package let event: String
  package let error: any Error
}

extension TreeObserver {
  package var hasEnded: Bool { false }
  package var mayKeepScopes: Bool { false }
  package var callsSubscriber: Bool { false }
  package func willHandle(_ when: any Sendable, of scope: ScopeNode) {}
  package func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {}
  package func willUpdate(_ scope: ScopeNode, for when: any Sendable) {}
  package func didUpdate(_ scope: ScopeNode, failure: (any Error)?) {}
  package func didQueueEvent(of scope: ScopeNode) {}
  package func willHandleQueuedEvent(of scope: ScopeNode) {}
  package func didChange(_ scope: ScopeNode) {}
  package func effect(_ generation: UInt64, of scope: ScopeNode, did change: EffectChange, inUpdate: Bool) {}
  package func willDeliver(_ generation: UInt64, to scope: ScopeNode) {}
  package func didDeliver(_ generation: UInt64, to scope: ScopeNode) {}
  package func didMove() {}
  package func didLose(_ error: LostError) {}
  package func didGetDefault(of type: Any.Type, at scope: ScopeNode) {}
}
