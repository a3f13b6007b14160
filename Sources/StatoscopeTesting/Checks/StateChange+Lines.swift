import Statoscope

extension StateChange {
  /// The place as a key path reads in source, then the diff.
  var lines: [String] {
    let steps = path.reduce("") { $1.hasPrefix("[") ? $0 + $1 : $0 + "." + $1 }
    return ["\\" + (steps.isEmpty ? ".self" : steps)]
      + ValueDiff(from: before, to: after).lines.map { "  " + $0 }
  }
}
