extension EventTape {
  /// Makes texts of all that is noted.
  ///
  /// Complexity: O(notes + size of the states in them).
  func recording(of root: String) -> ScopeRecording {
    var reader = TapeReader(self)
    let moments = reader.moments()
    return ScopeRecording(
      version: ScopeRecording.currentVersion,
      root: root,
      capacity: ring.capacity,
      dropped: ring.dropped,
      scopes: reader.scopes,
      tree: TapeReader.places(of: ring.treeAtStart),
      moments: moments
    )
  }
}

/// Goes along a tape once, and says of each note what was different then.
private struct TapeReader {
  private let ring: NoteRing
  private var locations: [Int: ScopeLocation] = [:]
  private var states = RecordedStates([])
  private(set) var scopes: [ScopeRecording.ScopeState] = []

  init(_ tape: EventTape) {
    ring = tape.ring
    locations = TapeReader.locations(in: TapeReader.places(of: ring.treeAtStart))
    var known: Set<Int> = []
    let trees = [ring.treeAtStart] + ring.numbers.compactMap { ring.knownMore(of: $0)?.tree }
    let noted = ring.numbers.compactMap { ring.note($0)?.pointee.watch.takeUnretainedValue() }
    for watch in trees.joined().map(\.watch) + noted where known.insert(watch.number).inserted {
      let lines = watch.layout.fields.enumerated().map { $0.element.lines(of: watch.start(of: $0.offset)) }
      scopes.append(
        ScopeRecording.ScopeState(id: watch.number, type: typeName(watch.type), fields: lines)
      )
    }
    scopes.sort { $0.id < $1.id }
    states = RecordedStates(scopes)
  }

  mutating func moments() -> [ScopeRecording.Moment] {
    ring.numbers.compactMap { number in
      ring.note(number).map { moment(of: $0.pointee, number, ring.knownMore(of: number)) }
    }
  }

  private mutating func moment(of note: NoteRing.Note, _ number: Int, _ more: NoteRing.More?)
    -> ScopeRecording.Moment
  {
    let watch = note.watch.takeUnretainedValue()
    let location = locations[watch.number]
    let tree = more?.tree.map(TapeReader.places(of:))
    if let tree { locations = TapeReader.locations(in: tree) }
    var changes = more?.changes ?? []
    if note.field >= 0 { changes.append(ScopeWatch.Change(field: note.field, value: .bits(note.value))) }
    let (change, fields) = apply(changes, to: watch)
    let event = (note.hasEventBits ? .bits(note.event) : more?.event).map { words(of: $0, watch) }
    return ScopeRecording.Moment(
      number: number + 1,
      time: note.time,
      scope: watch.number,
      type: typeName(watch.type),
      // A scope that something without an event is told of may have come with it.
      location: location ?? locations[watch.number] ?? ScopeLocation(path: "(not in the tree)"),
      event: event?.text,
      source: event?.source,
      cause: ScopeRecording.Cause(note.cause),
      failure: more?.failure,
      change: change,
      fields: fields,
      effects: (more?.effects ?? []).map {
        ScopeRecording.EffectNews(number: $0.effect, effect: $0.text, scope: $0.scope.number, end: $0.end)
      },
      tree: tree
    )
  }

  /// Goes on to the values of a note, and says what was different before.
  private mutating func apply(_ changes: [ScopeWatch.Change], to watch: ScopeWatch) -> (
    diff: [String], fields: [ScopeRecording.FieldChange]
  ) {
    var diff: [String] = []
    var fields: [ScopeRecording.FieldChange] = []
    for change in changes.sorted(by: { $0.field < $1.field }) {
      let lines = watch.layout.fields[change.field].lines(of: change.value)
      guard lines != states.lines(of: change.field, in: watch.number) else { continue }
      fields.append(ScopeRecording.FieldChange(field: change.field, lines: lines))
      diff += states.apply(fields.suffix(1), to: watch.number)
    }
    return (diff, fields)
  }

  private func words(of event: Kept, _ watch: ScopeWatch) -> (text: String, source: String?) {
    switch event {
    case .lines(let lines): return (lines.first ?? "", lines.last.flatMap { $0.isEmpty ? nil : $0 })
    case .value(let value): return (EventText(value).text, SwiftSource(shorthandOf: value).whole)
    case .bits(let bits):
      guard let value = watch.eventReader?.value(ofBits: bits) else { return ("", nil) }
      return (EventText(value).text, SwiftSource(shorthandOf: value).whole)
    }
  }

  static func places(of tree: [TreePlace]) -> [ScopeRecording.Place] {
    let shape = TreeShape(tree.map { ($0.depth, $0.step) })
    return tree.enumerated().map { index, place in
      ScopeRecording.Place(
        scope: place.watch.number,
        depth: place.depth,
        location: ScopeLocation(index, in: shape)
      )
    }
  }

  private static func locations(in tree: [ScopeRecording.Place]) -> [Int: ScopeLocation] {
    Dictionary(tree.map { ($0.scope, $0.location) }) { first, _ in first }
  }
}

extension SwiftSource {
  /// The source, if it has no comment in place of a value.
  var whole: String? { isWhole ? description : nil }
}
