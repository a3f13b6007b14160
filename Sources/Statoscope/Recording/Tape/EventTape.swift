/// The notes of a recorder, and what is known of each scope.
///
/// What an event costs with a recorder is decided here: the usual event of a scope, whose state is numbers and the
/// like, counts no reference, allocates nothing and makes no text; see Tests/Benchmarks. Texts are made when the
/// notes are read.
final class EventTape: EventTap {
  let ring: NoteRing
  private let elapsedOnClock: () -> Duration

  private var watches: [ObjectIdentifier: ScopeWatch] = [:]
  private var layouts: [ObjectIdentifier: StateLayout] = [:]
  private var watchCount = 0
  private var watchLimit = 64
  private var tree: [TreePlace] = []
  var effects = TapeEffects()

  /// What the next event of a scope comes from, where that is known.
  private var origin: (scope: ScopeWatch, cause: NoteCause)?

  private let head: UnsafeMutablePointer<Head>

  /// What every event asks, apart from the object so that it need not ask whether somebody else changes it.
  private struct Head {
    /// The scope of the last event.
    var cell: UnsafeMutablePointer<ScopeWatch.Cell>?
    /// The tree's shape as it was seen last.
    var shape: UInt64 = 0
    /// The same as the ring's.
    let slots: UnsafeMutablePointer<NoteRing.Slots>
    /// Whether time is told by the continuous clock, which is read quickest when its type is known.
    let isContinuous: Bool
    let start = ContinuousClock.now
    /// The note of the innermost update under way, or -1.
    var underWay = -1
    /// Whether nothing waits to be told with the next event.
    var isQuiet = true
  }

  init(root: ScopeNode, capacity: Int, clock: any Clock<Duration>) {
    ring = NoteRing(capacity: capacity)
    elapsedOnClock = EventTape.stopwatch(of: clock)
    head = .allocate(capacity: 1)
    head.initialize(to: Head(slots: ring.slots, isContinuous: clock is ContinuousClock))
    super.init(at: root)
    lookAtTree(from: root)
    ring.treeAtStart = tree
  }

  deinit {
    // It has no references that are counted.
    head.deallocate()
  }

  // MARK: Updates

  override var isBusy: Bool { head.pointee.underWay >= 0 }

  /// - Returns: the note of the update around this one, or -1.
  override func willUpdate<When: Sendable>(_ scope: ScopeNode, for when: When) -> Int {
    let outer = head.pointee.underWay
    if let cell = head.pointee.cell, cell.pointee.place == scope.place, cell.pointee.isComparable,
      case .bits = cell.pointee.eventWay, head.pointee.isQuiet, hasShape(of: scope),
      head.pointee.slots.pointee.isPlainToAdd,
      cell.pointee.isUnchanged()
    {
      let time = now()
      let (number, note) = head.pointee.slots.pointee.makeRoomPlainly()
      // One field after the other, where it stays: a note made elsewhere would be moved here.
      note.pointee.time = time
      note.pointee.watch = cell.pointee.watch
      note.pointee.cell = cell
      note.pointee.event = bits(of: when)
      note.pointee.cause = .update(outer)
      note.pointee.field = -1
      note.pointee.hasEventBits = true
      note.pointee.hasMore = false
      cell.pointee.lastNote = number
      head.pointee.underWay = number
    } else {
      noteWithCare(scope, when)
    }
    return outer
  }

  override func didUpdate(_ scope: ScopeNode, _ outer: Int, failure: (any Error)?) {
    let number = head.pointee.underWay
    head.pointee.underWay = outer
    guard let cell = head.pointee.cell, cell.pointee.place == scope.place, cell.pointee.isComparable,
      failure == nil,
      hasShape(of: scope), let note = head.pointee.slots.pointee.note(number)
    else { return finishWithCare(scope, number, failure) }
    for index in 0..<cell.pointee.fieldCount {
      let field = cell.pointee.fields[index]
      let (place, shadow) = (cell.pointee.place + field.offset, cell.pointee.shadow + field.shadowOffset)
      if isSame(shadow, place, field.size) { continue }
      guard field.isBits, note.pointee.field < 0 else { return finishWithCare(scope, number, nil) }
      shadow.copyMemory(from: place, byteCount: field.size)
      note.pointee.field = index
      note.pointee.value = Bits(at: place, count: field.size)
    }
  }

  @inline(__always)
  private func hasShape(of scope: ScopeNode) -> Bool {
    guard let context = scope.storedContext else { return false }
    // Sound: it is only asked.
    return Unmanaged.passUnretained(context)._withUnsafeGuaranteedRef {
      !$0.hasSuccessor && $0.shape == head.pointee.shape
    }
  }

  /// When the tape began; on another clock, what that has told since is added to it.
  var start: ContinuousClock.Instant { head.pointee.start }

  @inline(__always)
  private func now() -> ContinuousClock.Instant {
    head.pointee.isContinuous ? ContinuousClock.now : head.pointee.start.advanced(by: elapsedOnClock())
  }

  private static func stopwatch<Source: Clock>(of clock: Source) -> () -> Duration
  where Source.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  @inline(never)
  private func noteWithCare<When: Sendable>(_ scope: ScopeNode, _ when: When) {
    lookAround(at: scope)
    let watch = watch(of: scope)
    let way = watch.eventWay(of: When.self)
    let number = add(of: watch, cause: cause(for: watch), way == .bits ? bits(of: when) : nil)
    switch way {
    case .bits: break
    case .plain: ring.more(of: number)?.event = .value(when)
    case .checked:
      ring.more(of: number)?.event = Kept(when) {
        [EventText($0).text, SwiftSource(shorthandOf: $0).whole ?? ""]
      }
    }
    watch.cell.pointee.lastNote = number
    tellNews(in: number)
    head.pointee.underWay = number
    head.pointee.cell = watch.cell
  }

  @inline(never)
  private func finishWithCare(_ scope: ScopeNode, _ number: Int, _ failure: (any Error)?) {
    let watch = watch(of: scope)
    head.pointee.cell = watch.cell
    watch.look(at: scope) { ring.add($0, to: number, of: watch) }
    if let failure { ring.more(of: number)?.failure = "\(failure)" }
    if !hasShape(of: scope) { noteTree(seenFrom: scope) { number } }
  }

  @inline(__always)
  private func bits<When>(of when: When) -> Bits {
    withUnsafePointer(to: when) { Bits(at: UnsafeRawPointer($0), count: MemoryLayout<When>.size) }
  }

  private func add(of watch: ScopeWatch, cause: NoteCause = .outside, _ event: Bits? = nil) -> Int {
    ring.add(
      NoteRing.Note(
        time: now(),
        watch: .passUnretained(watch),
        cell: watch.cell,
        event: event ?? Bits(),
        cause: cause,
        hasEventBits: event != nil
      )
    )
  }

  // MARK: Where events come from

  override func willWait(_ scope: ScopeNode) {
    watch(of: scope).waiting.append(head.pointee.underWay)
  }

  override func waitIsOver(_ scope: ScopeNode) {
    let watch = watch(of: scope)
    guard let sender = watch.waiting.popFirst() else { return }
    setOrigin((watch, .update(sender)))
  }

  override func deliveryBegins(of number: UInt64, to scope: ScopeNode) {
    effects.isDelivering = true
    let watch = watch(of: scope)
    if let effect = effects.number(of: number, in: watch) { setOrigin((watch, .effect(effect))) }
  }

  override func deliveryEnds() {
    effects.isDelivering = false
    setOrigin(nil)
    tellNewsAlone()
  }

  private func setOrigin(_ origin: (scope: ScopeWatch, cause: NoteCause)?) {
    self.origin = origin
    head.pointee.isQuiet = origin == nil && effects.news.isEmpty
  }

  private func cause(for watch: ScopeWatch) -> NoteCause {
    guard let origin, origin.scope === watch else { return .update(head.pointee.underWay) }
    setOrigin(nil)
    return origin.cause
  }

  // MARK: Effects

  override func effect(_ number: UInt64, of scope: ScopeNode, _ change: EffectChange, ofUpdate: Bool) {
    let watch = watch(of: scope)
    effects.note(number, change, of: watch)
    head.pointee.isQuiet = origin == nil && effects.news.isEmpty
    if ofUpdate, watch.cell.pointee.lastNote >= 0 {
      tellNews(in: watch.cell.pointee.lastNote)
    } else if head.pointee.underWay >= 0 {
      tellNews(in: head.pointee.underWay)
    } else if !effects.isDelivering {
      tellNewsAlone()
    }
  }

  private func tellNews(in number: Int) {
    guard !effects.news.isEmpty else { return }
    let news = effects.takeNews()
    head.pointee.isQuiet = origin == nil
    ring.more(of: number)?.effects += news
  }

  private func tellNewsAlone() {
    guard let watch = effects.news.first?.scope else { return }
    tellNews(in: add(of: watch))
  }

  // MARK: What happens without an event

  /// Notes what has changed without an event, in all of the tree.
  ///
  /// Complexity: O(scopes below).
  func lookAround(from root: ScopeNode) {
    guard head.pointee.underWay < 0 else { return }
    if !hasShape(of: root) { noteTree(seenFrom: root) { add(of: watch(of: root)) } }
    root.forEachInSubtree(noteOutsideChanges)
  }

  private func lookAround(at scope: ScopeNode) {
    if !hasShape(of: scope) {
      // While an update is under way, it is taken for what put scopes into the tree.
      let inner = head.pointee.underWay
      noteTree(seenFrom: scope) { inner >= 0 ? inner : add(of: watch(of: scope)) }
    }
    noteOutsideChanges(of: scope)
  }

  private func noteOutsideChanges(of scope: ScopeNode) {
    let watch = watch(of: scope)
    var note: Int?
    watch.look(at: scope) { change in
      let number = note ?? add(of: watch)
      note = number
      ring.add(change, to: number, of: watch)
    }
  }

  // MARK: The tree

  private func watch(of scope: ScopeNode) -> ScopeWatch {
    let id = ObjectIdentifier(scope)
    if let known = watches[id] { return known }
    let type = ObjectIdentifier(type(of: scope))
    let layout = layouts[type] ?? StateLayout(of: scope)
    layouts[type] = layout
    watchCount += 1
    let watch = ScopeWatch(scope, number: watchCount, layout: layout)
    watches[id] = watch
    return watch
  }

  /// Notes the tree as it is now, and that the effects of scopes which have left it were cancelled.
  ///
  /// - Parameter note: gives the note to put it in, if there is something to note.
  private func noteTree(seenFrom scope: ScopeNode, in note: () -> Int) {
    var top = scope
    while ObjectIdentifier(top) != root, let parent = top.parentNode { top = parent }
    // A scope that has just left the tree sees another one.
    guard ObjectIdentifier(top) == root else { return }
    let before = tree
    lookAtTree(from: top)
    // It may be a part of the tree that has not changed, or may have been put elsewhere as a whole.
    guard tree != before else { return }
    let number = note()
    if let more = ring.more(of: number) { more.tree = tree } else { ring.treeAtStart = tree }
    let present = Set(tree.map { $0.watch.number })
    effects.cancelAll(exceptOf: present)
    tellNews(in: number)
    forgetWatches(except: present)
  }

  private func lookAtTree(from root: ScopeNode) {
    tree = []
    var waiting = [(node: root, step: "", depth: 0)]
    while let (node, step, depth) = waiting.popLast() {
      node.linkSubscopes()
      tree.append(TreePlace(watch: watch(of: node), depth: depth, step: step))
      for (child, step) in node.links.flatMap(\.childrenWithSteps).reversed() {
        waiting.append((child, step, depth + 1))
      }
    }
    // Linking above may have been a change, too.
    head.pointee.shape = root.context.shape
  }

  /// Forgets the scopes that have left the tree, once there are many of them and no note tells of them.
  private func forgetWatches(except present: Set<Int>) {
    guard watches.count > watchLimit, head.pointee.underWay < 0 else { return }
    let needed = present.union(ring.watches)
    head.pointee.cell = nil
    watches = watches.filter { needed.contains($0.value.number) }
    watchLimit = 2 * watches.count + 64
  }
}

extension ScopeNode {
  /// Where this scope lies in memory.
  @inline(__always)
  fileprivate final var place: UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }
}

extension ScopeWatch {
  /// How events of a type are kept, found out once.
  fileprivate func eventWay<When>(of _: When.Type) -> EventWay {
    if let known = cell.pointee.eventWay { return known }
    let way = EventWay(When.self)
    cell.pointee.eventWay = way
    eventReader = ValueReader.reader(of: When.self)
    return way
  }
}
