import Synchronization

/// The state that all scopes of a tree share, such as its home and the current `trySend`.
///
/// Scopes store a reference to it, so an event costs the same at any depth. When two trees become one, the
/// smaller tree's context points to the larger one's, so the path to the shared one is logarithmic at worst,
/// and each scope that walks it shortens it.
final class TreeContext {
  /// The actor that the tree lives on, for any thread.
  let home = Home()

  /// The address of that actor while the context is plain, else zero: what each event compares (Tests/Benchmarks).
  private var plainActor = 0

  /// The number of scopes in the tree with ``SubtreeHooks``, by what these observe; while it is zero, nothing
  /// searches for them.
  private(set) var hookCounts = HookCounts()

  /// What few trees have, in an object of its own, so that the context of each is small.
  private final class Rarities {
    var loggedDefaults: Set<ObjectIdentifier> = []
    var newChildren: [NewChild] = []
    var moves = PendingMoves()
  }

  private var rarities: Rarities?

  private var ensuredRarities: Rarities {
    if let rarities { return rarities }
    let made = Rarities()
    rarities = made
    return made
  }

  /// The types whose default a look-up fell back to: each is logged once.
  var loggedDefaults: Set<ObjectIdentifier> {
    get { rarities?.loggedDefaults ?? [] }
    set { ensuredRarities.loggedDefaults = newValue }
  }

  /// The values that the tree uses where nothing was injected, such as a storage of stored values.
  var fallbacks = InjectedValues()

  /// The first error of a queued event, to be rethrown by the outermost `trySend`.
  private(set) var waitingEventError: (any Error)?

  /// The scopes that have become children, and are still to be sent the event for it.
  var newChildren: [NewChild] {
    get { rarities?.newChildren ?? [] }
    set { ensuredRarities.newChildren = newValue }
  }

  /// The scopes that the events in progress move.
  var moves: PendingMoves { rarities?.moves ?? PendingMoves() }

  func changeMoves(_ change: (inout PendingMoves) -> Void) {
    var changed = PendingMoves()
    swap(&changed, &ensuredRarities.moves)
    change(&changed)
    swap(&changed, &ensuredRarities.moves)
    updateIsPlain()
  }

  func add(_ child: NewChild) { ensuredRarities.newChildren.append(child) }

  /// Indicates whether a scope of the tree has handled an event.
  var hasBegun = false

  /// The number of `trySend` calls in progress in this tree.
  private var trySendDepth: Int32 = 0

  private var rank: UInt8 = 0

  /// Indicates whether the tree's root was removed from another tree, or its owner was released.
  var isRemoved = false

  /// Indicates whether this context represents its tree, no hooks are around events, and no scope is being moved.
  private(set) var isPlain = true

  /// Indicates whether this context represents its tree: no other one does, and the root was not released.
  private(set) var isCurrent = true

  /// The number of scopes in the tree, and of those that departed from it, which are handling an event.
  var eventDepth: Int32 = 0

  /// The paths of the events in progress that have a subscope middleware.
  var eventPaths: [EventPath] = []

  /// The executor of the tree's effects in a live plan; nil outside of one.
  var executor: (any EffectExecutor)?

  /// The look-ups of injected objects and the ways to property wrappers in an exploration; nil outside of one.
  var objectLookUps: ObjectLookUps?

  private var successor: TreeContext?

  /// The context that represents the tree of this one now, or this one.
  ///
  /// Complexity: amortized O(1).
  var latest: TreeContext {
    var context = self
    while let successor = context.successor { context = successor }
    return context
  }

  func settle(on actor: any Actor) {
    home.settle(on: actor)
    updateIsPlain()
  }

  /// Checks whether an event that is sent from an actor needs nothing of the tree.
  @inline(__always)
  func isPlain(on actor: any Actor) -> Bool { plainActor == Int(bitPattern: ObjectIdentifier(actor)) }

  func changeHooks(_ change: (inout HookCounts) -> Void) {
    // Changed in a copy: changed in place, each event would check for exclusivity.
    var counts = hookCounts
    change(&counts)
    hookCounts = counts
    updateIsPlain()
  }

  private func updateIsPlain() {
    isPlain = isCurrent && hookCounts.events == 0 && rarities?.moves.isEmpty != false
    plainActor = isPlain ? home.settledAddress : 0
  }

  /// Represents no tree from now on: the root of its tree is being released, and each of the scopes below will be in
  /// another one.
  func dissolve() {
    isCurrent = false
    updateIsPlain()
  }

  /// Merges a child's context and this one, the parent's, both of which represent their trees, into one of the two.
  func merge(_ child: TreeContext) {
    guard child !== self else { return }
    let (winner, loser) = child.rank > rank ? (child, self) : (self, child)
    if winner.rank == loser.rank { winner.rank += 1 }
    // The parent's take precedence: a child is moved into its parent's tree, not the reverse.
    if winner !== self || home.actor == nil, let actor = home.actor ?? child.home.actor {
      winner.settle(on: actor)
    }
    winner.isRemoved = isRemoved
    winner.fallbacks = fallbacks.merged(over: child.fallbacks)
    winner.executor = executor ?? child.executor
    winner.objectLookUps = objectLookUps ?? child.objectLookUps
    winner.waitingEventError = waitingEventError ?? child.waitingEventError
    if !loser.eventPaths.isEmpty { winner.eventPaths = winner.eventPaths + loser.eventPaths }
    if !loser.loggedDefaults.isEmpty { winner.loggedDefaults.formUnion(loser.loggedDefaults) }
    winner.trySendDepth += loser.trySendDepth
    winner.eventDepth += loser.eventDepth
    if !loser.moves.isEmpty { winner.changeMoves { $0.add(loser.moves) } }
    let newChildren = newChildren + child.newChildren
    if !newChildren.isEmpty { winner.newChildren = newChildren }
    winner.hasBegun = hasBegun
    loser.empty(because: winner)
    winner.changeHooks { $0.add(loser.hookCounts) }
  }

  /// Refers to the context that represents the tree from now on, and holds nothing else.
  private func empty(because winner: TreeContext) {
    successor = winner
    isCurrent = false
    updateIsPlain()
    home.become(winner.home)
    fallbacks = InjectedValues()
    executor = nil
    objectLookUps = nil
    waitingEventError = nil
    eventPaths = []
    rarities = nil
  }

  /// Takes over what a subtree that becomes a tree of its own shares with the former tree.
  func inherit(from former: TreeContext) {
    if let actor = former.home.actor { settle(on: actor) }
    executor = former.executor
    objectLookUps = former.objectLookUps
    fallbacks = former.fallbacks
  }

  // MARK: Events

  @inline(__always)
  func beginEvent() { eventDepth &+= 1 }

  /// Ends an event in a tree in which nothing is to be done at its end; otherwise returns false.
  @inline(__always)
  func endPlainEvent() -> Bool {
    guard isPlain else { return false }
    eventDepth &-= 1
    return true
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

  /// Indicates whether this scope's tree was removed from another one, or its root has left.
  package final var hasLeft: Bool { context.isRemoved }

  /// Passes on the way to the storage of a property, while the tree is explored.
  ///
  /// Each access to a property calls this: two loads. A scope that does not know its context passes it on later.
  @inline(__always)
  final func learn<Owner: AnyObject, Storage: ShownState>(_ storage: KeyPath<Owner, Storage>) {
    if let lookUps = storedContext?.objectLookUps { lookUps.storageReaders.learn(storage) }
  }

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

/// The actor that a tree lives on, readable from any thread.
///
/// The actor is held weakly: it usually owns the tree.
final class Home: Sendable {
  private struct State: Sendable {
    weak var actor: (any Actor)?
    /// The same actor, never read: while an unowned reference to it exists, no other actor is allocated at
    /// its address.
    unowned var addressKeeper: (any AnyObject & Sendable)?
    var successor: Home?
  }

  /// In place: each tree has one.
  private let state = OrderedMutex(State())

  /// The identity of the actor, for comparisons; nil when another home has replaced this one.
  private let identity = Atomic<ObjectIdentifier?>(nil)

  /// The home that represents this one now; two scopes are in one tree if it is the same for both.
  ///
  /// Complexity: O(number of times the tree was put into another); a loop, because that may have happened
  /// 100,000 times.
  var current: Home {
    var home = self
    while let successor = home.state.withLock({ $0.successor }) { home = successor }
    return home
  }

  /// The actor of the last event that named one; nil if there was none or it was released.
  var actor: (any Actor)? {
    // A home that another has replaced has none.
    state.withLock { $0.actor } ?? current.state.withLock { $0.actor }
  }

  /// Checks whether an actor is that of the last event that named one.
  ///
  /// Cheaper than reading ``actor``: it retains nothing, and takes no lock if the actor is the same.
  @inline(__always)
  func isHere(_ actor: (any Actor)?) -> Bool {
    guard let actor else { return false }
    if let known = identity.load(ordering: .acquiring) { return known == ObjectIdentifier(actor) }
    return current.identity.load(ordering: .acquiring) == ObjectIdentifier(actor)
  }

  /// The address of the actor; zero if no event has named one, or when another home has replaced this one.
  var settledAddress: Int { identity.load(ordering: .acquiring).map { Int(bitPattern: $0) } ?? 0 }

  /// Makes an actor the home; call it where the tree lives, for a home that no other has replaced.
  func settle(on actor: any Actor) {
    state.withLock { state in
      state.actor = actor
      state.addressKeeper = actor
    }
    identity.store(ObjectIdentifier(actor), ordering: .releasing)
  }

  /// Refers to another tree's home from now on, because the two trees have become one.
  func become(_ other: Home) {
    guard other !== self else { return }
    identity.store(nil, ordering: .releasing)
    state.withLock { state in
      state.actor = nil
      state.successor = other
    }
  }
}

/// Shows nothing: an actor that is being released cannot be read through its home.
extension Home: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension ScopeNode {
  /// Makes the actor that an event named the home of this scope's tree.
  ///
  /// Only a named actor becomes a home: nothing is inferred from the current thread. Complexity: O(1) if the
  /// actor is the home already, else O(scopes of the tree).
  package final func settle(on actor: any Actor) {
    linkSubscopes()
    let context = context
    guard !context.home.isHere(actor) else { return }
    reportMove(of: context, to: actor)
    // Again: the log may have moved the tree.
    self.context.settle(on: actor)
  }

  /// Reports that another actor than before uses a tree with pending effects.
  ///
  /// After one actor has used a scope, the compiler prevents sending it to another, except in the cases that
  /// the article on isolation lists; then two actors may be using the scope.
  private final func reportMove(of context: TreeContext, to actor: any Actor) {
    guard let former = context.home.actor else { return }
    let pending = ScopeTree(self).root.scopesWithEffects.flatMap(\.pendingEffects)
    guard !pending.isEmpty else { return }
    StatoscopeLogger.log(.errors) {
      """
      \(typeName) was sent an event on \(typeName(of: actor)) while effects that started on \(typeName(of: former)) \
      were in flight: \(pending.map { EffectText($0.pristine).text }.joined(separator: ", ")). Their results are \
      delivered on \(typeName(of: actor)) from now on. Send a scope's first event where the scope lives, and do not \
      use it elsewhere afterwards.
      """
    }
  }

  private final func typeName(of actor: any Actor) -> String { Statoscope.typeName(type(of: actor)) }
}
