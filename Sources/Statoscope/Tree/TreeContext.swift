/// The state that all scopes of a tree share, such as their home and the current `trySend`.
///
/// Scopes store a reference to it, so an event costs the same at any depth. When two trees become one, the
/// smaller tree's context points to the larger one's, so the path to the shared one is logarithmic at worst,
/// and each scope that walks it shortens it.
final class TreeContext {
  /// The actor that receives the results of effects, readable from any thread; created on first use.
  var home: Home {
    if let madeHome { return madeHome }
    let home = Home()
    if let actor { home.actor = actor }
    madeHome = home
    return home
  }

  private var madeHome: Home?

  /// The number of scopes in the tree with ``SubtreeHooks``, by interest; while it is zero, nothing searches
  /// for them.
  var hookCounts = HookCounts() { didSet { notePlainness() } }

  /// A counter that changes whenever scopes enter, leave or move within the tree.
  var shape: UInt64 = 0

  /// The known classes of the tree's scopes.
  private(set) lazy var classes = ScopeClasses()

  /// The types whose default a look-up fell back to: each is logged once.
  var loggedDefaults: Set<ObjectIdentifier> = []

  /// The storage of stored values if none was injected.
  var fallbackStorage: AnyObject?

  /// The number of `trySend` calls in progress in this tree.
  var trySendDepth = 0

  /// The first error of a queued event, to be rethrown by the outermost `trySend`.
  var waitingEventError: (any Error)?

  /// Indicates whether the tree's root was removed from another tree, or its owner was released.
  var isRemoved = false

  /// The places of the events in progress that have a subscope middleware.
  var eventPlaces: [EventPlace] = []

  /// The performer of the tree's effects in a live plan; nil outside of one.
  var testPerformer: AnyObject?

  private var successor: TreeContext? { didSet { notePlainness() } }
  private var rank: UInt8 = 0

  /// The identity of the actor that the tree lives on, compared with the actor of each event.
  private(set) var settledActor: ObjectIdentifier?

  /// The same actor; weak, because it usually owns the tree.
  private(set) weak var actor: (any Actor)?

  /// The same actor, never read: while an unowned reference to it exists, no other actor is allocated at its
  /// address.
  private unowned var addressKeeper: (any Actor)?

  /// The context that represents this one now.
  ///
  /// Complexity: amortized O(1).
  var current: TreeContext {
    var context = self
    while let successor = context.successor { context = successor }
    return context
  }

  var hasSuccessor: Bool { successor != nil }

  /// Indicates whether this context represents its tree and the tree has no hooks around events.
  private(set) var isPlain = true

  /// Stores the answer to the first question of each event.
  private func notePlainness() {
    isPlain = successor == nil && hookCounts.events == 0
  }

  /// Makes an actor the home of the tree.
  func settleAnew(on actor: any Actor) {
    settledActor = ObjectIdentifier(actor)
    self.actor = actor
    addressKeeper = actor
    madeHome?.actor = actor
  }

  /// Merges a child's context into this one, the parent's; both must be ``current``.
  func merge(_ child: TreeContext) {
    guard child !== self else { return }
    let (winner, loser) = child.rank > rank ? (child, self) : (self, child)
    if winner.rank == loser.rank { winner.rank += 1 }
    // The parent's home takes precedence: a child is moved into its parent's tree, not the reverse.
    if let actor = self.actor ?? child.actor { winner.settleAnew(on: actor) }
    winner.isRemoved = isRemoved
    winner.eventPlaces += loser.eventPlaces
    loser.eventPlaces = []
    winner.fallbackStorage = fallbackStorage ?? child.fallbackStorage
    winner.loggedDefaults.formUnion(loser.loggedDefaults)
    winner.hookCounts.add(loser.hookCounts)
    winner.shape = max(winner.shape, loser.shape) + 1
    winner.trySendDepth += loser.trySendDepth
    winner.waitingEventError = winner.waitingEventError ?? loser.waitingEventError
    winner.testPerformer = winner.testPerformer ?? loser.testPerformer
    loser.successor = winner
    loser.madeHome?.become(winner.home)
  }
}
