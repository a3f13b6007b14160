import Statoscope

/// An observer that records the updates and effects below a scope as moments.
///
/// What happens during an event belongs to the moment of its update. Texts are created when the moments are
/// read, except for values that may refer to objects of the app.
final class EventLog: TreeObserver {
  /// The scope that it was added to; nil when it is released, or no longer recorded.
  private weak var root: ScopeNode?
  let capacity: Int
  /// The scopes of the tree and of the moments.
  private let scopes = RecordedScopes()
  /// The tree at the last check.
  private var tree: RecordedTree

  /// The moments by number, without discarded ones.
  private var moments: [Int: RecordedMoment] = [:]
  /// The number of moments, with discarded ones.
  private var count = 0
  private let elapsed: () -> Duration
  /// The tree's shape at the last check.
  private var shape: UInt64
  /// The events and deliveries of effects in progress, innermost last, each with its cause and the moment of
  /// its last update.
  private var handling: [(cause: ScopeRecording.Cause, moment: RecordedMoment?)] = []
  /// The number of updates in progress.
  private var running = 0
  /// The cause of a queued event that is about to be handled.
  private var queuedCause: ScopeRecording.Cause?
  /// The effects that started or ended, until there is a moment to add them to.
  private var effectChanges: [ScopeRecording.EffectChange] = []
  /// The number of effects so far.
  private var effectCount = 0
  /// The consumers of new moments, each with the number of its first one.
  private var feeds: [(consumer: AsyncStream<ScopeRecording.Moment>.Continuation, first: Int)] = []
  /// The number of the last moment that was passed to the consumers.
  private var lastNotified = 0

  init(root: ScopeNode, capacity: Int, clock: any Clock<Duration>) {
    self.capacity = capacity
    self.root = root
    elapsed = stopwatch(clock)
    tree = scopes.tree(below: root)
    shape = root.treeShape
  }

  // MARK: Moments

  /// The moments without discarded ones, in the order in which they began.
  private var orderedMoments: [RecordedMoment] { moments.values.sorted { $0.number < $1.number } }

  /// The number of moments that were discarded.
  private var discarded: Int { count - moments.count }

  /// Adds a moment, and discards the oldest one if the capacity is exceeded.
  private func add(_ scope: RecordedScope) -> RecordedMoment {
    count += 1
    let moment = RecordedMoment(number: count, time: elapsed(), scope: scope, tree: tree)
    moments[count] = moment
    moments.removeValue(forKey: count - capacity)
    return moment
  }

  // MARK: Updates

  var observedChanges: ObservedChanges { .events }

  /// The cause of an event that is sent now: the innermost update, even after its end, because subscribers send
  /// events on account of it.
  private var cause: ScopeRecording.Cause {
    guard let event = handling.last else { return .outside }
    return event.moment.map { .update(moment: $0.number) } ?? event.cause
  }

  func didQueueEvent(of scope: ScopeNode) {
    scopes[scope].queuedCauses.append(cause)
  }

  func willHandleQueuedEvent(of scope: ScopeNode) {
    queuedCause = scopes[scope].queuedCauses.popFirst()
  }

  func willHandle(_ when: any Sendable, of scope: ScopeNode) {
    handling.append((queuedCause ?? cause, nil))
    queuedCause = nil
  }

  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {
    handling.removeLast()
    finish(at: scope)
  }

  func willUpdate(_ scope: ScopeNode, for when: any Sendable) {
    recordTree(seenFrom: scope, in: handling.dropLast().last?.moment)
    let recorded = scopes[scope]
    recordOutsideChanges(of: scope, recorded)
    let moment = add(recorded)
    moment.event = scopes.recorded(when)
    moment.cause = cause
    handling[handling.count - 1].moment = moment
    recordEffects(in: moment)
    running += 1
  }

  func didUpdate(_ scope: ScopeNode, failure: (any Error)?) {
    guard let moment = handling.last?.moment else { return }
    running -= 1
    moment.changes = moment.scope.readChanges(of: scope)
    if let failure { moment.failure = PrintableText.escaped("\(failure)") }
    recordTree(seenFrom: scope, in: moment)
  }

  // MARK: Effects

  func willDeliver(_ generation: UInt64, to scope: ScopeNode) {
    let effect = scopes[scope].effects[generation]
    handling.append((effect.map { .effect(number: $0.number) } ?? .outside, nil))
  }

  func didDeliver(_ generation: UInt64, to scope: ScopeNode) {
    handling.removeLast()
    finish(at: scope)
  }

  func effect(_ generation: UInt64, of scope: ScopeNode, didStart pristine: any Effect) {
    effectCount += 1
    record([scopes[scope].begin(pristine, number: effectCount, generation)], at: scope)
  }

  func effect(_ generation: UInt64, of scope: ScopeNode, didEnd result: EffectResult) {
    let end: ScopeRecording.EffectResult =
      switch result {
      case .completed: .completed
      case .failed(let error): .failed("\(error)")
      case .cancelled: .cancelled
      }
    record(scopes[scope].end([generation], end), at: scope)
  }

  private func record(_ changes: [ScopeRecording.EffectChange], at scope: ScopeNode) {
    effectChanges += changes
    if let moment = handling.last?.moment { recordEffects(in: moment) }
    finish(at: scope)
  }

  private func recordEffects(in moment: RecordedMoment) {
    guard !effectChanges.isEmpty else { return }
    moment.effects += effectChanges
    effectChanges = []
  }

  // MARK: Changes without an event

  /// Records all changes in the tree that happened without an event.
  ///
  /// Complexity: O(size of the tree's states).
  func lookAround() {
    guard running == 0, let root else { return }
    recordTree(seenFrom: root, in: handling.last?.moment)
    root.forEachInSubtree { recordOutsideChanges(of: $0, scopes[$0]) }
    finish(at: root)
  }

  private func recordOutsideChanges(of scope: ScopeNode, _ recorded: RecordedScope) {
    let changes = recorded.readChanges(of: scope)
    if !changes.isEmpty { add(recorded).changes = changes }
  }

  /// Records the current tree if it has changed, and that the effects of scopes which have left it were
  /// cancelled.
  ///
  /// - Parameter moment: the moment that changed it; nil to add one.
  private func recordTree(seenFrom scope: ScopeNode, in moment: RecordedMoment?) {
    guard scope.treeShape != shape, let root else { return }
    let found = scopes.tree(below: root)
    // Linking its scopes may have changed it, too.
    shape = root.treeShape
    // The tree may have changed above the root, or may have been moved as a whole.
    guard found.nodes != tree.nodes else { return }
    let moment = moment ?? add(scopes[scope])
    moment.tree = found
    tree = found
    for left in scopes.all where !left.effects.isEmpty && found.position(of: left.number) == nil {
      effectChanges += left.end(left.effects.keys.sorted(), .cancelled)
    }
    recordEffects(in: moment)
    if running == 0 { scopes.removeAll { neededScopes } }
  }

  // MARK: The recording

  /// Creates a recording with the texts of all moments.
  ///
  /// Complexity: O(moments + size of the states in them).
  func recording(of root: String) -> ScopeRecording {
    let needed = neededScopes
    let scopes = scopes.all.filter { needed.contains($0.number) }
    // The state at the beginning is that of now, with all changes undone.
    var states = Dictionary(uniqueKeysWithValues: scopes.map { ($0.number, $0.values) })
    for moment in orderedMoments.reversed() {
      for change in moment.changes { states[moment.scope.number]?[change.field] = change.before }
    }
    return ScopeRecording(
      root: root,
      capacity: capacity,
      discarded: discarded,
      scopes: scopes.map { scope in
        let fields = (states[scope.number] ?? []).enumerated().map { scope.lines(of: $0, $1) }
        return ScopeRecording.ScopeState(id: scope.number, type: scope.typeName, fields: fields)
      },
      treeAtStart: treeAtStart,
      moments: orderedMoments.map(\.rendered)
    )
  }

  /// The numbers of the scopes in the moments and in their trees.
  private var neededScopes: Set<Int> {
    let moments = orderedMoments
    let trees = [treeAtStart, tree] + moments.compactMap(\.tree)
    return Set(trees.flatMap(\.nodes).map(\.scope) + moments.map(\.scope.number))
  }

  private var treeAtStart: RecordedTree { orderedMoments.first { $0.tree != nil }?.treeBefore ?? tree }

  // MARK: Consumers

  /// Passes each moment from now on to a consumer.
  func add(_ consumer: AsyncStream<ScopeRecording.Moment>.Continuation) {
    lookAround()
    guard root != nil else { return consumer.finish() }
    if feeds.isEmpty { lastNotified = count }
    feeds.append((consumer, count + 1))
  }

  /// Ends the recording, and all consumers' sequences.
  func stop() {
    lookAround()
    root?.removeObserver(self)
    root = nil
    for feed in feeds { feed.consumer.finish() }
    feeds = []
  }

  /// Records the remaining changes of effects, and passes the new moments to the consumers, unless an event is in progress.
  private func finish(at scope: ScopeNode) {
    guard handling.isEmpty else { return }
    if !effectChanges.isEmpty { recordEffects(in: add(scopes[scope])) }
    while !feeds.isEmpty, lastNotified < count {
      // Before the texts are created: a description of the app's may send an event.
      lastNotified += 1
      guard let moment = moments[lastNotified]?.rendered else { continue }
      feeds.removeAll { feed in
        guard feed.first <= moment.number else { return false }
        if case .terminated = feed.consumer.yield(moment) { return true }
        return false
      }
    }
  }
}

/// Returns a function that measures the time since this call.
private func stopwatch<Source: Clock>(_ clock: Source) -> () -> Duration where Source.Duration == Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
