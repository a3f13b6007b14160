import Statoscope

/// A recording in version 1 of the format, which omitted all that follows from earlier moments.
struct RecordingVersion1: Decodable {
  private let root: String
  private let capacity: Int
  private let dropped: Int
  private let scopes: [ScopeRecording.ScopeState]
  private let tree: RecordedTree
  private let moments: [Moment]

  /// A moment; what it has in common with the one before it is absent.
  private struct Moment: Decodable {
    let time: Time
    let scope: Int?
    /// The key path of the scope, if it is not the one in the tree.
    let path: String?
    let event: String?
    /// The source of the event, if it is not the event's text.
    let source: String?
    let hasNoSource: Bool?
    let cause: ScopeRecording.Cause?
    let failure: String?
    /// The diff, if it is not that of the fields.
    let change: [String]?
    let fields: [FieldChange]?
    let effects: [EffectChange]?
    let tree: Edit?
  }

  private struct EffectChange: Decodable {
    let number: Int
    let effect: String
    let scope: Int
    let end: ScopeRecording.EffectResult?
  }

  private struct Edit: Decodable {
    let start: Int
    let removed: Int
    let places: [RecordedTree.Node]
  }

  /// The index of the field, then the lines that describe its value.
  private struct FieldChange: Decodable {
    let change: ScopeRecording.FieldChange

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let field = try container.decode(Int.self)
      var lines: [String] = []
      while !container.isAtEnd { lines.append(try container.decode(String.self)) }
      change = ScopeRecording.FieldChange(field: field, lines: lines)
    }
  }

  /// Whole nanoseconds as one number, other times as seconds and attoseconds.
  private struct Time: Decodable {
    let duration: Duration

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let nanoseconds = try? container.decode(Int64.self) {
        duration = .nanoseconds(nanoseconds)
        return
      }
      let parts = try container.decode([Int64].self)
      guard parts.count == 2, parts[1].magnitude < 1_000_000_000_000_000_000 else {
        throw DecodingError.corrupted("A time is a number of nanoseconds, or seconds with their attoseconds.")
      }
      duration = Duration(secondsComponent: parts[0], attosecondsComponent: parts[1])
    }
  }

  /// Returns the recording with what version 1 omitted.
  func converted() throws -> EncodedRecording {
    let types = Dictionary(scopes.map { ($0.id, $0.type) }) { first, _ in first }
    var states = Dictionary(scopes.map { ($0.id, $0.fields) }) { first, _ in first }
    var edits: [Int: RecordedTree.Edit] = [:]
    var last: ScopeRecording.Moment?
    let converted = try moments.enumerated().map { index, moment in
      guard let scope = moment.scope ?? last?.scope else {
        throw DecodingError.corrupted("The first moment names no scope.")
      }
      edits[index] = moment.tree.map { .init(start: $0.start, removed: $0.removed, nodes: $0.places) }
      let fields = moment.fields?.map(\.change) ?? []
      var change: [String] = []
      for field in fields where states[scope]?.indices.contains(field.field) == true {
        change += field.diff(from: states[scope]?[field.field] ?? [])
        states[scope]?[field.field] = field.lines
      }
      let converted = ScopeRecording.Moment(
        number: (last?.number ?? dropped) &+ 1,
        time: moment.time.duration,
        scope: scope,
        type: types[scope] ?? "",
        position: moment.path.flatMap { RecordingVersion1.position(of: scope, at: $0) },
        event: moment.event,
        source: moment.source ?? (moment.hasNoSource == true ? nil : moment.event),
        cause: moment.cause ?? .outside,
        failure: moment.failure,
        change: moment.change ?? change,
        fields: fields,
        effects: moment.effects?.map {
          ScopeRecording.EffectChange(
            number: $0.number,
            effect: $0.effect,
            scope: $0.scope,
            result: $0.end,
            position: nil
          )
        } ?? []
      )
      last = converted
      return converted
    }
    return EncodedRecording(
      root: root,
      capacity: capacity,
      discarded: dropped,
      scopes: scopes,
      tree: tree,
      edits: edits,
      moments: converted
    )
  }

  /// Returns the position of a scope of which only the key path is known.
  private static func position(of scope: Int, at path: String) -> ScopeRecording.Position? {
    guard path.hasPrefix("\\.") else { return nil }
    let root = RecordedTree.Node(scope: path == "\\.self" ? scope : 0, depth: 0, segment: "")
    let node = RecordedTree.Node(scope: scope, depth: 1, segment: String(path.dropFirst(2)))
    return RecordedTree(path == "\\.self" ? [root] : [root, node]).position(of: scope)
  }
}
