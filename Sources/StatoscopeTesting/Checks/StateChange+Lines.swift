import Statoscope

extension StateChange {
  /// The path as a key path in source, then the diff.
  var lines: [String] {
    let steps = path.reduce("") { $1.hasPrefix("[") ? $0 + $1 : $0 + "." + $1 }
    let diff = before == after ? RedactedText.diff(ofSame: after) : ValueDiff(from: before, to: after).lines
    return ["\\" + (steps.isEmpty ? ".self" : steps)] + diff.map { "  " + $0 }
  }
}
