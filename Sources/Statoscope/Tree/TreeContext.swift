/// Everything that the scopes of one tree share, such as their home and the current `trySend`.
///
/// Scopes keep a reference to it, so an event costs the same at any depth. When two trees become one, the
/// smaller context points at the larger one, so the way to the shared one is logarithmic at worst, and each
/// scope that walks it shortens it.
final class TreeContext {
  /// Where results of effects go, readable from any thread; made when something first needs it.
  var home: Home {
    if let madeHome { return madeHome }
    let home = Home()
    if let actor { home.actor = actor }
    madeHome = home
    return home
  }

  private var madeHome: Home?

  /// How many scopes of the tree have ``SubtreeHooks``; while there are none of a kind, nothing looks for them.
  var hookCounts = HookCounts() { didSet { notePlainness() } }

  /// Another number each time that scopes were put into the tree, were taken out of it or changed places.
  var shape: UInt64 = 0

  /// What is known about the classes of the tree's scopes.
  private(set) lazy var classes = ScopeClasses()

  /// The types whose default a look-up got, and was logged about: one line of each says it.
  var loggedDefaults: Set<ObjectIdentifier> = []

  /// The storage of the tree's stored values where none was injected.
  var fallbackStorage: AnyObject?

  /// How many `trySend` calls are in progress in this tree.
  var trySendDepth = 0

  /// The first error of an event that had to wait, on its way to the outermost `trySend`.
  var waitingEventError: (any Error)?

  /// Whether the tree's root was removed from another tree, or the scope that owned it was released.
  var isRemoved = false

  /// The places of the scopes whose events are being handled inside a subscope middleware.
  var eventPlaces: [EventPlace] = []

  /// Performs the tree's effects in a live plan; nil outside of one.
  var testPerformer: AnyObject?

  private var successor: TreeContext? { didSet { notePlainness() } }
  private var rank: UInt8 = 0

  /// Which actor the tree lives on: each event's is compared with it.
  private(set) var settledActor: ObjectIdentifier?

  /// The same actor; weak, because it usually owns the tree.
  private(set) weak var actor: (any Actor)?

  /// The same actor, never read: while there is an unowned reference to it, no other is made at its address.
  private unowned var addressKeeper: (any Actor)?

  /// The context that now speaks for this one.
  ///
  /// Complexity: amortized O(1).
  var current: TreeContext {
    var context = self
    while let successor = context.successor { context = successor }
    return context
  }

  var hasSuccessor: Bool { successor != nil }

  /// Whether this context speaks for its tree and nothing is called around the tree's events.
  private(set) var isPlain = true

  /// Keeps what each event asks first.
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

  /// Makes one context of two, this one being the parent's; both must be ``current``.
  func merge(_ child: TreeContext) {
    guard child !== self else { return }
    let (winner, loser) = child.rank > rank ? (child, self) : (self, child)
    if winner.rank == loser.rank { winner.rank += 1 }
    // The parent's home counts when both have one: a child is moved into its parent's tree, not the reverse.
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
