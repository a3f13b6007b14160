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
    removeObservers { $0 === observer }
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
    if hasMiddleware || runtime?.subscriptions.contains(where: { !$0.hasEnded }) == true { return true }
    guard let subtreeHooks else { return false }
    return !subtreeHooks.middlewares.isEmpty
      || subtreeHooks.observers.contains { $0.mayKeepScopes && !$0.hasEnded }
  }

  private final func removeObservers(where isUnwanted: (any TreeObserver) -> Bool) {
    guard subtreeHooks != nil else { return }
    changeHooks { $0.removeObservers(where: isUnwanted) }
  }

  /// - Parameter change: returns the observers that it removed.
  private final func changeHooks(_ change: (SubtreeHooks) -> [any TreeObserver]) {
    let hooks = subtreeHooks ?? SubtreeHooks()
    let before = hooks.interests
    let removed = change(hooks)
    // Released after all properties are written: their `deinit` may change the hooks again.
    withExtendedLifetime(removed) {
      subtreeHooks = hooks.interests.isEmpty ? nil : hooks
      let context = context
      context.hookCounts.remove(before)
      context.hookCounts.add(hooks.interests)
    }
  }
}

/// The hooks called around one event: all that were added to its scope or above it, nearest first.
struct EventHooks {
  fileprivate(set) var observers: [any TreeObserver] = []
  fileprivate(set) var middlewares: [(node: ScopeNode, hooks: SubtreeHooks)] = []
}

extension ScopeNode {
  /// Returns the hooks to call around an event of this scope, and removes observers that have ended.
  ///
  /// Complexity: O(1) when the tree has no hooks, else O(depth).
  final func findEventHooks() -> EventHooks {
    var found = EventHooks()
    guard storedContext?.isPlain != true, context.hookCounts.events > 0 else { return found }
    addEventHooks(to: &found)
    var node = parentNode
    while let current = node {
      current.addEventHooks(to: &found)
      node = current.parentNode
    }
    return found
  }

  @inline(__always)
  private final func addEventHooks(to found: inout EventHooks) {
    guard let hooks = subtreeHooks, hooks.interests.contains(.events) else { return }
    if !hooks.middlewares.isEmpty { found.middlewares.append((self, hooks)) }
    var observers = hooks.eventObservers
    if observers.contains(where: { $0.hasEnded }) {
      removeObservers { $0.hasEnded }
      observers = hooks.eventObservers
    }
    // Usually one scope has all observers: its array is shared, not copied.
    if found.observers.isEmpty { found.observers = observers } else { found.observers += observers }
  }

  /// The observers of this scope's events and effects, nearest first.
  ///
  /// Complexity: O(1) when the tree has none, else O(depth).
  final var eventObservers: [any TreeObserver] {
    storedContext?.isPlain == false ? findEventHooks().observers : []
  }

  /// Notifies observers that this scope and all scopes below it have moved.
  ///
  /// Complexity: O(scopes below).
  final func announceMove() {
    forEachInSubtree { node in
      guard let hooks = node.subtreeHooks, hooks.interests.contains(.place) else { return }
      for observer in hooks.observers where observer.interests.contains(.place) && !observer.hasEnded {
        observer.didMove()
      }
    }
  }

  /// Notifies observers of a change without an event.
  ///
  /// Observers of a scope that is handling an event are notified when that is done.
  final func announceChangeToObservers() {
    guard context.hookCounts.events > 0 else { return }
    var found: [any TreeObserver] = []
    forEachHooks(of: .events) { node, hooks in
      guard !node.isHandlingEvents else { return }
      found += hooks.eventObservers.filter { !$0.hasEnded }
    }
    for observer in found { observer.didChange(self) }
  }

  /// Notifies observers of an error that could only be logged.
  ///
  /// - Parameter event: the text of the event, created on demand.
  final func announceLostError(_ error: any Error, of event: @autoclosure () -> String) {
    guard context.hookCounts.lostErrors > 0 else { return }
    let place = "\(ScopeTree(self).keyPathFromRoot), a \(typeName)"
    let lost = LostError(place: place, event: event(), error: error)
    forEachHooks(of: .lostErrors) { _, hooks in
      for observer in hooks.observers where observer.interests.contains(.lostErrors) && !observer.hasEnded {
        observer.didLose(lost)
      }
    }
  }

  /// Notifies observers of a look-up that fell back to a default.
  final func announceDefault(of type: Any.Type) {
    guard context.hookCounts.defaultValues > 0 else { return }
    forEachHooks(of: .defaultValues) { _, hooks in
      for observer in hooks.observers where observer.interests.contains(.defaultValues) && !observer.hasEnded
      {
        observer.didGetDefault(of: type, at: self)
      }
    }
  }

  /// Visits the hooks of this scope and of all scopes above it with some interests, nearest first.
  private final func forEachHooks(
    of interest: TreeInterests,
    _ body: (_ node: ScopeNode, _ hooks: SubtreeHooks) -> Void
  ) {
    var node: ScopeNode? = self
    while let current = node {
      if let hooks = current.subtreeHooks, hooks.interests.contains(interest) { body(current, hooks) }
      node = current.parentNode
    }
  }
}
