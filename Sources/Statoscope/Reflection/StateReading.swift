/// The state of a tree at one moment, taken apart down to the values that read as a whole.
package indirect enum StateReading {
  case text(StateText)
  case parts(Kind, [(label: String, reading: StateReading)])

  /// What a value with parts is.
  package enum Kind: Equatable {
    case fields(type: String)
    case list
    case dictionary
    /// A case of an enum that carries a scope: what changes below it has a place of its own.
    case enumCase(name: String)
  }

  /// Reads a value, and all scopes below it.
  ///
  /// Complexity: O(size of the state).
  package init(_ value: Any) {
    var ancestors: Set<ObjectIdentifier> = []
    self = StateReading.read(value, level: 0, below: &ancestors)
  }

  private static func read(_ value: Any, level: Int, below ancestors: inout Set<ObjectIdentifier>)
    -> StateReading
  {
    let reflected = ReflectedValue(value)
    guard level < StateText.deepestLevel, let (kind, parts) = reflected.stateParts else {
      return .text(StateText(value))
    }
    let object = reflected.identity
    if let object, !ancestors.insert(object).inserted {
      return .text(StateText(placeholder: "(shown above)"))
    }
    defer { if let object { ancestors.remove(object) } }
    return .parts(kind, parts.map { ($0.label, read($0.value, level: level + 1, below: &ancestors)) })
  }

  /// The reading as lines.
  package var lines: [String] {
    switch self {
    case .text(let text): return text.lines
    case .parts(let kind, let parts):
      let isLabelled =
        switch kind {
        case .fields, .dictionary: true
        case .list, .enumCase: false
        }
      let inner = parts.flatMap { part -> [String] in
        let lines = part.reading.lines
        let label = kind == .dictionary ? String(part.label.dropFirst().dropLast()) : part.label
        let first = (isLabelled ? label + ": " : "") + (lines.first ?? "")
        return ([first] + lines.dropFirst()).map { "  " + $0 }
      }
      switch kind {
      case .fields(let type): return [type] + inner
      case .enumCase(let name): return ["." + name] + inner
      case .list: return inner.isEmpty ? ["[]"] : ["["] + inner + ["]"]
      case .dictionary: return inner.isEmpty ? ["[:]"] : ["["] + inner + ["]"]
      }
    }
  }

  /// How many of some steps lead to a part: those of a key path that goes on with computed values do not.
  package func depth(of path: some Collection<String>) -> Int {
    guard case .parts(_, let parts) = self, let first = path.first,
      let part = parts.first(where: { $0.label == first })
    else {
      return 0
    }
    return 1 + part.reading.depth(of: path.dropFirst())
  }

  /// The part that some steps lead to; nil where one of them leads nowhere.
  package func part(at path: some Collection<String>) -> StateReading? {
    guard let first = path.first else { return self }
    guard case .parts(_, let parts) = self else { return nil }
    return parts.first { $0.label == first }?.reading.part(at: path.dropFirst())
  }

  /// What is different in another reading of the same tree, each difference as far down as both are alike.
  package func changes(to other: StateReading) -> [StateChange] {
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
    } else if case .text(let old) = self, case .text(let new) = other {
      if old != new { found.append(StateChange(path: path, before: old.lines, after: new.lines)) }
    } else {
      let (before, after) = (lines, other.lines)
      if before != after { found.append(StateChange(path: path, before: before, after: after)) }
    }
  }
}

/// One place in a tree whose value is another than it was.
package struct StateChange {
  /// The names of the properties on the way from the root, and the indexes between them.
  package let path: [String]
  package let before: [String]
  package let after: [String]
}

extension ReflectedValue {
  /// The parts of a value by their names; nil for one that reads as a whole, such as a number, a set or an enum.
  fileprivate var stateParts: (StateReading.Kind, [(label: String, value: Any)])? {
    guard inlineText() == nil else { return nil }
    switch kind {
    case .list: return (.list, parts.enumerated().map { ("[\($0.offset)]", $0.element.value) })
    case .dictionary: return (.dictionary, entriesByText.map { ("[\($0.key)]", $0.value) })
    case .object, .structure, .tuple:
      return (.fields(type: typeName), fields.map { ($0.label ?? "", $0.value) })
    case .enumCase:
      guard carriesScope, let payload, let name = payload.label else { return nil }
      return (.enumCase(name: name), [(name, payload.value)])
    case .absent, .string, .set, .opaque: return nil
    }
  }

  /// Whether it is a case that carries a scope and nothing else, or another such case.
  private var carriesScope: Bool {
    guard let payload else { return false }
    return payload.value is any LibraryObject || ReflectedValue(payload.value).carriesScope
  }
}
