/// The address of each scope of a recording, for the steps of a flow test.
struct RecordedAddresses {
  private let types: [Int: String]
  private var tree: [ScopeRecording.Place]
  /// The type of the scope at each path of the current tree; nil until it is needed.
  private var typesByPath: [String: String]?

  init(in recording: ScopeRecording) {
    types = Dictionary(recording.scopes.map { ($0.id, $0.type) }) { first, _ in first }
    tree = recording.tree
  }

  /// Moves on to the state after a moment.
  mutating func follow(_ moment: ScopeRecording.Moment) {
    guard let next = moment.tree else { return }
    tree = next
    typesByPath = nil
  }

  /// Returns the address of the scope of a moment in the current tree.
  ///
  /// Complexity: O(depth), and O(tree) once in each tree in which a scope is in a case of a ``ScopeEnum``.
  mutating func address(of moment: ScopeRecording.Moment) -> ScopeAddress {
    let path = moment.path
    guard path != "\\.self" else { return ScopeAddress([]) }
    var steps: [(step: String, type: String)] = []
    var start = path.index(path.startIndex, offsetBy: 2)
    let ends = path[start...].topLevelDots + [path.endIndex]
    // Without a dot there is no case.
    guard ends.count > 1 else { return ScopeAddress([(String(path[start...]), moment.type)]) }
    let typesByPath = typesOfPresentTree()
    for end in ends {
      guard let type = typesByPath[String(path[..<end]).withoutLastQuestionMark] else { continue }
      steps.append((String(path[start..<end]), type))
      start = end < path.endIndex ? path.index(after: end) : end
    }
    return ScopeAddress(steps)
  }

  private mutating func typesOfPresentTree() -> [String: String] {
    if let typesByPath { return typesByPath }
    let found = Dictionary(tree.map { ($0.path, types[$0.scope] ?? "") }) { first, _ in first }
    typesByPath = found
    return found
  }
}
