/// The state of each recorded scope at one moment, as the lines of its fields.
///
/// A recording holds the values that changed; what the change looks like follows from those before.
struct RecordedStates {
  private var states: [Int: [[String]]]

  /// Begins with the states where a recording begins.
  init(_ scopes: [ScopeRecording.ScopeState]) {
    states = Dictionary(scopes.map { ($0.id, $0.fields) }) { first, _ in first }
  }

  /// Whether a scope's state is known.
  func contains(_ scope: Int) -> Bool { states[scope] != nil }

  /// Notes the state of a scope where it came into the tree.
  mutating func begin(_ scope: Int, with fields: [[String]]) {
    states[scope] = fields
  }

  /// Goes on to other values of a scope's fields.
  ///
  /// - Returns: the change as a diff.
  mutating func apply(_ changes: some Sequence<ScopeRecording.FieldChange>, to scope: Int) -> [String] {
    var diff: [String] = []
    for change in changes {
      guard let known = states[scope], known.indices.contains(change.field) else { continue }
      diff += RecordedStates.diff(from: known[change.field], to: change.lines)
      states[scope]?[change.field] = change.lines
    }
    return diff
  }

  /// The lines that describe a field now.
  func lines(of field: Int, in scope: Int) -> [String] { states[scope]?[field] ?? [] }

  private static func diff(from before: [String], to after: [String]) -> [String] {
    // The lines of another value of a redacted property are the same.
    if before == after { return RedactedText.diff(ofSame: after) }
    // Most fields are numbers and the like.
    if before.count == 1, after.count == 1 { return ["- " + before[0], "+ " + after[0]] }
    return LineDiff(from: before, to: after, context: 0, enclosing: true).lines
  }
}
