/// An observer of one scope and of all scopes below it: the library's only mechanism to observe a tree.
///
/// The scope that it was added to retains it, so it must not retain a scope. It is called where the tree
/// lives, and only about its ``observedChanges``; a method that is not implemented does nothing.
///
/// An observer that was called at the beginning of an event is also called at its end, in reverse order, even
/// if the observer was removed, or the scope has left the tree, in between. An observer that was added in
/// between receives neither call.
package protocol TreeObserver: AnyObject {
  /// The calls that it receives; constant.
  var observedChanges: ObservedChanges { get }

  /// Indicates whether nothing needs it any more; it is no longer called, and removed eventually.
  var hasEnded: Bool { get }

  /// Indicates whether a value that it stores may be, or refer to, a scope.
  var mayRetainScopes: Bool { get }

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

  // MARK: Children

  /// Other scopes are the children in a property of a scope now; called within the change, so it runs no code of the app.
  ///
  /// - Parameters:
  ///   - property: the number of the property, for ``ScopeNode/children(in:)``.
  ///   - elements: the elements of a list that were replaced; nil if all of the property may differ.
  func didChangeChildren(of scope: ScopeNode, in property: Int, _ elements: ChangedElements?)

  // MARK: Effects

  /// An effect has started.
  ///
  /// - Parameter pristine: the effect without its maps.
  func effect(_ generation: UInt64, of scope: ScopeNode, didStart pristine: any Effect)

  /// An effect that has started has ended.
  func effect(_ generation: UInt64, of scope: ScopeNode, didEnd result: EffectResult)

  /// An output of an effect is about to be delivered to its scope.
  func willDeliver(_ generation: UInt64, to scope: ScopeNode)

  /// An output of an effect was delivered, or refused because the effect had been cancelled.
  func didDeliver(_ generation: UInt64, to scope: ScopeNode)

  // MARK: Moves

  /// The observed scope, or one above it, entered or left a tree, or provides other values than before.
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
  /// Changes of what the observed scope finds above it.
  package static let moves = ObservedChanges(rawValue: 2)
  /// Errors of events that their senders could not receive.
  package static let lostErrors = ObservedChanges(rawValue: 4)
  /// No call, but the event that enqueued each pending effect: ``PendingEffect/startedBy``.
  package static let effectOrigins = ObservedChanges(rawValue: 8)
  /// Look-ups that fell back to a default.
  package static let defaultValues = ObservedChanges(rawValue: 16)
  /// Changes of the children, of the observed scope and of all scopes below it; together with ``events``.
  package static let children = ObservedChanges(rawValue: 32)

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// An error that an event's sender could not receive.
package struct LostError {
  /// The key path and the type of the scope, which itself may be in `deinit`, and must not be retained.
  package let scope: String
  package let event: String
  package let error: any Error
}

extension TreeObserver {
  package var hasEnded: Bool { false }
  package var mayRetainScopes: Bool { false }
  package var callsSubscriber: Bool { false }
  package func willHandle(_ when: any Sendable, of scope: ScopeNode) {}
  package func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {}
  package func willUpdate(_ scope: ScopeNode, for when: any Sendable) {}
  package func didUpdate(_ scope: ScopeNode, failure: (any Error)?) {}
  package func didQueueEvent(of scope: ScopeNode) {}
  package func willHandleQueuedEvent(of scope: ScopeNode) {}
  package func didChange(_ scope: ScopeNode) {}
  package func didChangeChildren(of scope: ScopeNode, in property: Int, _ elements: ChangedElements?) {}
  package func effect(_ generation: UInt64, of scope: ScopeNode, didStart pristine: any Effect) {}
  package func effect(_ generation: UInt64, of scope: ScopeNode, didEnd result: EffectResult) {}
  package func willDeliver(_ generation: UInt64, to scope: ScopeNode) {}
  package func didDeliver(_ generation: UInt64, to scope: ScopeNode) {}
  package func didMove() {}
  package func didLose(_ error: LostError) {}
  package func didGetDefault(of type: Any.Type, at scope: ScopeNode) {}
}

/// The middlewares and observers of one scope and of all scopes below it.
final class SubtreeHooks {
  /// A middleware, called with the scope it was added to, which it must not retain.
  typealias Middleware = (_ owner: ScopeNode, _ event: ScopeEvent, _ next: () throws -> Void) throws -> Void

  /// The middlewares; the last one added is the outermost.
  private(set) var middlewares: [Middleware] = []

  /// Indicates whether a middleware is a closure of the app, which may capture anything, rather than the scope itself.
  private(set) var hasClosures = false

  /// The union of what all hooks observe; a middleware observes events.
  private(set) var observedChanges: ObservedChanges = []

  private var list = SweptList<any TreeObserver>()

  var observers: [any TreeObserver] { list.elements }

  /// The observers of events; those with a subscriber come first.
  private(set) var eventObservers: [any TreeObserver] = []

  func add(_ middleware: @escaping Middleware, isOwn: Bool) {
    middlewares = middlewares + [middleware]
    if !isOwn { hasClosures = true }
    observedChanges.insert(.events)
  }

  /// - Returns: the observers that were removed because they had ended.
  func add(_ observer: any TreeObserver) -> [any TreeObserver] {
    let removed = list.append(observer) { $0.hasEnded }
    if removed.isEmpty { record(observer) } else { recordAll() }
    return removed
  }

  fileprivate func observers(of changes: ObservedChanges) -> [any TreeObserver] {
    observedChanges.contains(changes) ? observers.filter { $0.observedChanges.contains(changes) } : []
  }

  /// - Returns: the removed observers.
  func removeObservers(where isUnwanted: (any TreeObserver) -> Bool) -> [any TreeObserver] {
    defer { recordAll() }
    return list.removeAll(where: isUnwanted)
  }

  private func recordAll() {
    observedChanges = middlewares.isEmpty ? [] : .events
    eventObservers = []
    for observer in observers { record(observer) }
  }

  private func record(_ observer: any TreeObserver) {
    observedChanges.formUnion(observer.observedChanges)
    guard observer.observedChanges.contains(.events) else { return }
    var changed = eventObservers
    let other = observer.callsSubscriber ? changed.firstIndex(where: { !$0.callsSubscriber }) : nil
    changed.insert(observer, at: other ?? changed.count)
    eventObservers = changed
  }
}

/// The number of scopes in a tree with hooks, by what the hooks observe.
package struct HookCounts: Equatable {
  private(set) var events: Int32 = 0
  private(set) var moves: Int32 = 0
  private(set) var lostErrors: Int32 = 0
  private(set) var effectOrigins: Int32 = 0
  private(set) var defaultValues: Int32 = 0

  mutating func add(_ changes: ObservedChanges) { count(changes, 1) }

  mutating func remove(_ changes: ObservedChanges) { count(changes, -1) }

  mutating func add(_ other: HookCounts) {
    events += other.events
    moves += other.moves
    lostErrors += other.lostErrors
    effectOrigins += other.effectOrigins
    defaultValues += other.defaultValues
  }

  private mutating func count(_ changes: ObservedChanges, _ difference: Int32) {
    if changes.contains(.events) { events += difference }
    if changes.contains(.moves) { moves += difference }
    if changes.contains(.lostErrors) { lostErrors += difference }
    if changes.contains(.effectOrigins) { effectOrigins += difference }
    if changes.contains(.defaultValues) { defaultValues += difference }
  }
}

extension ScopeNode {
  /// Adds an observer of this scope and of all scopes below it, until the observer has ended.
  ///
  /// Complexity: amortized O(1).
  package final func addObserver(_ observer: any TreeObserver) {
    linkSubscopes()
    changeHooks { $0.add(observer) }
  }

  /// Complexity: O(observers of this scope).
  package final func removeObserver(_ observer: any TreeObserver) {
    guard subtreeHooks != nil else { return }
    changeHooks { $0.removeObservers { $0 === observer } }
  }

  /// Adds a closure that is called around each event of this scope and of all scopes below it.
  ///
  /// - Parameter isOwn: whether it only calls the scope, and captures nothing of the app.
  final func addSubtreeMiddleware(isOwn: Bool = false, _ middleware: @escaping SubtreeHooks.Middleware) {
    changeHooks {
      $0.add(middleware, isOwn: isOwn)
      return []
    }
  }

  /// Indicates whether closures of the app are called around or after this scope's events; what they capture may be a
  /// scope, or state.
  package final var hasHooks: Bool {
    if runtime?.hasHooks == true { return true }
    guard let subtreeHooks else { return false }
    return subtreeHooks.hasClosures
      || subtreeHooks.observers.contains { $0.mayRetainScopes && !$0.hasEnded }
  }

  /// The number of scopes of this scope's tree with hooks, as its context knows it.
  package final var hookCounts: HookCounts { context.hookCounts }

  /// The same, counted.
  ///
  /// Complexity: O(scopes of the tree).
  package final var recountedHooks: HookCounts {
    var counts = HookCounts()
    ScopeTree(self).root.forEachLinked { node in
      if let hooks = node.subtreeHooks { counts.add(hooks.observedChanges) }
    }
    return counts
  }

  /// - Parameter change: returns the observers that it removed.
  private final func changeHooks(_ change: (SubtreeHooks) -> [any TreeObserver]) {
    let context = context
    let hooks = subtreeHooks ?? SubtreeHooks()
    let before = hooks.observedChanges
    let removed = change(hooks)
    subtreeHooks = hooks.observedChanges.isEmpty ? nil : hooks
    context.changeHooks {
      $0.remove(before)
      $0.add(hooks.observedChanges)
    }
    // Released after all properties are written: their `deinit` may change the hooks again.
    withExtendedLifetime(removed) {}
  }

  // MARK: Calls

  /// Removes the observers of this scope's events that have ended, here and above.
  final func removeEndedObservers() {
    forEachOnPathToRoot(observing: .events) { node, hooks in
      guard hooks.eventObservers.contains(where: \.hasEnded) else { return }
      node.changeHooks { $0.removeObservers(where: \.hasEnded) }
    }
  }

  /// The hooks around this scope's events, nearest first.
  ///
  /// Complexity: O(1) when the tree has none, else O(depth).
  final var eventHooks: EventHooks {
    var found = EventHooks()
    guard storedContext?.isPlain != true || isAdrift else { return found }
    found.add(of: self)
    var node = parentNode
    while let current = node {
      found.add(of: current)
      node = current.parentNode
    }
    return found
  }

  /// The observers of this scope's events and effects, nearest first.
  final var eventObservers: [any TreeObserver] { eventHooks.observers }

  /// Notifies observers that this scope and all scopes below it have moved.
  ///
  /// Complexity: O(scopes below).
  final func notifyMoved() {
    var found: [any TreeObserver] = []
    forEachLinked { node in
      if let hooks = node.subtreeHooks { found += hooks.observers(of: .moves) }
    }
    for observer in found where !observer.hasEnded { observer.didMove() }
  }

  /// Notifies observers of a change without an event.
  ///
  /// Observers of a scope that is handling an event are notified when that is done.
  final func notifyObserversOfChange() {
    guard context.hookCounts.events > 0 else { return }
    var found: [any TreeObserver] = []
    forEachOnPathToRoot(observing: .events) { node, hooks in
      if !node.isHandlingEvents { found += hooks.eventObservers }
    }
    for observer in found where !observer.hasEnded { observer.didChange(self) }
  }

  /// Notifies observers of a change of the children in a property.
  final func notifyChildrenChanged(in link: SubscopeLink, _ elements: ChangedElements?) {
    forEachOnPathToRoot(observing: .children) { _, hooks in
      for observer in hooks.observers(of: .children) where !observer.hasEnded {
        observer.didChangeChildren(of: self, in: Int(link.index), elements)
      }
    }
  }

  /// Notifies observers of an error that could only be logged.
  ///
  /// - Parameter event: the text of the event, created on demand.
  final func notifyLostError(_ error: any Error, of event: @autoclosure () -> String) {
    // A scope that is leaving has none, though its context still counts them.
    let observers = context.hookCounts.lostErrors > 0 ? observersOnPath(of: .lostErrors) : []
    guard !observers.isEmpty else {
      // Of one that is being deinitialized there is nothing left to test.
      if let refusal = error as? EffectIsolationError, effectsHandler?.scope.exists == true {
        Misuse.receiver?.receive(refusal)
      }
      return
    }
    let scope = "\(ScopeTree(self).keyPathFromRoot), a \(typeName)"
    let lost = LostError(scope: scope, event: event(), error: error)
    for observer in observers where !observer.hasEnded { observer.didLose(lost) }
  }

  /// Notifies observers of a look-up that fell back to a default.
  final func notifyDefault(of type: Any.Type) {
    guard context.hookCounts.defaultValues > 0 else {
      guard parentNode == nil, eventPhase == .idle, !context.isRemoved, !hasDeparted else { return }
      return Misuse.receiver?.receive(defaultOf: type, by: typeName) ?? ()
    }
    for observer in observersOnPath(of: .defaultValues) where !observer.hasEnded {
      observer.didGetDefault(of: type, at: self)
    }
  }

  private final func observersOnPath(of changes: ObservedChanges) -> [any TreeObserver] {
    var found: [any TreeObserver] = []
    forEachOnPathToRoot(observing: changes) { _, hooks in found += hooks.observers(of: changes) }
    return found
  }

  /// Visits the hooks, here and above, that observe some changes, nearest first.
  private final func forEachOnPathToRoot(
    observing changes: ObservedChanges,
    _ body: (_ node: ScopeNode, _ hooks: SubtreeHooks) -> Void
  ) {
    var node: ScopeNode? = self
    while let current = node {
      if let hooks = current.subtreeHooks, hooks.observedChanges.contains(changes) { body(current, hooks) }
      node = current.parentNode
    }
  }
}

/// The hooks called around one event: all that were added to its scope or above it, nearest first.
struct EventHooks {
  private(set) var observers: [any TreeObserver] = []
  /// The middlewares, with the scopes that they were added to.
  private(set) var middlewares: [(node: ScopeNode, middlewares: [SubtreeHooks.Middleware])] = []
  /// Indicates whether observers were left out because they have ended.
  private(set) var hasEndedObservers = false

  @inline(__always)
  fileprivate mutating func add(of node: ScopeNode) {
    guard let hooks = node.subtreeHooks, hooks.observedChanges.contains(.events) else { return }
    if !hooks.middlewares.isEmpty { middlewares.append((node, hooks.middlewares)) }
    var others = hooks.eventObservers
    if others.contains(where: { $0.hasEnded }) {
      others.removeAll { $0.hasEnded }
      hasEndedObservers = true
    }
    // Usually one scope has all observers: its array is shared, not copied.
    if observers.isEmpty { observers = others } else { observers += others }
  }
}
