/// The state of a tree at one moment, taken apart down to values without named parts.
package indirect enum StateReading {
  case text(StateText)
  case parts(Kind, [(label: String, reading: StateReading)])

  /// The kind of a value with parts.
  package enum Kind: Equatable {
    case fields(type: String)
    case list
    case dictionary
    /// An enum case that carries a scope: changes below it have paths of their own.
    case enumCase(name: String)
  }

  /// Reads a value and all scopes below it.
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

  /// Returns the number of path segments that lead to a part: a key path may continue with computed
  /// properties.
  package func depth(of path: some Collection<String>) -> Int {
    guard case .parts(_, let parts) = self, let first = path.first,
      let part = parts.first(where: { $0.label == first })
    else {
      return 0
    }
    return 1 + part.reading.depth(of: path.dropFirst())
  }

  /// Returns the part at a path; nil where a segment leads nowhere.
  package func part(at path: some Collection<String>) -> StateReading? {
    guard let first = path.first else { return self }
    guard case .parts(_, let parts) = self else { return nil }
    return parts.first { $0.label == first }?.reading.part(at: path.dropFirst())
  }

  /// Returns the differences from this reading to another one of the same tree, each as deep as both have a
  /// common path.
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

/// A place in a tree whose value has changed.
package struct StateChange {
  /// The path from the root: names of properties, and indexes between them.
  package let path: [String]
  package let before: [String]
  package let after: [String]
}

extension ReflectedValue {
  /// The parts of a value by name; nil for a value without named parts, such as a number, a set or an enum.
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

  /// Indicates whether this is a case that carries a scope only, or another such case.
  private var carriesScope: Bool {
    guard let payload else { return false }
    return payload.value is any LibraryObject || ReflectedValue(payload.value).carriesScope
  }
}
