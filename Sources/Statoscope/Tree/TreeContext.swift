/// What all scopes of one tree share: where they live, and the `trySend` that is under way.
///
/// Scopes keep a reference to it, so an event costs the same at any depth. When two trees become one, the
/// smaller context points at the larger one, so the way to the shared one is logarithmic at worst, and each
/// scope that walks it shortens it.
final class TreeContext {
  /// Where results of effects go, readable from any thread.
  let home = Home()

  /// How many scopes of the tree have ``SubtreeHooks``; while there are none, no event looks for them.
  var subtreeHookCount = 0 { didSet { noteWatchers() } }

  /// The first of those who look on at the tree's events, or at those of a part of it.
  var firstTap: Unmanaged<EventTap>? { didSet { noteWatchers() } }

  /// Another number each time that scopes were put into the tree, were taken out of it or changed places.
  var shape: UInt64 = 0

  /// How many closures of the tree wait for a scope to move; while there are none, nobody looks for them.
  var moveListenerCount = 0

  /// What the tree's stored values are kept in when nobody gave it a storage.
  var fallbackStorage: AnyObject?

  /// How many `trySend` calls are under way in this tree.
  var trySendDepth = 0

  /// The first error of an event that had to wait, on its way to the outermost `trySend`.
  var waitingEventError: (any Error)?

  /// Whether the tree's root was removed from another tree, or the scope that owned it was released.
  var isRemoved = false

  /// The places of the scopes whose events are being handled inside a subscope middleware.
  var eventPlaces: [EventPlace] = []

  /// Performs the tree's effects in a live plan; nil outside of one.
  var testPerformer: AnyObject?

  /// Who looks at the tree for a flow test; nil when nobody tests.
  var witness: TreeWitness?

  private var successor: TreeContext? { didSet { noteWatchers() } }
  private var rank: UInt8 = 0

  deinit {
    for tap in takeTaps() { letGo(of: tap) }
  }

  /// Which actor is in ``home``, to compare each event's actor with without a lock.
  private(set) var settledActor: ObjectIdentifier?

  /// The same actor, never read: while there is an unowned reference to it, no other is made at its address.
  private unowned var addressKeeper: AnyObject?

  /// The context that now speaks for this one.
  ///
  /// Complexity: amortized O(1).
  var current: TreeContext {
    var context = self
    while let successor = context.successor { context = successor }
    return context
  }

  var hasSuccessor: Bool { successor != nil }

  /// Whether this context speaks for its tree and nobody is called around the tree's events.
  private(set) var isPlain = true

  /// The same, but for those who only look on.
  private(set) var isPlainButTapped = false

  /// Keeps what each event asks first.
  private func noteWatchers() {
    let isBare = successor == nil && subtreeHookCount == 0
    isPlain = isBare && firstTap == nil
    isPlainButTapped = isBare && firstTap != nil
  }

  /// Makes an actor the home of the tree.
  func settleAnew(on actor: any Actor) {
    settledActor = ObjectIdentifier(actor)
    addressKeeper = actor
    home.actor = actor
  }

  /// Makes one context of two, this one being the parent's; both must be ``current``.
  func merge(_ child: TreeContext) {
    guard child !== self else { return }
    let (winner, loser) = child.rank > rank ? (child, self) : (self, child)
    if winner.rank == loser.rank { winner.rank += 1 }
    // The parent's home counts when both have one: a child is moved into its parent's tree, not the reverse.
    if let actor = home.actor ?? child.home.actor { winner.settleAnew(on: actor) }
    winner.isRemoved = isRemoved
    winner.eventPlaces += loser.eventPlaces
    loser.eventPlaces = []
    winner.fallbackStorage = fallbackStorage ?? child.fallbackStorage
    winner.subtreeHookCount += loser.subtreeHookCount
    winner.shape = max(winner.shape, loser.shape) + 1
    winner.add(loser.takeTaps())
    winner.moveListenerCount += loser.moveListenerCount
    winner.trySendDepth += loser.trySendDepth
    winner.waitingEventError = winner.waitingEventError ?? loser.waitingEventError
    winner.testPerformer = winner.testPerformer ?? loser.testPerformer
    winner.witness = winner.witness ?? loser.witness
    loser.successor = winner
    loser.home.become(winner.home)
  }
}
