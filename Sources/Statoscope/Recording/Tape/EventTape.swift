/// Writes the notes of a recorder.
///
/// What an event costs with a recorder is decided here: the usual event of a scope, whose state is numbers and the
/// like, counts no reference, allocates nothing and makes no text; see Tests/Benchmarks. Texts are made when the
/// notes are read.
final class EventTape: EventTap {
  let ring: NoteRing
  private let stopwatch: Stopwatch

  let shadow = TreeShadow()
  var effects = TapeEffects()

  /// What the next event of a scope comes from, where that is known.
  private var origin: (scope: ScopeWatch, cause: NoteCause)?

  let head: UnsafeMutablePointer<Head>

  /// What every event asks, apart from the object so that it need not ask whether somebody else changes it.
  struct Head {
    /// The scope of the last event.
    var cell: UnsafeMutablePointer<ScopeWatch.Cell>?
    /// The tree's shape as it was seen last.
    var shape: UInt64 = 0
    /// The same as the ring's.
    let slots: UnsafeMutablePointer<NoteRing.Slots>
    /// The note of the innermost update under way, or -1.
    var underWay = -1
    /// Whether nothing waits to be told with the next event.
    var isQuiet = true
  }

  init(root: ScopeNode, capacity: Int, clock: any Clock<Duration>) {
    ring = NoteRing(capacity: capacity)
    stopwatch = Stopwatch(clock)
    head = .allocate(capacity: 1)
    head.initialize(to: Head(slots: ring.slots))
    super.init(at: root)
    lookAtTree(from: root)
    ring.treeAtStart = shadow.tree
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
      let time = stopwatch.elapsed
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
  func hasShape(of scope: ScopeNode) -> Bool {
    guard let context = scope.storedContext else { return false }
    // Sound: it is only asked.
    return Unmanaged.passUnretained(context)._withUnsafeGuaranteedRef {
      !$0.hasSuccessor && $0.shape == head.pointee.shape
    }
  }

  @inline(never)
  private func noteWithCare<When: Sendable>(_ scope: ScopeNode, _ when: When) {
    lookAround(at: scope)
    let watch = shadow.watch(of: scope)
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
    let watch = shadow.watch(of: scope)
    head.pointee.cell = watch.cell
    watch.look(at: scope) { ring.add($0, to: number, of: watch) }
    if let failure { ring.more(of: number)?.failure = "\(failure)" }
    if !hasShape(of: scope) { noteTree(seenFrom: scope) { number } }
  }

  @inline(__always)
  private func bits<When>(of when: When) -> Bits {
    withUnsafePointer(to: when) { Bits(at: UnsafeRawPointer($0), count: MemoryLayout<When>.size) }
  }

  func add(of watch: ScopeWatch, cause: NoteCause = .outside, _ event: Bits? = nil) -> Int {
    ring.add(
      NoteRing.Note(
        time: stopwatch.elapsed,
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
    shadow.watch(of: scope).waiting.append(head.pointee.underWay)
  }

  override func waitIsOver(_ scope: ScopeNode) {
    let watch = shadow.watch(of: scope)
    guard let sender = watch.waiting.popFirst() else { return }
    setOrigin((watch, .update(sender)))
  }

  override func deliveryBegins(of number: UInt64, to scope: ScopeNode) {
    effects.isDelivering = true
    let watch = shadow.watch(of: scope)
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
    let watch = shadow.watch(of: scope)
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

  func tellNews(in number: Int) {
    guard !effects.news.isEmpty else { return }
    let news = effects.takeNews()
    head.pointee.isQuiet = origin == nil
    ring.more(of: number)?.effects += news
  }

  private func tellNewsAlone() {
    guard let watch = effects.news.first?.scope else { return }
    tellNews(in: add(of: watch))
  }
}

extension ScopeNode {
  /// Where this scope lies in memory.
  @inline(__always)
  fileprivate final var place: UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }
}
