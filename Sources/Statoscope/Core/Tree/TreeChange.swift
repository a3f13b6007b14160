/// A step in which scopes enter and leave trees, and in which no code of the app runs.
///
/// Parents, contexts, the counts of hooks and the lists of effects change together. What runs code of the app is
/// recorded meanwhile, and follows in ``finish()``, on a consistent tree: whatever it changes is a step of its own.
///
/// While an event is in progress, what it removes only departs: it leaves when the event has ended (``PendingMoves``).
struct TreeChange {
  /// The effects of one scope that left its tree, and those to notify of their end.
  private struct Cancellation {
    let scope: ScopeNode
    let effects: [RunningEffect]
    let observers: [any TreeObserver]
  }

  private var cancellations: [Cancellation] = []
  /// The values of contexts that were merged: their release, which may run code of the app, follows the step.
  private var retained: [(fallbacks: InjectedValues, error: (any Error)?)] = []
  /// The departures that ended in another place, for the same reason.
  private var returned: [PendingMoves.Departure] = []
  /// The trees in which no event is in progress any more.
  private var ended: [TreeContext] = []
  /// The scopes whose positions changed, and below which an observer depends on that.
  private var moved: [ScopeNode] = []

  /// Indicates whether nothing follows from the step.
  var isEmpty: Bool { cancellations.isEmpty && moved.isEmpty && ended.isEmpty }

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

  /// Puts a scope and everything below it into the tree of its new parent, or below another parent of the same tree.
  mutating func attach(_ child: ScopeNode, to owner: ScopeNode, _ context: TreeContext, in link: SubscopeLink)
  {
    let isNew = child.storedContext == nil && !child.isAdrift && child.parentNode == nil
    if !isNew { enter(child, below: owner, context.latest) }
    child.setParent(owner, link: link)
  }

  private mutating func enter(_ child: ScopeNode, below owner: ScopeNode, _ context: TreeContext) {
    var (own, context) = (self.context(of: child), context)
    if own.hookCounts.moves > 0 { moved.append(child) }
    if own === context {
      guard child.parentNode == nil else { return }
      if let departure = context.endDeparture(of: child) { return returned.append(departure) }
      // The root of the tree, below what has departed from it.
      leave(owner.rootNode, own)
      context = self.context(of: owner)
    } else if leave(child, own) {
      own = self.context(of: child)
    }
    retainValues(of: context)
    retainValues(of: own)
    context.merge(own)
  }

  /// Lets a scope that has departed leave its tree, before the event in progress has ended.
  ///
  /// Its effects return to the home of that tree, which may live elsewhere later: they end here.
  @discardableResult
  private mutating func leave(_ scope: ScopeNode, _ context: TreeContext) -> Bool {
    guard let departure = context.endDeparture(of: scope) else { return false }
    detach(scope, from: context, observers: departure.observers)
    returned.append(departure)
    // The event in progress may have moved its own scope to another tree.
    if !context.isHandlingEvents { ended.append(context) }
    return true
  }

  private mutating func retainValues(of context: TreeContext) {
    guard !context.fallbacks.isEmpty || context.waitingEventError != nil else { return }
    retained.append((context.fallbacks, context.waitingEventError))
  }

  /// Unlinks a scope that a property holds no longer: it leaves its tree when the event in progress has ended, or at once.
  mutating func remove(_ child: ScopeNode, from owner: ScopeNode, _ context: TreeContext) {
    guard context.isHandlingEvents else { return detach(child, from: context) }
    if let link = context.moves.holder(of: child), let other = link.owner?.node {
      if context.hookCounts.moves > 0 { moved.append(child) }
      return child.setParent(other, link: link)
    }
    let observers = context.hookCounts.events > 0 ? owner.eventObservers : []
    child.depart(in: context)
    context.changeMoves { $0.departures.append(PendingMoves.Departure(scope: child, observers: observers)) }
  }

  /// Unlinks a scope and everything below it from its tree, and removes their effects.
  ///
  /// The scope gets a context of its own when something needs it. Complexity: O(scopes below).
  ///
  /// - Parameter observers: those above the scope, if it has departed.
  mutating func detach(_ child: ScopeNode, from context: TreeContext, observers: [any TreeObserver] = []) {
    let isFollowed = context.hookCounts.events > 0
    var isMoved = false
    child.forEachLinked { node in
      cancelEffects(of: node, observed: isFollowed, above: observers)
      if node.isHandlingEvents { context.eventDepth -= 1 }
      if let observedChanges = node.subtreeHooks?.observedChanges {
        context.changeHooks { $0.remove(observedChanges) }
        if observedChanges.contains(.moves) { isMoved = true }
      }
      if node !== child { node.storedContext = nil }
    }
    if isMoved { moved.append(child) }
    child.leaveParent(in: context)
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
      if node.isHandlingEvents { context.eventDepth += 1 }
      if let observedChanges = node.subtreeHooks?.observedChanges {
        context.changeHooks { $0.add(observedChanges) }
      }
    }
    // Those of a scope that was removed from its tree were notified then.
    if context.hookCounts.moves > 0, former?.isCurrent != true { moved.append(root) }
  }

  private mutating func cancelEffects(
    of node: ScopeNode,
    observed: Bool,
    above others: [any TreeObserver] = []
  ) {
    guard let effects = node.runtime?.effects?.leaveTree(), !effects.isEmpty else { return }
    let observers = observed ? node.eventObservers + others : []
    cancellations.append(Cancellation(scope: node, effects: effects, observers: observers))
  }

  /// Removes the effects of a whole tree, whose root leaves what shows it.
  mutating func leave(_ root: ScopeNode) {
    let context = context(of: root)
    context.isRemoved = true
    root.forEachLinked { cancelEffects(of: $0, observed: context.hookCounts.events > 0) }
  }

  /// Performs what follows from the step: the tasks of effects are cancelled, and observers are notified.
  func finish() {
    for cancellation in cancellations {
      for effect in cancellation.effects { effect.cancel(at: cancellation.scope, cancellation.observers) }
    }
    for scope in moved { scope.notifyMoved() }
    for context in ended { context.latest.settleMoves() }
  }
}
