import Statoscope

extension ScopeRecording: Codable {
  private enum CodingKeys: CodingKey {
    case version
  }

  /// Decodes a recording of ``currentVersion``, or of version 1.
  ///
  /// Complexity: O(size of the recording).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Int.self, forKey: .version) {
    case 1: self = try RecordingVersion1(from: decoder).converted().recording()
    case ScopeRecording.currentVersion: self = try EncodedRecording(from: decoder).recording()
    case let version:
      throw DecodingError.dataCorruptedError(
        forKey: .version,
        in: container,
        debugDescription: """
          The recording has version \(version) of the format, and this version of Statoscope reads 1 and \
          \(ScopeRecording.currentVersion). Read it with the version of Statoscope that wrote it.
          """
      )
    }
  }

  /// Encodes the recording, without what follows from the rest of it.
  ///
  /// Complexity: O(size of the recording).
  public func encode(to encoder: any Encoder) throws { try EncodedRecording(self).encode(to: encoder) }
}

/// A recording in version 2 of the format, which differs from the recording itself only in its trees.
///
/// Those are encoded as edits, because most of a tree stays the same, and positions follow from them: the encoded
/// recording takes space linear in its moments.
struct EncodedRecording: Codable {
  var version = ScopeRecording.currentVersion
  let root: String
  let capacity: Int
  let discarded: Int
  let scopes: [ScopeRecording.ScopeState]
  /// The tree at the beginning.
  let tree: RecordedTree
  /// The changes of the tree, by the index of the moment.
  var edits: [Int: RecordedTree.Edit] = [:]
  /// The moments without trees, and without positions that follow from the trees.
  var moments: [ScopeRecording.Moment]
}

extension EncodedRecording {
  init(_ recording: ScopeRecording) {
    self.init(
      root: recording.root,
      capacity: recording.capacity,
      discarded: recording.discarded,
      scopes: recording.scopes,
      tree: recording.treeAtStart,
      moments: recording.moments
    )
    var tree = tree
    for (index, moment) in recording.moments.enumerated() {
      let before = tree
      if let after = moment.treeAfter {
        edits[index] = after.edit(of: before)
        tree = after
        moments[index].treeAfter = nil
      }
      if moment.position == moment.position(in: before, or: tree) { moments[index].position = nil }
    }
  }

  /// Returns the recording with its trees and positions.
  func recording() throws -> ScopeRecording {
    var tree = tree
    var moments = moments
    for index in moments.indices {
      let before = tree
      if let edit = edits[index] {
        guard let after = before.applying(edit) else {
          throw DecodingError.corrupted(
            "Moment \(index) edits a tree of \(before.nodes.count) scopes beyond its end."
          )
        }
        tree = after
        moments[index].treeAfter = after
      }
      moments[index].position = moments[index].position ?? moments[index].position(in: before, or: tree)
    }
    return ScopeRecording(
      root: root,
      capacity: capacity,
      discarded: discarded,
      scopes: scopes,
      treeAtStart: self.tree,
      moments: moments
    )
  }
}

extension ScopeRecording.Moment {
  /// Returns the position of the moment's scope before it, or after it if the scope entered the tree with it.
  fileprivate func position(in before: RecordedTree, or after: RecordedTree) -> ScopeRecording.Position? {
    before.position(of: scope) ?? after.position(of: scope)
  }
}
