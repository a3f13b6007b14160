/// The scopes of a tree that the events in progress move.
///
/// A scope has left when the outermost event that removed it has ended: until then another property, or the same one, may
/// take it, before it is removed from its former one or afterwards. What is in the tree again keeps its effects.
struct PendingMoves {
  /// A scope that no property holds any more.
  struct Departure {
    let scope: ScopeNode

    /// The observers of its events that are above it no longer.
    let observers: [any TreeObserver]
  }

  /// A scope that was taken from a property, or that a property holds twice.
  struct Claim {
    let scope: ScopeNode

    /// The property that the scope has to be removed from.
    weak var link: SubscopeLink?

    /// Gives the property that took the scope its former value; nil where misuse stops the program.
    var undo: (() -> Void)?
  }

  var departures: [Departure] = []
  private(set) var claims: [Claim] = []

  var isEmpty: Bool { departures.isEmpty && claims.isEmpty }

  /// Adds claims, whose properties may hold scopes that are not their children.
  mutating func add(_ claims: [Claim], undo: (() -> Void)?) {
    for var claim in claims {
      claim.link?.isContested = true
      claim.undo = undo
      self.claims.append(claim)
    }
  }

  /// Adds the moves of a tree that has become part of this one.
  mutating func add(_ moves: PendingMoves) {
    departures += moves.departures
    claims += moves.claims
  }

  /// Returns the property that still holds a scope that was removed from another one.
  func holder(of scope: ScopeNode) -> SubscopeLink? {
    claims.lazy.filter { $0.scope === scope }.compactMap(\.link)
      .first { !scope.isHeld(by: $0) && !$0.places(of: scope).isEmpty }
  }

  /// Refuses what was taken from a property that still holds it, or what one property holds twice.
  fileprivate func refuseBroken() {
    var reported: [ScopeNode] = []
    for claim in claims where claim.isBroken && !reported.contains(where: { $0 === claim.scope }) {
      reported.append(claim.scope)
      claim.link?.misuse(of: claim.scope).refuse()
    }
    for claim in claims.reversed() where claim.isBroken { claim.undo?() }
  }
}

extension PendingMoves.Claim {
  /// A property of a scope that leaves its tree may still hold what was taken from it.
  fileprivate var isBroken: Bool {
    guard let link, let owner = link.owner?.node, !owner.hasDeparted else { return false }
    return isHeldTooOften(by: link)
  }

  fileprivate func endContest() {
    if let link, !isHeldTooOften(by: link) { link.isContested = false }
  }

  private func isHeldTooOften(by link: SubscopeLink) -> Bool {
    link.places(of: scope).count > (scope.isHeld(by: link) ? 1 : 0)
  }
}

extension TreeContext {
  /// Indicates whether an event of the tree is in progress, or of a scope that it has removed.
  var isHandlingEvents: Bool { eventDepth > 0 }

  /// Ends the departure of a scope, if there is one.
  func endDeparture(of scope: ScopeNode) -> PendingMoves.Departure? {
    guard let index = moves.departures.lastIndex(where: { $0.scope === scope }) else { return nil }
    var ended: PendingMoves.Departure?
    changeMoves { ended = $0.departures.remove(at: index) }
    return ended
  }

  /// Returns the moves, which are no longer pending.
  func takeMoves() -> PendingMoves {
    var taken = PendingMoves()
    changeMoves { swap(&taken, &$0) }
    return taken
  }

  /// Lets the scopes leave that nothing has taken, when the outermost event has ended.
  func settleMoves() {
    guard !isHandlingEvents, !moves.isEmpty else { return }
    let moves = takeMoves()
    for claim in moves.claims { claim.endContest() }
    var change = TreeChange()
    for departure in moves.departures {
      change.detach(departure.scope, from: latest, observers: departure.observers)
    }
    change.finish()
  }
}

extension ScopeNode {
  /// Indicates whether this scope leaves its tree unless something takes it before the event in progress has ended.
  package final var hasDeparted: Bool {
    guard let context = knownContext, !context.isPlain, !context.moves.isEmpty else { return false }
    let root = rootNode
    return context.moves.departures.contains { $0.scope === root }
  }

  /// The number of scopes in the tree that are handling an event.
  package final var eventDepth: Int { Int(context.eventDepth) }

  /// Ends an event that is not the only thing that happens in its tree.
  @inline(never)
  final func endEvent() {
    // Before it has ended: a tree that is made here counts it.
    var context = context
    if context.eventDepth == 1, !context.moves.claims.isEmpty {
      eventPhase = .finishing
      context.moves.refuseBroken()
      context = self.context
    }
    eventPhase = .idle
    context.eventDepth -= 1
    context.settleMoves()
  }
}
