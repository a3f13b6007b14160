import Statoscope

extension ScopeRecording: Codable {
  private enum CodingKeys: CodingKey {
    case version
    case root
    case capacity
    case discarded
    case unseen
    case scopes
    case moments
  }

  /// Decodes a recording of ``currentVersion``.
  ///
  /// Complexity: O(size of the recording).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == ScopeRecording.currentVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .version,
        in: container,
        debugDescription: """
          The recording has version \(version) of the format, and this version of Statoscope reads \
          \(ScopeRecording.currentVersion). Read it with the version of Statoscope that wrote it.
          """
      )
    }
    root = try container.decode(String.self, forKey: .root)
    capacity = try container.decode(Int.self, forKey: .capacity)
    discarded = try container.decode(Int.self, forKey: .discarded)
    unseen = try container.decode([String].self, forKey: .unseen)
    scopes = try container.decode([ScopeState].self, forKey: .scopes)
    var replay = Replay(scopes)
    moments = try container.decode([Moment].self, forKey: .moments).map { moment in
      if let step = replay.step(moment) { return moment.completed(by: step) }
      throw DecodingError.dataCorruptedError(
        forKey: .moments,
        in: container,
        debugDescription: "Moment \(moment.number) edits what the moments before it have not left there."
      )
    }
  }

  /// Encodes the recording, without the key paths and the diffs, which follow from its edits.
  ///
  /// Complexity: O(size of the recording).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(root, forKey: .root)
    try container.encode(capacity, forKey: .capacity)
    try container.encode(discarded, forKey: .discarded)
    try container.encode(unseen, forKey: .unseen)
    try container.encode(scopes, forKey: .scopes)
    try container.encode(moments.map { $0.completed(by: nil) }, forKey: .moments)
  }
}
