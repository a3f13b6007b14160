import Statoscope

/// The state of a tree at one moment, taken apart down to the values that read as a whole.
indirect enum StateReading {
  case text([String])
  case parts(StateText.Parts.Kind, [(label: String, reading: StateReading)])

  /// Reads a value, and all scopes below it.
  ///
  /// Complexity: O(size of the state).
  init(_ value: Any) {
    var ancestors: Set<ObjectIdentifier> = []
    self = StateReading.read(value, level: 0, below: &ancestors)
  }

  private static func read(_ value: Any, level: Int, below ancestors: inout Set<ObjectIdentifier>)
    -> StateReading
  {
    guard level < StateText.deepestLevel, let parts = StateText.parts(of: value) else {
      return .text(StateText(value).lines)
    }
    if let object = parts.object, !ancestors.insert(object).inserted { return .text(["(shown above)"]) }
    defer { if let object = parts.object { ancestors.remove(object) } }
    return .parts(
      parts.kind,
      parts.parts.map { ($0.label, read($0.value, level: level + 1, below: &ancestors)) }
    )
  }

  /// The reading as lines.
  var lines: [String] {
    switch self {
    case .text(let lines): return lines
    case .parts(let kind, let parts):
      let isLabelled = kind != .list
      let inner = parts.flatMap { part -> [String] in
        let lines = part.reading.lines
        let label = kind == .dictionary ? String(part.label.dropFirst().dropLast()) : part.label
        let first = (isLabelled ? label + ": " : "") + (lines.first ?? "")
        return ([first] + lines.dropFirst()).map { "  " + $0 }
      }
      switch kind {
      case .fields(let type): return [type] + inner
      case .list: return inner.isEmpty ? ["[]"] : ["["] + inner + ["]"]
      case .dictionary: return inner.isEmpty ? ["[:]"] : ["["] + inner + ["]"]
      }
    }
  }

  /// How many of some steps lead to a part: those of a key path that goes on with computed values do not.
  func depth(of path: some Collection<String>) -> Int {
    guard case .parts(_, let parts) = self, let first = path.first,
      let part = parts.first(where: { $0.label == first })
    else {
      return 0
    }
    return 1 + part.reading.depth(of: path.dropFirst())
  }

  /// What is different in another reading of the same tree, each difference as far down as both are alike.
  func changes(to other: StateReading) -> [StateChange] {
    var found: [StateChange] = []
    collectChanges(to: other, at: [], into: &found)
    return found
  }

  private func collectChanges(to other: StateReading, at path: [String], into found: inout [StateChange]) {
    if case .parts(let kind, let old) = self, case .parts(let otherKind, let new) = other, kind == otherKind,
      kind == .dictionary || old.count == new.count
    {
      let newParts = Dictionary(new.map { ($0.label, $0.reading) }, uniquingKeysWith: { first, _ in first })
      let oldLabels = Set(old.map(\.label))
      for part in old {
        let path = path + [part.label]
        if let reading = newParts[part.label] {
          part.reading.collectChanges(to: reading, at: path, into: &found)
        } else {
          found.append(StateChange(path: path, before: part.reading.lines, after: ["(nothing)"]))
        }
      }
      for part in new where !oldLabels.contains(part.label) {
        let change = StateChange(path: path + [part.label], before: ["(nothing)"], after: part.reading.lines)
        found.append(change)
      }
    } else {
      let (before, after) = (lines, other.lines)
      if before != after { found.append(StateChange(path: path, before: before, after: after)) }
    }
  }
}

/// One place in a tree whose value is another than it was.
struct StateChange {
  /// The names of the properties on the way from the root, and the indexes between them.
  let path: [String]
  let before: [String]
  let after: [String]

  /// The place as a key path reads in source, then the diff.
  var lines: [String] {
    let steps = path.reduce("") { $1.hasPrefix("[") ? $0 + $1 : $0 + "." + $1 }
    return ["\\" + (steps.isEmpty ? ".self" : steps)]
      + ValueDiff(from: before, to: after).lines.map { "  " + $0 }
  }
}
