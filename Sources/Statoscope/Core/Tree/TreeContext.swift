/// The state that all scopes of a tree share, such as its home and the current `trySend`.
///
/// Scopes store a reference to it, so an event costs the same at any depth. When two trees become one, the
/// smaller tree's context points to the larger one's, so the path to the shared one is logarithmic at worst,
/// and each scope that walks it shortens it.
final class TreeContext {
  /// The actor that the tree lives on, for any thread.
  let home = Home()

  /// The identity of that actor, for the comparison in each event: to ask ``home`` would retain both (Tests/Benchmarks).
  private(set) var settledActor: ObjectIdentifier?

  /// The number of scopes in the tree with ``SubtreeHooks``, by interest; while it is zero, nothing searches
  /// for them.
  private(set) var hookCounts = HookCounts()

  /// A counter that changes whenever scopes enter, leave or move within the tree.
  var shape: UInt64 = 0

  /// The types whose default a look-up fell back to: each is logged once.
  var loggedDefaults: Set<ObjectIdentifier> = []

  /// The values that the tree uses where nothing was injected, such as a storage of stored values.
  var fallbacks = InjectedValues()

  /// The first error of a queued event, to be rethrown by the outermost `trySend`.
  private var waitingEventError: (any Error)?

  /// The number of `trySend` calls in progress in this tree.
  private var trySendDepth: Int32 = 0

  private var rank: UInt8 = 0

  /// Indicates whether the tree's root was removed from another tree, or its owner was released.
  var isRemoved = false

  /// Indicates whether this context represents its tree and the tree has no hooks around events.
  private(set) var isPlain = true

  /// Indicates whether this context represents its tree: no other one does, and the root was not released.
  private(set) var isCurrent = true

  /// The paths of the events in progress that have a subscope middleware.
  var eventPaths: [EventPath] = []

  /// The executor of the tree's effects in a live plan; nil outside of one.
  var executor: (any EffectExecutor)?

  private var successor: TreeContext?

  /// The context that has taken this one's place, or this one.
  ///
  /// Complexity: amortized O(1).
  var latest: TreeContext {
    var context = self
    while let successor = context.successor { context = successor }
    return context
  }

  /// Makes an actor the home of the tree.
  func settle(on actor: any Actor) {
    settledActor = ObjectIdentifier(actor)
    home.settle(on: actor)
  }

  /// Changes the number of hooks.
  func changeHooks(_ change: (inout HookCounts) -> Void) {
    // Changed in a copy: changed in place, each event would check for exclusivity.
    var counts = hookCounts
    change(&counts)
    hookCounts = counts
    isPlain = isCurrent && hookCounts.events == 0
  }

  /// Represents no tree from now on: the root of its tree is being released, and each of the scopes below will be in
  /// another one.
  func dissolve() {
    isCurrent = false
    isPlain = false
  }

  /// Merges a child's context into this one, the parent's; both must represent their trees.
  ///
  /// - Returns: the context that represents both.
  @discardableResult
  func merge(_ child: TreeContext) -> TreeContext {
    guard child !== self else { return self }
    let (winner, loser) = child.rank > rank ? (child, self) : (self, child)
    if winner.rank == loser.rank { winner.rank += 1 }
    // The parent's take precedence: a child is moved into its parent's tree, not the reverse.
    if winner !== self || settledActor == nil, let actor = home.actor ?? child.home.actor {
      winner.settle(on: actor)
    }
    winner.isRemoved = isRemoved
    winner.fallbacks = fallbacks.merged(over: child.fallbacks)
    winner.executor = executor ?? child.executor
    winner.waitingEventError = waitingEventError ?? child.waitingEventError
    if !loser.eventPaths.isEmpty { winner.eventPaths = winner.eventPaths + loser.eventPaths }
    winner.loggedDefaults.formUnion(loser.loggedDefaults)
    winner.shape = max(winner.shape, loser.shape) + 1
    winner.trySendDepth += loser.trySendDepth
    loser.empty(because: winner)
    winner.changeHooks { $0.add(loser.hookCounts) }
    return winner
  }

  /// Points to the context that has taken this one's place, and holds nothing else.
  private func empty(because winner: TreeContext) {
    successor = winner
    isCurrent = false
    isPlain = false
    home.become(winner.home)
    fallbacks = InjectedValues()
    executor = nil
    waitingEventError = nil
    eventPaths = []
  }

  /// The values of a context whose release may run code of the app.
  struct Contents {
    fileprivate let fallbacks: InjectedValues
    fileprivate let error: (any Error)?

    fileprivate var isEmpty: Bool { fallbacks.isEmpty && error == nil }
  }

  fileprivate var contents: Contents { Contents(fallbacks: fallbacks, error: waitingEventError) }

  /// Takes over what a tree that was part of another keeps of it.
  func inherit(from former: TreeContext) {
    if let actor = former.home.actor { settle(on: actor) }
    executor = former.executor
    fallbacks = former.fallbacks
    shape = former.shape + 1
  }

  /// Stores the paths of the events in progress that a change of a property is about to change.
  func willChange(_ link: SubscopeLink) {
    for path in eventPaths { path.willChange(link) }
  }

  // MARK: Errors of queued events

  func beginTrySend() { trySendDepth += 1 }

  /// Ends a `trySend`; the outermost one receives the stored error.
  func endTrySend() -> (any Error)? {
    trySendDepth -= 1
    guard trySendDepth == 0 else { return nil }
    return waitingEventError.take()
  }

  /// Stores the first error of a queued event, which has been logged, for the outermost `trySend`.
  func storeForTrySend(_ error: any Error) {
    if trySendDepth > 0, waitingEventError == nil { waitingEventError = error }
  }
}

/// Shows nothing: a dump of a scope is about the scope.
extension TreeContext: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension ScopeNode {
  /// The context shared by this scope's tree, created on first use.
  ///
  /// A scope that has left its tree, or whose owner is being released, gets a context of its own here; that may run code
  /// of the app, which the cancellation of its effects calls. Complexity: amortized O(1).
  final var context: TreeContext {
    if let known = storedContext, known.isCurrent, !isAdrift { return known }
    return findContext()
  }

  /// A counter that changes whenever scopes enter, leave or move within this scope's tree.
  package final var treeShape: UInt64 { context.shape }

  /// The context, if there is one already that represents the tree.
  final var knownContext: TreeContext? {
    guard !isAdrift, let context = storedContext?.latest, context.isCurrent else { return nil }
    return context
  }

  @inline(never)
  private final func findContext() -> TreeContext {
    // What follows from the step may have moved the tree, and so may the release of the effects that it has cancelled.
    contextWithoutCalls() ?? context
  }

  /// Returns the context, or nil if code of the app may have run since it was found.
  private final func contextWithoutCalls() -> TreeContext? {
    var change = TreeChange()
    let found = change.context(of: self)
    guard !change.isEmpty else { return found }
    change.finish()
    return nil
  }

  /// Stores a context in every scope from here to an ancestor, so that the walk is not repeated.
  final func adoptOnPath(to top: ScopeNode, _ context: TreeContext) {
    var node = self
    while true {
      node.storedContext = context
      guard node !== top, let parent = node.parentNode else { break }
      node = parent
    }
  }
}

/// A step in which scopes enter and leave trees, and in which no code of the app runs.
///
/// Parents, contexts, the counts of hooks and the lists of effects change together. What runs code of the app is
/// written down meanwhile, and follows in ``finish()``, on a consistent tree: whatever it changes is a step of its own.
struct TreeChange {
  /// The effects of one scope that left its tree, and those to notify of their end.
  private struct Cancellation {
    let scope: ScopeNode
    let effects: [RunningEffect]
    let observers: [any TreeObserver]
  }

  private var cancellations: [Cancellation] = []
  /// What contexts held that have become one: the values that none needs any more are released after the step.
  private var merged: [TreeContext.Contents] = []
  /// The scopes whose positions changed, and below which an observer depends on that.
  private var moved: [ScopeNode] = []

  /// Indicates whether nothing follows from the step.
  var isEmpty: Bool { cancellations.isEmpty && moved.isEmpty }

  /// Returns the context that a scope's tree shares, which is made here if there is none.
  ///
  /// A scope that has left its tree, or whose owner is being released, is the root of a tree of its own from now on.
  /// Complexity: amortized O(1), or O(scopes of such a tree).
  mutating func context(of scope: ScopeNode) -> TreeContext {
    if let known = scope.storedContext, known.isCurrent, !scope.isAdrift { return known }
    var top = scope
    while top.knownContext == nil, let parent = top.parentNode { top = parent }
    let found = top.knownContext ?? TreeContext()
    if top.knownContext == nil, top.isAdrift || top.storedContext != nil {
      makeTree(of: top, with: found)
    } else {
      scope.adoptOnPath(to: top, found)
    }
    return found
  }

  /// Puts a scope and everything below it into the tree of its new parent.
  mutating func attach(_ child: ScopeNode, to owner: ScopeNode, _ context: TreeContext, in link: SubscopeLink)
  {
    if child.storedContext != nil || child.isAdrift {
      let own = self.context(of: child)
      if own.hookCounts.place > 0 { moved.append(child) }
      retain(context.latest.contents)
      retain(own.contents)
      context.latest.merge(own).shape &+= 1
    }
    child.setParent(owner, link: link)
  }

  private mutating func retain(_ contents: TreeContext.Contents) {
    if !contents.isEmpty { merged.append(contents) }
  }

  /// Takes a scope and everything below it out of its tree, which it leaves without its effects.
  ///
  /// It gets a context of its own when something needs it. Complexity: O(scopes below).
  mutating func detach(_ child: ScopeNode, from context: TreeContext) {
    let isFollowed = context.hookCounts.events > 0
    var isMoved = false
    child.forEachLinked { node in
      cancelEffects(of: node, observed: isFollowed)
      if let observedChanges = node.subtreeHooks?.observedChanges {
        context.changeHooks { $0.remove(observedChanges) }
        if observedChanges.contains(.place) { isMoved = true }
      }
      if node !== child { node.storedContext = nil }
    }
    if isMoved { moved.append(child) }
    child.storedContext = context
    child.leaveParent()
  }

  /// The effects of scopes whose owner was released are cancelled only here.
  private mutating func makeTree(of root: ScopeNode, with context: TreeContext) {
    let former = root.storedContext?.latest
    if let former { context.inherit(from: former) }
    context.isRemoved = true
    root.isAdrift = false
    root.forEachLinked { node in
      cancelEffects(of: node, observed: false)
      node.runtime?.effects?.enterTree(node, at: context.home)
      node.storedContext = context
      if let observedChanges = node.subtreeHooks?.observedChanges {
        context.changeHooks { $0.add(observedChanges) }
      }
    }
    // Those of a scope that was removed from its tree were notified then.
    if context.hookCounts.place > 0, former?.isCurrent != true { moved.append(root) }
  }

  private mutating func cancelEffects(of node: ScopeNode, observed: Bool) {
    guard let effects = node.runtime?.effects?.leaveTree(), !effects.isEmpty else { return }
    let observers = observed ? node.eventObservers : []
    cancellations.append(Cancellation(scope: node, effects: effects, observers: observers))
  }

  /// Performs what follows from the step: the tasks of effects are cancelled, and observers are notified.
  func finish() {
    for cancellation in cancellations {
      for effect in cancellation.effects { effect.cancel(at: cancellation.scope, cancellation.observers) }
    }
    for scope in moved { scope.notifyMoved() }
  }
}
