/// A moment as it stands in an encoded recording: without what follows from the moments before it.
struct EncodedMoment: Codable {
  /// Unless it is the one after the last.
  var number: Int?
  var time: EncodedTime
  /// Unless it is that of the moment before.
  var scope: Int?
  /// Unless it is the scope's.
  var type: String?
  /// Unless it is the scope's place in the tree before the moment, or after it for a new scope.
  var path: String?
  var event: String?
  /// Unless it is the event's text.
  var source: String?
  /// True for an event that cannot be written as source.
  var hasNoSource: Bool?
  /// Unless it came from outside.
  var cause: ScopeRecording.Cause?
  var failure: String?
  /// Unless it is the difference that the fields make.
  var change: [String]?
  var fields: [EncodedFieldChange]?
  var effects: [ScopeRecording.EffectNews]?
  var tree: EncodedTreeEdit?
}

/// Another value of a property: the field's number, then the lines that describe it.
struct EncodedFieldChange: Codable {
  let change: ScopeRecording.FieldChange

  init(_ change: ScopeRecording.FieldChange) { self.change = change }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let field = try container.decode(Int.self)
    var lines: [String] = []
    while !container.isAtEnd { lines.append(try container.decode(String.self)) }
    change = ScopeRecording.FieldChange(field: field, lines: lines)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(change.field)
    for line in change.lines { try container.encode(line) }
  }
}

/// A place in the tree, with the last segment of its path.
struct EncodedPlace: Codable, Equatable {
  var scope: Int
  var depth: Int
  var segment: String

  init(_ place: ScopeRecording.Place) {
    (scope, depth, segment) = (place.scope, place.depth, place.location.segment)
  }
}

/// Places that take the place of others in the tree before.
struct EncodedTreeEdit: Codable {
  var start: Int
  var removed: Int
  var places: [EncodedPlace]

  /// The edit that makes one tree of another.
  ///
  /// Complexity: O(places).
  init(from old: [EncodedPlace], to new: [EncodedPlace]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    self.start = start
    removed = old.count - start - end
    places = Array(new[start..<(new.count - end)])
  }

  /// The tree after the edit; nil for an edit that is not of this tree.
  func applied(to old: [EncodedPlace]) -> [EncodedPlace]? {
    guard start >= 0, removed >= 0, start <= old.count, removed <= old.count - start else { return nil }
    return old[..<start] + places + old[(start + removed)...]
  }
}

/// A duration: whole nanoseconds as one number, others as seconds and attoseconds.
struct EncodedTime: Codable {
  let duration: Duration

  private static let nanosecond: Int64 = 1_000_000_000

  init(_ duration: Duration) { self.duration = duration }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let nanoseconds = try? container.decode(Int64.self) {
      duration = .nanoseconds(nanoseconds)
    } else {
      let parts = try container.decode([Int64].self)
      guard parts.count == 2 else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "A time is a number of nanoseconds, or a list of seconds and attoseconds."
        )
      }
      duration = Duration(secondsComponent: parts[0], attosecondsComponent: parts[1])
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let (seconds, attoseconds) = duration.components
    if attoseconds % EncodedTime.nanosecond == 0, abs(seconds) < 1_000_000 {
      try container.encode(seconds * EncodedTime.nanosecond + attoseconds / EncodedTime.nanosecond)
    } else {
      try container.encode([seconds, attoseconds])
    }
  }
}
