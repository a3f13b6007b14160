import Statoscope

/// A new value of a property: the index of the field, then the lines that describe the value.
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

/// A replacement of some places of the former tree.
struct EncodedTreeEdit: Codable {
  var start: Int
  var removed: Int
  var places: [RecordedTree.Node]

  /// Computes the edit that turns one tree into another.
  ///
  /// Complexity: O(places).
  init(from old: [RecordedTree.Node], to new: [RecordedTree.Node]) {
    start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    removed = old.count - start - end
    places = Array(new[start..<(new.count - end)])
  }

  /// Returns the tree after the edit; nil for an edit of another tree.
  func applied(to old: [RecordedTree.Node]) -> [RecordedTree.Node]? {
    guard start >= 0, removed >= 0, start <= old.count, removed <= old.count - start else { return nil }
    return old[..<start] + places + old[(start + removed)...]
  }
}

/// A duration: whole nanoseconds as one number, others as seconds and attoseconds.
struct EncodedTime: Codable {
  let duration: Duration

  // In attoseconds.
  private static let nanosecond: Int64 = 1_000_000_000
  private static let second: UInt64 = 1_000_000_000_000_000_000

  init(duration: Duration) { self.duration = duration }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let nanoseconds = try? container.decode(Int64.self) {
      duration = .nanoseconds(nanoseconds)
    } else {
      let parts = try container.decode([Int64].self)
      // Attoseconds of more than a second could carry the seconds beyond what `components` returns.
      guard parts.count == 2, parts[1].magnitude < EncodedTime.second else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "A time is a number of nanoseconds, or a list of seconds and their attoseconds."
        )
      }
      duration = Duration(secondsComponent: parts[0], attosecondsComponent: parts[1])
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let (seconds, attoseconds) = duration.components
    if attoseconds % EncodedTime.nanosecond == 0, seconds.magnitude < 1_000_000 {
      try container.encode(seconds * EncodedTime.nanosecond + attoseconds / EncodedTime.nanosecond)
    } else {
      try container.encode([seconds, attoseconds])
    }
  }
}
