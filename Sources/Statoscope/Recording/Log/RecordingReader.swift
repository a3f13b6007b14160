extension EventLog {
  /// Creates a recording with the texts of all moments.
  ///
  /// Complexity: O(moments + size of the states in them).
  func recording(of root: String) -> ScopeRecording {
    var reader = RecordingReader(ring)
    let moments = ring.numbers.compactMap { number in ring[number].map { reader.moment($0, number) } }
    return ScopeRecording(
      version: ScopeRecording.currentVersion,
      root: root,
      capacity: ring.capacity,
      dropped: ring.dropped,
      scopes: reader.scopes,
      tree: RecordingReader.places(of: ring.treeAtStart),
      moments: moments
    )
  }
}

/// A reader that visits the moments of a log in order and computes the change of each.
struct RecordingReader {
  let scopes: [ScopeRecording.ScopeState]
  private var locations: [Int: ScopeLocation]
  private var states: RecordedStates

  init(_ ring: MomentRing) {
    let moments = ring.numbers.compactMap { ring[$0] }
    let trees = [ring.treeAtStart] + moments.compactMap(\.tree)
    var known: [Int: RecordedScope] = [:]
    for scope in trees.joined().map(\.scope) + moments.map(\.scope) { known[scope.number] = scope }
    scopes = known.values.sorted { $0.number < $1.number }.map {
      ScopeRecording.ScopeState(id: $0.number, type: $0.typeName, fields: $0.startLines)
    }
    states = RecordedStates(scopes)
    locations = RecordingReader.locations(in: RecordingReader.places(of: ring.treeAtStart))
  }

  mutating func moment(_ moment: MomentRing.Moment, _ number: Int) -> ScopeRecording.Moment {
    let scope = moment.scope
    // The scope entered the tree after this reader began.
    if !states.contains(scope.number) { states.begin(scope.number, with: scope.startLines) }
    let location = locations[scope.number]
    let tree = moment.tree.map(RecordingReader.places)
    if let tree { locations = RecordingReader.locations(in: tree) }
    let (change, fields) = apply(moment.changes, to: scope)
    let event = moment.event?.texts
    return ScopeRecording.Moment(
      number: number,
      time: moment.time,
      scope: scope.number,
      type: scope.typeName,
      // A scope may have entered the tree with this moment.
      location: location ?? locations[scope.number] ?? ScopeLocation(path: "(not in the tree)"),
      event: event?.text,
      source: event?.source,
      cause: moment.cause,
      failure: moment.failure,
      change: change,
      fields: fields,
      effects: moment.effects.map {
        ScopeRecording.EffectNews(number: $0.number, effect: $0.text, scope: $0.scope.number, end: $0.end)
      },
      tree: tree
    )
  }

  /// Applies the changes of a moment, and returns the differences.
  private mutating func apply(_ changes: [RecordedScope.Change], to scope: RecordedScope) -> (
    diff: [String], fields: [ScopeRecording.FieldChange]
  ) {
    var diff: [String] = []
    var fields: [ScopeRecording.FieldChange] = []
    for change in changes.sorted(by: { $0.field < $1.field }) {
      let lines = scope.lines(of: change)
      // The text of a redacted property stays the same when its value changes.
      guard lines != states.lines(of: change.field, in: scope.number) || RedactedText.isIn(lines) else {
        continue
      }
      fields.append(ScopeRecording.FieldChange(field: change.field, lines: lines))
      diff += states.apply(fields.suffix(1), to: scope.number)
    }
    return (diff, fields)
  }

  static func places(of tree: [RecordedTree.Place]) -> [ScopeRecording.Place] {
    let shape = TreeShape(tree.map { ($0.depth, $0.segment) })
    return tree.enumerated().map { index, place in
      ScopeRecording.Place(
        scope: place.scope.number,
        depth: place.depth,
        location: ScopeLocation(index, in: shape)
      )
    }
  }

  private static func locations(in tree: [ScopeRecording.Place]) -> [Int: ScopeLocation] {
    Dictionary(tree.map { ($0.scope, $0.location) }) { first, _ in first }
  }
}
