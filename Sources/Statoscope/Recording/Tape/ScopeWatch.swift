/// What a tape knows of one scope: its state as it was seen last, and as it was where the tape begins.
///
/// It keeps no scope.
final class ScopeWatch {
  /// Another value of a property.
  struct Change {
    /// Which of the layout's fields.
    let field: Int
    let value: Kept
  }

  /// What an event asks of its scope's watch, without counting references.
  struct Cell {
    /// Where the scope lies; read only while an event of the scope is under way, or the tree is looked at.
    let place: UnsafeRawPointer
    let fields: UnsafeMutablePointer<FieldCell>
    let fieldCount: Int
    /// The bytes of the fields as they were seen last.
    ///
    /// Sound to compare: a value that refers to nothing but its own storage, which ``latest`` keeps, is the same as
    /// long as its bytes are. Nobody else can be given that storage, and it is not changed in place while two refer
    /// to it.
    let shadow: UnsafeMutableRawPointer
    /// The bytes of the fields where the tape begins, of those that are ``StateLayout/Way/bits``.
    let start: UnsafeMutablePointer<Bits>
    /// Whether bytes tell of every field that it has not changed.
    var isComparable: Bool
    var eventWay: EventWay?
    /// The last note of an update of this scope, or -1.
    var lastNote = -1
    let watch: Unmanaged<ScopeWatch>
  }

  struct FieldCell {
    let offset: Int
    let size: Int
    let shadowOffset: Int
    let isBits: Bool
  }

  let number: Int
  let layout: StateLayout
  let type: Any.Type
  let cell: UnsafeMutablePointer<Cell>

  /// Reads events that are kept as bits, once there was one.
  var eventReader: ValueReader?

  /// For each event that waits, the note of the update that it was sent from, or -1.
  var waiting: ArraySlice<Int> = []

  private var latest: [Kept?]
  private var startValues: [Kept?]
  /// The fields of which only what was said of them is kept.
  private var saidFields: Set<Int> = []

  /// The scope, never read: while there is an unowned reference to it, no other is made at its address.
  private unowned let addressKeeper: ScopeNode

  init(_ scope: ScopeNode, number: Int, layout: StateLayout) {
    self.number = number
    self.layout = layout
    type = Swift.type(of: scope)
    addressKeeper = scope
    let count = layout.fields.count
    latest = layout.fields.map { _ in nil }
    startValues = latest
    cell = .allocate(capacity: 1)
    let fields = UnsafeMutablePointer<FieldCell>.allocate(capacity: count)
    var length = 0
    for (index, field) in layout.fields.enumerated() {
      let known = FieldCell(
        offset: field.offset,
        size: field.way == .reflected ? 0 : field.size,
        shadowOffset: length,
        isBits: field.way == .bits
      )
      (fields + index).initialize(to: known)
      length += (known.size + 7) & ~7
    }
    let start = UnsafeMutablePointer<Bits>.allocate(capacity: count)
    start.initialize(repeating: Bits(), count: count)
    cell.initialize(
      to: Cell(
        place: UnsafeRawPointer(Unmanaged.passUnretained(scope).toOpaque()),
        fields: fields,
        fieldCount: count,
        shadow: .allocate(byteCount: length, alignment: 8),
        start: start,
        isComparable: !layout.isReflected,
        watch: .passUnretained(self)
      )
    )
    look(at: scope, isFirst: true) { moveStart(to: $0) }
  }

  deinit {
    // All of it is without references, so there is nothing to deinitialize.
    cell.pointee.fields.deallocate()
    cell.pointee.shadow.deallocate()
    cell.pointee.start.deallocate()
    cell.deallocate()
  }

  /// A property's value where the tape begins.
  func start(of field: Int) -> Kept {
    startValues[field] ?? .bits(cell.pointee.start[field])
  }

  /// Notes that the tape begins later.
  func moveStart(to change: Change) {
    if case .bits(let bits) = change.value {
      cell.pointee.start[change.field] = bits
    } else {
      startValues[change.field] = change.value
    }
  }

  /// Compares the scope with what was seen last.
  ///
  /// Complexity: O(properties), and O(size of the state) for those that may refer to objects.
  func look(at scope: ScopeNode, isFirst: Bool = false, _ note: (Change) -> Void) {
    for (index, field) in layout.fields.enumerated() where field.way != .reflected {
      let (known, place) = (cell.pointee.fields[index], cell.pointee.place + field.offset)
      let shadow = cell.pointee.shadow + known.shadowOffset
      // An object that a value refers to may have changed where it is.
      if !isFirst, !saidFields.contains(index), isSame(shadow, place, field.size) { continue }
      shadow.copyMemory(from: place, byteCount: field.size)
      if field.way == .bits {
        note(Change(field: index, value: .bits(Bits(at: place, count: field.size))))
      } else {
        keep(field.value(in: cell.pointee.place), at: index, field, note)
      }
    }
    if layout.isReflected { reflect(scope, note) }
  }

  private func reflect(_ scope: ScopeNode, _ note: (Change) -> Void) {
    let seen = StateLayout.values(of: scope)
    for (index, field) in layout.fields.enumerated() where field.way == .reflected {
      guard seen.indices.contains(field.index) else { continue }
      let lines = field.lines(of: seen[field.index].value)
      if case .lines(let known) = latest[index], known == lines { continue }
      latest[index] = .lines(lines)
      note(Change(field: index, value: .lines(lines)))
    }
  }

  private func keep(_ value: Any, at index: Int, _ field: StateLayout.Field, _ note: (Change) -> Void) {
    let kept = field.way == .plain ? .value(value) : Kept(value, lines: field.lines(of:))
    if case .lines(let lines) = kept {
      saidFields.insert(index)
      if case .lines(let known) = latest[index], known == lines { return }
    } else {
      saidFields.remove(index)
    }
    cell.pointee.isComparable = saidFields.isEmpty && !layout.isReflected
    latest[index] = kept
    note(Change(field: index, value: kept))
  }
}

extension ScopeWatch.Cell {
  /// Whether no field has another value than when it was seen last, where bytes can tell.
  @inline(__always)
  func isUnchanged() -> Bool {
    for index in 0..<fieldCount {
      let field = fields[index]
      guard isSame(shadow + field.shadowOffset, place + field.offset, field.size) else { return false }
    }
    return true
  }
}

/// How the events of a scope are kept.
enum EventWay {
  case bits
  case plain
  case checked

  init<When>(_: When.Type) {
    if References.isBits(When.self) {
      self = MemoryLayout<When>.size <= Bits.size ? .bits : .plain
    } else {
      self = References.mayBe(inEach: When.self) ? .checked : .plain
    }
  }
}

extension ScopeWatch {
  /// How events of a type are kept, found out once.
  func eventWay<When>(of _: When.Type) -> EventWay {
    if let known = cell.pointee.eventWay { return known }
    let way = EventWay(When.self)
    cell.pointee.eventWay = way
    eventReader = ValueReader.reader(of: When.self)
    return way
  }
}
