/// An observer that records the updates and effects below a scope as moments.
///
/// Texts are created when the moments are read, except for values that may refer to objects of the app.
final class EventLog: TreeObserver {
  private(set) var ring: MomentRing

  private let stopwatch: Stopwatch
  private let tree = RecordedTree()
  private let effects = EffectLog()
  /// The tree's shape at the last check.
  private var shape: UInt64 = 0
  /// The updates in progress, innermost last.
  private var running: [(moment: Int, scope: RecordedScope)] = []
  /// For each event in progress, innermost last, the moment of its update.
  ///
  /// Code that runs after an update, such as a subscriber, sends events because of it. Before the update this
  /// is the moment of the enclosing event.
  private var handling: [Int?] = []
  /// The consumers of new moments.
  private var feeds: [MomentFeed] = []
  /// The cause of a scope's next event, if known.
  private var origin: (scope: RecordedScope, cause: ScopeRecording.Cause)?

  /// The identity of the scope that it was added to.
  private let root: ObjectIdentifier

  /// The same scope, never read: while an unowned reference to it exists, no other scope is allocated at its
  /// address.
  private unowned let addressKeeper: ScopeNode

  init(root: ScopeNode, capacity: Int, clock: any Clock<Duration>) {
    ring = MomentRing(capacity: capacity)
    stopwatch = Stopwatch(clock)
    self.root = ObjectIdentifier(root)
    addressKeeper = root
    _ = lookAtTree(from: root)
    ring.treeAtStart = tree.places
  }

  // MARK: Updates

  var interests: TreeInterests { .events }

  /// The moment of the innermost update in progress.
  private var current: Int? { running.last?.moment }

  /// The moment of the update that causes an event sent now.
  private var sender: Int? { handling.last ?? nil }

  func willHandle(_ when: any Sendable, of scope: ScopeNode) {
    handling.append(sender)
  }

  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {
    handling.removeLast()
    offerMoments()
  }

  func willUpdate(_ scope: ScopeNode, for when: any Sendable) {
    let recorded = lookAround(at: scope)
    let number = add(recorded, takeCause(for: recorded), tree.recorded(when))
    handling[handling.count - 1] = number
    recorded.lastUpdate = number
    noteNews(in: number)
    running.append((number, recorded))
  }

  func didUpdate(_ scope: ScopeNode, failure: (any Error)?) {
    guard let (number, recorded) = running.popLast() else { return }
    recorded.read(scope) { ring.add($0, to: number, of: recorded) }
    if let failure {
      let text = PrintableText.escaped("\(failure)")
      ring.update(number) { $0.failure = text }
    }
    if !hasShape(of: scope) { noteTree(seenFrom: scope) { number } }
  }

  private func add(
    _ scope: RecordedScope,
    _ cause: ScopeRecording.Cause = .outside,
    _ event: consuming RecordedEvent? = nil
  ) -> Int {
    ring.add(MomentRing.Moment(time: stopwatch.elapsed, scope: scope, event: event, cause: cause))
  }

  // MARK: Causes of events

  func didQueueEvent(of scope: ScopeNode) {
    tree.recorded(scope).senders.append(sender)
  }

  func willHandleQueuedEvent(of scope: ScopeNode) {
    let recorded = tree.recorded(scope)
    guard let sender = recorded.senders.popFirst() else { return }
    origin = (recorded, sender.map { .update(moment: $0) } ?? .outside)
  }

  func willDeliver(_ generation: UInt64, to scope: ScopeNode) {
    effects.isDelivering = true
    let recorded = tree.recorded(scope)
    if let effect = effects.number(of: generation, in: recorded) {
      origin = (recorded, .effect(number: effect))
    }
  }

  func didDeliver(_ generation: UInt64, to scope: ScopeNode) {
    effects.isDelivering = false
    origin = nil
    noteNewsAlone()
  }

  private func takeCause(for scope: RecordedScope) -> ScopeRecording.Cause {
    if let origin, origin.scope === scope {
      self.origin = nil
      return origin.cause
    }
    return sender.map { .update(moment: $0) } ?? .outside
  }

  // MARK: Effects

  func effect(_ generation: UInt64, of scope: ScopeNode, did change: EffectChange, inUpdate: Bool) {
    let recorded = tree.recorded(scope)
    effects.note(generation, change, of: recorded)
    if inUpdate, let update = recorded.lastUpdate {
      noteNews(in: update)
    } else if let current {
      noteNews(in: current)
    } else if !effects.isDelivering {
      noteNewsAlone()
    }
  }

  private func noteNews(in number: Int) {
    guard !effects.news.isEmpty else { return }
    let news = effects.takeNews()
    ring.update(number) { $0.effects += news }
  }

  private func noteNewsAlone() {
    guard let scope = effects.news.first?.scope else { return }
    noteNews(in: add(scope))
    offerMoments()
  }

  // MARK: Changes without an event

  /// Records all changes in the tree that happened without an event.
  ///
  /// Complexity: O(size of the tree's states).
  func lookAround(from root: ScopeNode) {
    guard current == nil else { return }
    if !hasShape(of: root) { noteTree(seenFrom: root) { add(tree.recorded(root)) } }
    root.forEachInSubtree { noteOutsideChanges(of: $0, tree.recorded($0)) }
    offerMoments()
  }

  private func lookAround(at scope: ScopeNode) -> RecordedScope {
    if !hasShape(of: scope) {
      // During an update, the update is assumed to have put scopes into the tree.
      noteTree(seenFrom: scope) { current ?? add(tree.recorded(scope)) }
    }
    let recorded = tree.recorded(scope)
    noteOutsideChanges(of: scope, recorded)
    return recorded
  }

  private func noteOutsideChanges(of scope: ScopeNode, _ recorded: RecordedScope) {
    var moment: Int?
    recorded.read(scope) { change in
      let number = moment ?? add(recorded)
      moment = number
      ring.add(change, to: number, of: recorded)
    }
  }

  // MARK: Consumers

  /// Passes each new moment to a consumer.
  func add(_ feed: MomentFeed) {
    feeds.append(feed)
  }

  /// Ends all consumers' sequences.
  func endFeeds() {
    feeds = []
  }

  /// Passes completed moments to the consumers: those whose events are handled.
  private func offerMoments() {
    guard !feeds.isEmpty, handling.isEmpty else { return }
    for feed in feeds { feed.offer(ring) }
    feeds.removeAll { $0.hasEnded }
  }

  // MARK: The tree

  private func hasShape(of scope: ScopeNode) -> Bool { scope.context.shape == shape }

  /// Records the current tree, and that the effects of scopes which have left it were cancelled.
  ///
  /// - Parameter moment: returns the moment to add it to, if there is something to record.
  private func noteTree(seenFrom scope: ScopeNode, in moment: () -> Int) {
    var top = scope
    while ObjectIdentifier(top) != root, let parent = top.parentNode { top = parent }
    // A scope that has just left the tree sees another tree.
    guard ObjectIdentifier(top) == root else { return }
    // The tree may have changed in another part, or may have been moved as a whole.
    guard lookAtTree(from: top) else { return }
    let number = moment()
    let places = tree.places
    if !ring.update(number, { $0.tree = places }) { ring.treeAtStart = places }
    let present = Set(places.map(\.scope.number))
    effects.cancelAll(except: present)
    noteNews(in: number)
    if tree.isCrowded, current == nil { tree.forget(except: present.union(ring.scopes)) }
  }

  private func lookAtTree(from root: ScopeNode) -> Bool {
    let isOther = tree.look(from: root)
    // Linking its scopes may have changed it, too.
    shape = root.context.shape
    return isOther
  }
}
