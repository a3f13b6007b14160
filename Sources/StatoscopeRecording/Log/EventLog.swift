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
  private let scopes: RecordedScopes

  /// The moments by number, without discarded ones.
  private var moments: [Int: RecordedMoment] = [:]
  /// The number of moments, with discarded ones.
  private var count = 0
  private let elapsed: () -> Duration
  /// The changes of the tree that were not recorded yet, by the numbers of the scopes.
  private var changedChildren: [Int: ChangedChildren] = [:]
  private var isReadingTree = false
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
  /// The number of the last moment that was passed to the consumers, and the tree after it.
  private var (lastPassed, replay) = (0, Replay([]))
  private var isPassing = false

  init(root: ScopeNode, capacity: Int, clock: any Clock<Duration>) {
    self.capacity = capacity
    self.root = root
    elapsed = stopwatch(clock)
    scopes = RecordedScopes(root: root)
  }

  // MARK: Moments

  /// The moments without discarded ones, in the order in which they began.
  private var orderedMoments: [RecordedMoment] { moments.values.sorted { $0.number < $1.number } }

  /// The number of moments that were discarded.
  private var discarded: Int { count - moments.count }

  /// Adds a moment, and discards the oldest one if the capacity is exceeded.
  private func add(_ scope: RecordedScope) -> RecordedMoment {
    count += 1
    let moment = RecordedMoment(number: count, time: elapsed(), scope: scope)
    scope.lastMoment = count
    moments[count] = moment
    if let oldest = moments.removeValue(forKey: count - capacity) {
      oldest.isDiscarded = true
      discard(oldest, isPassed: oldest.number <= lastPassed)
      lastPassed = max(lastPassed, oldest.number)
    }
    return moment
  }

  /// Lets a moment be part of the start.
  private func discard(_ moment: RecordedMoment, isPassed: Bool) {
    if !feeds.isEmpty, !isPassed { _ = step(moment) }
    scopes.discard(moment)
  }

  /// Goes on to the end of a moment in the tree of the consumers.
  private func step(_ moment: RecordedMoment) -> Replay.Step? {
    let edits = moment.edits
    var unknown = [edits.scope] + edits.children.flatMap { [$0.scope] + $0.edit.added.map(\.scope) }
    while let number = unknown.popLast() {
      guard replay.scopes[number] == nil, let start = scopes.start(of: number) else { continue }
      replay.add(start)
      unknown += start.children.joined().map(\.scope)
    }
    return replay.step(edits)
  }

  // MARK: Updates

  var observedChanges: ObservedChanges { [.events, .children] }

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
    recordTree(at: scope, in: handling.dropLast().last?.moment)
    let recorded = scopes[scope]
    recordOutsideChanges(of: scope, recorded)
    let moment = add(recorded)
    moment.event = RecordedEvent(when, scopes.types)
    moment.cause = cause
    handling[handling.count - 1].moment = moment
    recordEffects(in: moment)
    running += 1
  }

  func didUpdate(_ scope: ScopeNode, failure: (any Error)?) {
    guard let moment = handling.last?.moment else { return }
    running -= 1
    moment.changes = moment.scope.readChanges(of: scope, scopes.types)
    if moment.isDiscarded {
      let rest = RecordedMoment(number: moment.number, time: moment.time, scope: moment.scope)
      rest.changes = moment.changes
      discard(rest, isPassed: false)
    }
    if let failure { moment.failure = PrintableText.escaped("\(failure)") }
    recordTree(at: scope, in: moment)
  }

  // MARK: Effects

  func willDeliver(_ generation: UInt64, to scope: ScopeNode) {
    let effect = scopes[scope].effects[generation]
    handling.append((effect.map { .effect(number: $0.start.number) } ?? .outside, nil))
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
    record(scopes[scope].end(generation, result, of: scope), at: scope)
  }

  private func record(_ changes: [ScopeRecording.EffectChange], at scope: ScopeNode) {
    effectChanges += changes
    if let moment = handling.last?.moment { recordEffects(in: moment) }
    finish(at: scope)
  }

  private func recordEffects(in moment: RecordedMoment) {
    guard !effectChanges.isEmpty else { return }
    moment.effects += effectChanges
    for change in effectChanges { scopes[change.scope]?.lastMoment = moment.number }
    effectChanges = []
  }

  // MARK: Changes without an event

  /// Records all changes in the tree that happened without an event.
  ///
  /// Complexity: O(size of the tree's states).
  func lookAround() {
    guard running == 0, let root else { return }
    recordTree(at: root, in: handling.last?.moment)
    root.forEachInSubtree { recordOutsideChanges(of: $0, scopes[$0]) }
    finish(at: root)
  }

  private func recordOutsideChanges(of scope: ScopeNode, _ recorded: RecordedScope) {
    let changes = recorded.readChanges(of: scope, scopes.types)
    if !changes.isEmpty { add(recorded).changes = changes }
  }

  func didChangeChildren(of scope: ScopeNode, in property: Int, _ elements: ChangedElements?) {
    // A scope that enters the tree is read as a whole.
    guard let number = scopes.known(scope)?.number else { return }
    changedChildren[number, default: ChangedChildren(of: scope)].add(property, elements)
  }

  /// Records the changes of the tree, and that the effects of scopes which have left it were cancelled.
  ///
  /// - Parameters:
  ///   - scope: the scope of the moment that is added when no update is in progress.
  ///   - moment: the moment of the update that changed it; nil to add one.
  private func recordTree(at scope: ScopeNode, in moment: RecordedMoment?) {
    // Reading it may run code of the app that sends events.
    guard !changedChildren.isEmpty, !isReadingTree else { return }
    isReadingTree = true
    var change = RecordedScopes.TreeChange()
    while let (number, changed) = changedChildren.min(by: { $0.key < $1.key }) {
      changedChildren[number] = nil
      guard let scope = changed.scope else { continue }
      for (property, window) in changed.windows.sorted(by: { $0.key < $1.key }) {
        scopes.readChildren(of: scope, in: property, window, &change)
      }
    }
    isReadingTree = false
    guard !change.edits.isEmpty else { return }
    // The last one: an edit follows those of the updates that the moment's own has caused.
    let last = moment.flatMap { _ in moments[count] } ?? add(scopes[scope])
    last.children += change.edits
    for number in change.removed + change.entered { scopes[number]?.lastMoment = last.number }
    effectChanges += scopes.cancelEffects(below: change.removed)
    recordEffects(in: moment ?? last)
  }

  // MARK: The recording

  /// Creates a recording with the texts of all moments.
  ///
  /// Complexity: O(moments + size of the states at their start).
  func recording(of root: String) -> ScopeRecording {
    let (start, recorded) = (scopes.starts, orderedMoments)
    let (discarded, unseen) = (discarded, scopes.unseen)
    var replay = Replay(start)
    let steps = recorded.map { replay.step($0.edits) }
    return ScopeRecording(
      root: root,
      capacity: capacity,
      discarded: discarded,
      unseen: unseen,
      scopes: start,
      moments: zip(recorded, steps).map { $0.rendered($1) }
    )
  }

  // MARK: Consumers

  /// Passes each moment from now on to a consumer.
  func add(_ consumer: AsyncStream<ScopeRecording.Moment>.Continuation) {
    lookAround()
    guard root != nil else { return consumer.finish() }
    if feeds.isEmpty {
      // The moments of updates in progress get more edits.
      lastPassed = (handling.compactMap(\.moment?.number).min() ?? count + 1) - 1
      replay = Replay(scopes.starts)
      for moment in orderedMoments where moment.number <= lastPassed { _ = replay.step(moment.edits) }
    }
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
    guard !isPassing else { return }
    isPassing = true
    defer { isPassing = false }
    while !feeds.isEmpty, lastPassed < count {
      lastPassed += 1
      guard let recorded = moments[lastPassed] else { continue }
      let step = step(recorded)
      // A description of the app's may send an event.
      let moment = recorded.rendered(step)
      feeds.removeAll { feed in
        guard feed.first <= moment.number else { return false }
        if case .terminated = feed.consumer.yield(moment) { return true }
        return false
      }
    }
  }
}

/// Shows nothing: a dump of a recorder is about its recording, and may not read what is redacted.
extension EventLog: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// Returns a function that measures the time since this call.
private func stopwatch<Source: Clock>(_ clock: Source) -> () -> Duration where Source.Duration == Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
