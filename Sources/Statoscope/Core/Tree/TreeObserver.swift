/// An observer of one scope and of all scopes below it: the library's only mechanism to observe a tree.
///
/// The scope that it was added to retains it, so it must not retain a scope. It is called where the tree
/// lives, and only about its ``observedChanges``; each method does nothing unless implemented.
///
/// Whatever begins for an observer also ends for it, in reverse order, even if the observer was removed or
/// the scope has left the tree in between. An observer that was added in between receives neither call.
package protocol TreeObserver: AnyObject {
  /// The calls that it receives; constant.
  var observedChanges: ObservedChanges { get }

  /// Indicates whether nothing needs it any more; it is no longer called, and removed eventually.
  var hasEnded: Bool { get }

  /// Indicates whether a value that it stores may be, or refer to, a scope.
  var mayKeepScopes: Bool { get }

  /// Indicates whether it calls a subscriber after an event. Those of one scope precede its other observers,
  /// for which the event includes everything that follows from it.
  var callsSubscriber: Bool { get }

  // MARK: Events

  /// An event is about to be handled, outside all middlewares, which may still drop, repeat or change it.
  func willHandle(_ when: any Sendable, of scope: ScopeNode)

  /// An event has been handled or dropped, its effects have started, and the scope's subscribers were called.
  ///
  /// - Parameter failure: the error that the update or a middleware threw.
  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?)

  /// An update is about to run, inside all middlewares.
  func willUpdate(_ scope: ScopeNode, for when: any Sendable)

  /// An update has returned; its effects have not started.
  func didUpdate(_ scope: ScopeNode, failure: (any Error)?)

  /// An event was queued, because its scope is handling another.
  func didQueueEvent(of scope: ScopeNode)

  /// The oldest queued event of a scope is about to be handled.
  func willHandleQueuedEvent(of scope: ScopeNode)

  /// The state of a scope changed without an event, while the observed scope is handling none.
  func didChange(_ scope: ScopeNode)

  // MARK: Effects

  /// An effect has started or ended.
  func effect(_ generation: UInt64, of scope: ScopeNode, did change: EffectChange)

  /// The result of an effect is about to be delivered to its scope.
  func willDeliver(_ generation: UInt64, to scope: ScopeNode)

  /// The result of an effect was delivered, or refused because the effect had been cancelled.
  func didDeliver(_ generation: UInt64, to scope: ScopeNode)

  // MARK: Place

  /// The observed scope, or one above it, entered or left a tree or was given a value to inject.
  func didMove()

  // MARK: Errors

  /// An error was logged because the event's sender could not receive it.
  func didLose(_ error: LostError)

  // MARK: Look-ups

  /// A look-up of a scope found no value and fell back to the default of a type that is not for tests.
  func didGetDefault(of type: Any.Type, at scope: ScopeNode)
}

/// The kinds of calls that a ``TreeObserver`` receives.
package struct ObservedChanges: OptionSet, Sendable {
  package let rawValue: UInt8

  /// Events and effects of the observed scope and of all scopes below it.
  package static let events = ObservedChanges(rawValue: 1)
  /// Moves of the observed scope.
  package static let place = ObservedChanges(rawValue: 2)
  /// Errors of events that their senders could not receive.
  package static let lostErrors = ObservedChanges(rawValue: 4)
  /// No call, but the event that enqueued each pending effect: ``PendingEffect/startedBy``.
  package static let effectOrigins = ObservedChanges(rawValue: 8)
  /// Look-ups that fell back to a default.
  package static let defaultValues = ObservedChanges(rawValue: 16)

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// A change of an effect, reported to a ``TreeObserver``.
package enum EffectChange {
  /// The effect itself, without its maps.
  case started(Any)
  case ended(EffectResult)
}

/// An error that an event's sender could not receive.
package struct LostError {
  /// The path and the type of the scope: the scope itself may be in `deinit`, and must not be retained.
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
  package func effect(_ generation: UInt64, of scope: ScopeNode, did change: EffectChange) {}
  package func willDeliver(_ generation: UInt64, to scope: ScopeNode) {}
  package func didDeliver(_ generation: UInt64, to scope: ScopeNode) {}
  package func didMove() {}
  package func didLose(_ error: LostError) {}
  package func didGetDefault(of type: Any.Type, at scope: ScopeNode) {}
}
