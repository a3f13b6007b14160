import Statoscope

/// Encodes and decodes the moments of a recording in order, and omits data that follow from earlier moments.
struct MomentCoder {
  private enum CodingKeys: String, CodingKey {
    case time, scope, path, event, source, hasNoSource, cause, failure, change, fields, effects, tree
  }

  private let types: [Int: String]
  /// The lines of each scope's fields.
  private var states: [Int: [[String]]]
  private var tree: RecordedTree
  private var number: Int
  private var scope: Int?

  init(_ scopes: [ScopeRecording.ScopeState], _ tree: RecordedTree, dropped: Int) {
    types = Dictionary(scopes.map { ($0.id, $0.type) }) { first, _ in first }
    states = Dictionary(scopes.map { ($0.id, $0.fields) }) { first, _ in first }
    self.tree = tree
    number = dropped
  }

  mutating func encode(_ moment: ScopeRecording.Moment, to list: inout any UnkeyedEncodingContainer) throws {
    var container = list.nestedContainer(keyedBy: CodingKeys.self)
    let before = tree
    if let places = moment.tree {
      tree = places.tree
      try container.encode(EncodedTreeEdit(from: before.nodes, to: tree.nodes), forKey: .tree)
    }
    let change = apply(moment.fields, to: moment.scope)
    try container.encode(EncodedTime(duration: moment.time), forKey: .time)
    if moment.scope != scope { try container.encode(moment.scope, forKey: .scope) }
    scope = moment.scope
    if moment.location != location(of: moment.scope, before) {
      try container.encode(moment.path, forKey: .path)
    }
    try container.encodeIfPresent(moment.event, forKey: .event)
    if moment.source == nil && moment.event != nil {
      try container.encode(true, forKey: .hasNoSource)
    } else if moment.source != moment.event {
      try container.encode(moment.source, forKey: .source)
    }
    if moment.cause != .outside { try container.encode(moment.cause, forKey: .cause) }
    try container.encodeIfPresent(moment.failure, forKey: .failure)
    if moment.change != change { try container.encode(moment.change, forKey: .change) }
    if !moment.fields.isEmpty {
      try container.encode(moment.fields.map(EncodedFieldChange.init), forKey: .fields)
    }
    if !moment.effects.isEmpty { try container.encode(moment.effects, forKey: .effects) }
  }

  mutating func decode(from list: inout any UnkeyedDecodingContainer) throws -> ScopeRecording.Moment {
    let container = try list.nestedContainer(keyedBy: CodingKeys.self)
    scope = try container.decodeIfPresent(Int.self, forKey: .scope) ?? scope
    guard let scope else {
      throw DecodingError.dataCorruptedError(
        forKey: .scope,
        in: container,
        debugDescription: "The first moment names no scope."
      )
    }
    number &+= 1
    let before = tree
    let edit = try container.decodeIfPresent(EncodedTreeEdit.self, forKey: .tree)
    if let edit {
      guard let nodes = edit.applied(to: before.nodes) else {
        throw DecodingError.dataCorruptedError(
          forKey: .tree,
          in: container,
          debugDescription: "A moment edits a tree of \(before.nodes.count) scopes beyond its end."
        )
      }
      tree = RecordedTree(nodes)
    }
    let path = try container.decodeIfPresent(String.self, forKey: .path)
    let event = try container.decodeIfPresent(String.self, forKey: .event)
    let hasNoSource = try container.decodeIfPresent(Bool.self, forKey: .hasNoSource) == true
    let fields = try container.decodeIfPresent([EncodedFieldChange].self, forKey: .fields) ?? []
    let change = apply(fields.map(\.change), to: scope)
    return try ScopeRecording.Moment(
      number: number,
      time: container.decode(EncodedTime.self, forKey: .time).duration,
      scope: scope,
      type: types[scope] ?? "",
      location: path.map { .path($0) } ?? location(of: scope, before) ?? .path(""),
      event: event,
      source: container.decodeIfPresent(String.self, forKey: .source) ?? (hasNoSource ? nil : event),
      cause: container.decodeIfPresent(ScopeRecording.Cause.self, forKey: .cause) ?? .outside,
      failure: container.decodeIfPresent(String.self, forKey: .failure),
      change: container.decodeIfPresent([String].self, forKey: .change) ?? change,
      fields: fields.map(\.change),
      effects: container.decodeIfPresent([ScopeRecording.EffectChange].self, forKey: .effects) ?? [],
      tree: edit == nil ? nil : tree.places
    )
  }

  /// Returns the location of a scope before a moment, or after it if the scope entered the tree with it.
  private func location(of scope: Int, _ before: RecordedTree) -> ScopeLocation? {
    before.location(of: scope) ?? tree.location(of: scope)
  }

  /// Applies new values of a scope's fields, and returns the change as a diff.
  private mutating func apply(_ changes: [ScopeRecording.FieldChange], to scope: Int) -> [String] {
    changes.flatMap { change -> [String] in
      guard let state = states[scope], state.indices.contains(change.field) else { return [] }
      states[scope]?[change.field] = change.lines
      return change.diff(from: state[change.field])
    }
  }
}

extension [ScopeRecording.Place] {
  /// The tree that the places belong to.
  var tree: RecordedTree { if case .node(_, let tree) = first?.location { tree } else { RecordedTree([]) } }
}
