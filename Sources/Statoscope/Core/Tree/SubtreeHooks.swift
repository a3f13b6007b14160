/// The middlewares and observers of one scope and of all scopes below it.
final class SubtreeHooks {
  /// A middleware, called with the scope it was added to, which it must not retain.
  typealias Middleware = (_ owner: ScopeNode, _ event: ScopeEvent, _ next: () throws -> Void) throws -> Void

  /// The middlewares; the last one added is the outermost.
  private(set) var middlewares: [Middleware] = []

  /// The union of what all hooks observe; a middleware observes events.
  private(set) var observedChanges: ObservedChanges = []

  private var list = SweptList<any TreeObserver>()

  var observers: [any TreeObserver] { list.elements }

  /// The observers of events; those with a subscriber come first.
  private(set) var eventObservers: [any TreeObserver] = []

  func add(_ middleware: @escaping Middleware) {
    middlewares = middlewares + [middleware]
    observedChanges.insert(.events)
  }

  /// - Returns: the observers that were removed because they had ended.
  func add(_ observer: any TreeObserver) -> [any TreeObserver] {
    let removed = list.append(observer) { $0.hasEnded }
    if removed.isEmpty { record(observer) } else { recordAll() }
    return removed
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
  final func addSubtreeMiddleware(_ middleware: @escaping SubtreeHooks.Middleware) {
    changeHooks {
      $0.add(middleware)
      return []
    }
  }

  /// Indicates whether closures are called around or after this scope's events; they may retain their
  /// captures.
  package final var hasHooks: Bool {
    if runtime?.hasHooks == true { return true }
    guard let subtreeHooks else { return false }
    return !subtreeHooks.middlewares.isEmpty
      || subtreeHooks.observers.contains { $0.mayKeepScopes && !$0.hasEnded }
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

  /// Notifies observers of an error that could only be logged.
  ///
  /// - Parameter event: the text of the event, created on demand.
  final func notifyLostError(_ error: any Error, of event: @autoclosure () -> String) {
    guard context.hookCounts.lostErrors > 0 else { return }
    let scope = "\(ScopeTree(self).keyPathFromRoot), a \(typeName)"
    let lost = LostError(scope: scope, event: event(), error: error)
    for observer in observersOnPath(of: .lostErrors) where !observer.hasEnded { observer.didLose(lost) }
  }

  /// Notifies observers of a look-up that fell back to a default.
  final func notifyDefault(of type: Any.Type) {
    guard context.hookCounts.defaultValues > 0 else { return }
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

extension SubtreeHooks {
  fileprivate func observers(of changes: ObservedChanges) -> [any TreeObserver] {
    observedChanges.contains(changes) ? observers.filter { $0.observedChanges.contains(changes) } : []
  }
}
