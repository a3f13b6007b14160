/// Encodes and decodes the moments of a recording in order, and omits data that follow from earlier moments.
struct MomentCoder {
  private typealias Moment = ScopeRecording.Moment

  private let types: [Int: String]
  private var states: RecordedStates
  private var number: Int
  private var scope: Int?
  private var encodedTree: [EncodedPlace] = []
  private var locations: [Int: ScopeLocation] = [:]

  init(scopes: [ScopeRecording.ScopeState], dropped: Int) {
    types = Dictionary(scopes.map { ($0.id, $0.type) }) { first, _ in first }
    states = RecordedStates(scopes)
    number = dropped
  }

  // MARK: Encoding

  mutating func start(at tree: [ScopeRecording.Place]) {
    encodedTree = tree.map(EncodedPlace.init)
    locations = MomentCoder.locations(tree)
  }

  mutating func encoded(_ moment: ScopeRecording.Moment) -> EncodedMoment {
    let known = locations[moment.scope]
    var edit: EncodedTreeEdit?
    if let tree = moment.tree {
      let before = encodedTree
      start(at: tree)
      edit = EncodedTreeEdit(from: before, to: encodedTree)
    }
    let change = states.apply(moment.fields, to: moment.scope)
    number &+= 1
    defer { (number, scope) = (moment.number, moment.scope) }
    return EncodedMoment(
      number: moment.number == number ? nil : moment.number,
      time: EncodedTime(moment.time),
      scope: moment.scope == scope ? nil : moment.scope,
      type: moment.type == types[moment.scope] ? nil : moment.type,
      path: moment.location == known ?? locations[moment.scope] ? nil : moment.path,
      event: moment.event,
      source: moment.source == moment.event ? nil : moment.source,
      hasNoSource: moment.source == nil && moment.event != nil ? true : nil,
      cause: moment.cause == .outside ? nil : moment.cause,
      failure: moment.failure,
      change: moment.change == change ? nil : moment.change,
      fields: moment.fields.isEmpty ? nil : moment.fields.map(EncodedFieldChange.init),
      effects: moment.effects.isEmpty ? nil : moment.effects,
      tree: edit
    )
  }

  // MARK: Decoding

  mutating func start(at tree: [EncodedPlace]) -> [ScopeRecording.Place] {
    encodedTree = tree
    let shape = TreeShape(tree.map { ($0.depth, $0.segment) })
    let places = tree.enumerated().map { index, place in
      ScopeRecording.Place(
        scope: place.scope,
        depth: place.depth,
        location: ScopeLocation(index, in: shape)
      )
    }
    locations = MomentCoder.locations(places)
    return places
  }

  mutating func moment(from encoded: EncodedMoment) throws -> ScopeRecording.Moment {
    guard let scope = encoded.scope ?? scope else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "The first moment names no scope.")
      )
    }
    self.scope = scope
    let known = locations[scope]
    let tree = try encoded.tree.map { edit in
      guard let tree = edit.applied(to: encodedTree) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: [],
            debugDescription: "A moment edits a tree of \(encodedTree.count) scopes beyond its end."
          )
        )
      }
      return start(at: tree)
    }
    let fields = (encoded.fields ?? []).map(\.change)
    let change = states.apply(fields, to: scope)
    number = encoded.number ?? (number &+ 1)
    return ScopeRecording.Moment(
      number: number,
      time: encoded.time.duration,
      scope: scope,
      type: encoded.type ?? types[scope] ?? "",
      location: encoded.path.map(ScopeLocation.init(path:)) ?? known ?? locations[scope]
        ?? ScopeLocation(path: ""),
      event: encoded.event,
      source: encoded.source ?? (encoded.hasNoSource == true ? nil : encoded.event),
      cause: encoded.cause ?? .outside,
      failure: encoded.failure,
      change: encoded.change ?? change,
      fields: fields,
      effects: encoded.effects ?? [],
      tree: tree
    )
  }

  private static func locations(_ tree: [ScopeRecording.Place]) -> [Int: ScopeLocation] {
    Dictionary(tree.map { ($0.scope, $0.location) }) { first, _ in first }
  }
}
