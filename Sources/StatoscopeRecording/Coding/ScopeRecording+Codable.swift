// Redundant data are omitted from an encoded recording: it takes some 100 bytes per event for small states,
// and space linear in the depth of a tree.

import Statoscope

extension ScopeRecording: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, root, capacity, dropped, scopes, tree, moments
  }

  /// Decodes a recording of ``currentVersion``.
  ///
  /// Complexity: O(size of the recording).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decode(Int.self, forKey: .version)
    guard version == ScopeRecording.currentVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .version,
        in: container,
        debugDescription: """
          The recording has version \(version), and this library reads version \(ScopeRecording.currentVersion). \
          Read it with the version of Statoscope that wrote it.
          """
      )
    }
    root = try container.decode(String.self, forKey: .root)
    capacity = try container.decode(Int.self, forKey: .capacity)
    dropped = try container.decode(Int.self, forKey: .dropped)
    let scopes = try container.decode([ScopeState].self, forKey: .scopes)
    self.scopes = scopes
    let tree = try RecordedTree(container.decode([RecordedTree.Node].self, forKey: .tree))
    self.tree = tree.places
    var coder = MomentCoder(scopes, tree, dropped: dropped)
    var list = try container.nestedUnkeyedContainer(forKey: .moments)
    var moments: [Moment] = []
    while !list.isAtEnd { moments.append(try coder.decode(from: &list)) }
    self.moments = moments
  }

  /// Encodes the recording, without redundant data.
  ///
  /// Complexity: O(size of the recording).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(root, forKey: .root)
    try container.encode(capacity, forKey: .capacity)
    try container.encode(dropped, forKey: .dropped)
    try container.encode(scopes, forKey: .scopes)
    try container.encode(tree.tree.nodes, forKey: .tree)
    var coder = MomentCoder(scopes, tree.tree, dropped: dropped)
    var list = container.nestedUnkeyedContainer(forKey: .moments)
    for moment in moments { try coder.encode(moment, to: &list) }
  }
}
