/// The notes of a tape: as many as there is room for, the oldest giving way to the newest.
///
/// A note is plain memory, and what few notes have is kept beside: so the usual note costs a few stores.
final class NoteRing {
  /// One thing that happened.
  struct Note {
    /// How long after the tape began.
    var time: Duration
    /// Sound: the tape keeps the watch of each note in the ring.
    var watch: Unmanaged<ScopeWatch>
    var cell: UnsafeMutablePointer<ScopeWatch.Cell>
    /// The event, if it is kept as bits.
    var event: Bits
    var cause: NoteCause
    /// The field that changed first, if its value is kept as bits, or -1.
    var field = -1
    var value = Bits()
    var hasEventBits: Bool
    var hasMore = false
  }

  /// What few notes have.
  final class More {
    var event: Kept?
    var changes: [ScopeWatch.Change] = []
    var failure: String?
    var effects: [EffectNews] = []
    var tree: [TreePlace]?
  }

  /// The notes in memory, apart from the object so that an event need not ask whether somebody else changes them.
  struct Slots {
    let capacity: Int
    /// The number of the next note, counted from 0.
    fileprivate(set) var next = 0
    /// Where it will be.
    private var index = 0
    private let notes: UnsafeMutablePointer<Note>

    fileprivate init(capacity: Int) {
      self.capacity = capacity
      notes = .allocate(capacity: capacity)
    }

    fileprivate func deallocate() {
      // They have no references that are counted.
      notes.deallocate()
    }

    /// Whether the note that the next one takes the place of has nothing besides, if there is one.
    @inline(__always)
    var isPlainToAdd: Bool { next < capacity || !notes[index].hasMore }

    /// Makes room for a note in place of the oldest, which has nothing besides.
    ///
    /// - Returns: its number, and the memory in which to write it.
    @inline(__always)
    mutating func makeRoomPlainly() -> (number: Int, place: UnsafeMutablePointer<Note>) {
      let (number, place) = (next, notes + index)
      if number >= capacity, place.pointee.field >= 0 {
        place.pointee.cell.pointee.start[place.pointee.field] = place.pointee.value
      }
      next = number + 1
      index = index + 1 == capacity ? 0 : index + 1
      return (number, place)
    }

    /// A note, unless it was dropped.
    @inline(__always)
    func note(_ number: Int) -> UnsafeMutablePointer<Note>? {
      let back = next - number
      guard number >= 0, back <= capacity else { return nil }
      let place = index - back
      return notes + (place < 0 ? place + capacity : place)
    }
  }

  let capacity: Int
  /// The tree where the ring begins.
  var treeAtStart: [TreePlace] = []
  let slots: UnsafeMutablePointer<Slots>
  private var more: [Int: More] = [:]

  init(capacity: Int) {
    self.capacity = capacity
    slots = .allocate(capacity: 1)
    slots.initialize(to: Slots(capacity: capacity))
  }

  deinit {
    slots.pointee.deallocate()
    slots.deallocate()
  }

  /// The numbers of the notes that are in the ring.
  var numbers: Range<Int> { dropped..<slots.pointee.next }

  /// How many notes there were before the oldest in the ring.
  var dropped: Int { max(0, slots.pointee.next - capacity) }

  /// Adds a note, and drops the oldest when there is no room.
  ///
  /// - Returns: its number.
  func add(_ note: Note) -> Int {
    if !slots.pointee.isPlainToAdd, let oldest = self.note(dropped) {
      let watch = oldest.pointee.watch.takeUnretainedValue()
      if let more = more.removeValue(forKey: dropped) {
        for change in more.changes { watch.moveStart(to: change) }
        if let tree = more.tree { treeAtStart = tree }
      }
    }
    let (number, place) = slots.pointee.makeRoomPlainly()
    place.initialize(to: note)
    return number
  }

  /// A note, unless it was dropped.
  func note(_ number: Int) -> UnsafeMutablePointer<Note>? { slots.pointee.note(number) }

  /// What a note has besides, made when there is none; nil when the note was dropped.
  func more(of number: Int) -> More? {
    guard let note = note(number) else { return nil }
    if let known = more[number] { return known }
    let made = More()
    note.pointee.hasMore = true
    more[number] = made
    return made
  }

  /// The same, where there is some.
  func knownMore(of number: Int) -> More? { more[number] }

  /// Adds a change to a note; the ring begins with it when the note was dropped.
  func add(_ change: ScopeWatch.Change, to number: Int, of watch: ScopeWatch) {
    guard let note = note(number) else { return watch.moveStart(to: change) }
    if case .bits(let bits) = change.value, note.pointee.field < 0 {
      note.pointee.field = change.field
      note.pointee.value = bits
    } else {
      more(of: number)?.changes.append(change)
    }
  }

  /// The watches that notes are of.
  var watches: Set<Int> { Set(numbers.compactMap { note($0)?.pointee.watch.takeUnretainedValue().number }) }
}

/// What an event came from, in one number.
struct NoteCause {
  fileprivate let code: Int

  static let outside = NoteCause(code: -1)

  /// An update, that of a note; -1 stands for none.
  static func update(_ note: Int) -> NoteCause { NoteCause(code: note) }

  /// An effect, known by its number, the first being 1.
  static func effect(_ number: Int) -> NoteCause { NoteCause(code: -1 - number) }
}

extension ScopeRecording.Cause {
  init(_ cause: NoteCause) {
    switch cause.code {
    case -1: self = .outside
    case ..<(-1): self = .effect(number: -1 - cause.code)
    // Notes are counted from 0, moments from 1.
    default: self = .update(moment: cause.code + 1)
    }
  }
}

/// An effect that started or ended.
struct EffectNews {
  /// The effect, known by its number on this tape.
  let effect: Int
  let text: String
  let scope: ScopeWatch
  let end: ScopeRecording.EffectEnd?
}

/// One scope in the tree at one moment.
struct TreePlace: Equatable {
  let watch: ScopeWatch
  let depth: Int
  /// The last step of the way to it.
  let step: String

  static func == (one: TreePlace, other: TreePlace) -> Bool {
    one.watch === other.watch && one.depth == other.depth && one.step == other.step
  }
}
