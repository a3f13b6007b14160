import Statoscope

/// Version 2 of the format is what the compiler derives from the types, except that most moments share a tree:
/// trees are encoded as edits, and positions follow from them. So a recording takes space linear in its moments.
extension ScopeRecording: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, root, capacity, discarded, scopes, tree, edits, moments
  }

  /// Decodes a recording of ``currentVersion``, or of version 1.
  ///
  /// Complexity: O(size of the recording).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    if version == RecordingVersion1.number {
      self = try RecordingVersion1(from: decoder).recording()
      return
    }
    guard version == ScopeRecording.currentVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .version,
        in: container,
        debugDescription: """
          The recording has version \(version) of the format, and this version of Statoscope reads 1 and \
          \(ScopeRecording.currentVersion). Read it with the version of Statoscope that wrote it.
          """
      )
    }
    try self.init(
      root: container.decode(String.self, forKey: .root),
      capacity: container.decode(Int.self, forKey: .capacity),
      discarded: container.decode(Int.self, forKey: .discarded),
      scopes: container.decode([ScopeState].self, forKey: .scopes),
      treeAtStart: container.decode(RecordedTree.self, forKey: .tree),
      moments: container.decode([Moment].self, forKey: .moments),
      edits: container.decode([Int: RecordedTree.Edit].self, forKey: .edits)
    )
  }

  /// Creates a recording of moments without trees.
  ///
  /// - Parameter edits: the changes of the tree, by the index of the moment.
  init(
    root: String,
    capacity: Int,
    discarded: Int,
    scopes: [ScopeState],
    treeAtStart: RecordedTree,
    moments: [Moment],
    edits: [Int: RecordedTree.Edit]
  ) throws {
    var tree = treeAtStart
    var completed = moments
    for index in moments.indices {
      let before = tree
      if let edit = edits[index] {
        guard let after = before.applying(edit) else {
          throw DecodingError.corrupted(
            "Moment \(index) edits a tree of \(before.nodes.count) scopes beyond its end."
          )
        }
        tree = after
        completed[index].treeAfter = after
      }
      completed[index].position = moments[index].position ?? moments[index].position(in: before, or: tree)
    }
    self.init(
      root: root,
      capacity: capacity,
      discarded: discarded,
      scopes: scopes,
      treeAtStart: treeAtStart,
      moments: completed
    )
  }

  /// Encodes the recording, without what follows from the rest of it.
  ///
  /// Complexity: O(size of the recording).
  public func encode(to encoder: any Encoder) throws {
    var tree = treeAtStart
    var edits: [Int: RecordedTree.Edit] = [:]
    var shortened = moments
    for (index, moment) in moments.enumerated() {
      let before = tree
      if let after = moment.treeAfter {
        edits[index] = after.edit(of: before)
        tree = after
        shortened[index].treeAfter = nil
      }
      if moment.position == moment.position(in: before, or: tree) { shortened[index].position = nil }
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(root, forKey: .root)
    try container.encode(capacity, forKey: .capacity)
    try container.encode(discarded, forKey: .discarded)
    try container.encode(scopes, forKey: .scopes)
    try container.encode(treeAtStart, forKey: .tree)
    try container.encode(edits, forKey: .edits)
    try container.encode(shortened, forKey: .moments)
  }
}

extension ScopeRecording.Moment {
  /// Returns the position of the moment's scope before it, or after it if the scope entered the tree with it.
  fileprivate func position(in before: RecordedTree, or after: RecordedTree) -> ScopeRecording.Position? {
    before.position(of: scope) ?? after.position(of: scope)
  }
}

/// A duration, encoded as whole nanoseconds in one number, or else as seconds and attoseconds.
struct ElapsedTime: Codable, Equatable {
  let duration: Duration

  private static let attosecondsInNanosecond: Int64 = 1_000_000_000
  private static let attosecondsInSecond: UInt64 = 1_000_000_000_000_000_000

  init(_ duration: Duration) { self.duration = duration }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let nanoseconds = try? container.decode(Int64.self) {
      duration = .nanoseconds(nanoseconds)
      return
    }
    let parts = try container.decode([Int64].self)
    // Attoseconds of more than a second could carry the seconds beyond what `components` returns.
    guard parts.count == 2, parts[1].magnitude < ElapsedTime.attosecondsInSecond else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "A time is a number of nanoseconds, or a list of seconds and their attoseconds."
      )
    }
    duration = Duration(secondsComponent: parts[0], attosecondsComponent: parts[1])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let (seconds, attoseconds) = duration.components
    if attoseconds % ElapsedTime.attosecondsInNanosecond == 0, seconds.magnitude < 1_000_000 {
      try container.encode(seconds * 1_000_000_000 + attoseconds / ElapsedTime.attosecondsInNanosecond)
    } else {
      try container.encode([seconds, attoseconds])
    }
  }
}
