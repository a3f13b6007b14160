/// The state of each recorded scope at one moment, as the lines of its fields.
///
/// A recording holds the values that changed; the diff of a change follows from the earlier values.
struct RecordedStates {
  private var states: [Int: [[String]]]

  /// Begins with the states at the beginning of a recording.
  init(_ scopes: [ScopeRecording.ScopeState]) {
    states = Dictionary(scopes.map { ($0.id, $0.fields) }) { first, _ in first }
  }

  /// Checks whether a scope's state is known.
  func contains(_ scope: Int) -> Bool { states[scope] != nil }

  /// Adds the state of a scope that enters the tree.
  mutating func begin(_ scope: Int, with fields: [[String]]) {
    states[scope] = fields
  }

  /// Applies new values of a scope's fields.
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

  /// Returns the lines that describe a field now.
  func lines(of field: Int, in scope: Int) -> [String] { states[scope]?[field] ?? [] }

  private static func diff(from before: [String], to after: [String]) -> [String] {
    // The text of a redacted property stays the same when its value changes.
    if before == after { return RedactedText.diff(ofSame: after) }
    // Most fields have a single line.
    if before.count == 1, after.count == 1 { return ["- " + before[0], "+ " + after[0]] }
    return LineDiff(from: before, to: after, context: 0, enclosing: true).lines
  }
}
