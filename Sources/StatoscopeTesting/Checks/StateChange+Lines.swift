import Statoscope

extension StateChange {
  /// The path as a key path in source.
  var keyPath: String {
    let steps = path.reduce("") { $1.hasPrefix("[") ? $0 + $1 : $0 + "." + $1 }
    return "\\" + (steps.isEmpty ? ".self" : steps)
  }

  /// The path as a key path in source, then the diff.
  var lines: [String] {
    let diff = before == after ? RedactedText.diff(ofSame: after) : ValueDiff(from: before, to: after).lines
    return [keyPath] + diff.map { "  " + $0 }
  }
}
