/// A part of a state whose text has changed.
package struct StateChange {
  /// The path from the root: names of properties, and indexes between them.
  package let path: [String]
  package let before: [String]
  package let after: [String]
}

extension StateText {
  /// Returns the differences from this text to another one of the same tree, each as deep as both have a
  /// common path.
  package func changes(to other: StateText) -> [StateChange] {
    var found: [StateChange] = []
    collectChanges(to: other, at: [], into: &found)
    return found
  }

  private func collectChanges(to other: StateText, at path: [String], into found: inout [StateChange]) {
    guard hasSameParts(as: other) else {
      // A redacted value has the same lines before and after a change.
      let isRedacted = kind == .whole && other.kind == .whole && self != other
      let (before, after) = (lines, other.lines)
      if isRedacted || before != after {
        found.append(StateChange(path: path, before: before, after: after))
      }
      return
    }
    let (names, otherNames) = (segments, other.segments)
    let otherTexts = Dictionary(zip(otherNames, other.parts.map(\.text))) { first, _ in first }
    for (name, part) in zip(names, parts) {
      if let text = otherTexts[name] {
        part.text.collectChanges(to: text, at: path + [name], into: &found)
      } else {
        let before = part.text.lines
        found.append(StateChange(path: path + [name], before: before, after: StateChange.nothing))
      }
    }
    let known = Set(names)
    for (name, part) in zip(otherNames, other.parts) where !known.contains(name) {
      let after = part.text.lines
      found.append(StateChange(path: path + [name], before: StateChange.nothing, after: after))
    }
  }

  private func hasSameParts(as other: StateText) -> Bool {
    switch (kind, other.kind) {
    case (.dictionary, .dictionary): true
    case (.list, .list), (.fields, .fields), (.enumCase, .enumCase):
      parts.count == other.parts.count && (kind == .list || opening == other.opening)
    default: false
    }
  }

  /// The path segment of each part; none for a value that is compared as a whole.
  private var segments: [String] { kind == .whole ? [] : parts.indices.map(segment) }

  private func segment(at index: Int) -> String {
    switch kind {
    case .whole, .fields: parts[index].label ?? ""
    case .list: "[\(index)]"
    case .dictionary: "[\(parts[index].label ?? "")]"
    case .enumCase: String(opening[0].dropFirst())
    }
  }

  private func index(of segment: String) -> Int? {
    switch kind {
    case .whole: return nil
    case .list:
      // Without a search: a list may be long.
      let index = Int(segment.dropFirst().dropLast())
      return index.flatMap { parts.indices.contains($0) && segment == self.segment(at: $0) ? $0 : nil }
    case .fields, .dictionary, .enumCase: return parts.indices.first { self.segment(at: $0) == segment }
    }
  }

  /// Returns the number of path segments that lead to a part: a key path may continue with computed
  /// properties.
  package func depth(of path: some Collection<String>) -> Int {
    guard let first = path.first, let index = index(of: first) else { return 0 }
    return 1 + parts[index].text.depth(of: path.dropFirst())
  }

  /// Returns the part at a path; nil where a segment leads nowhere.
  package func part(at path: some Collection<String>) -> StateText? {
    guard let first = path.first else { return self }
    return index(of: first).flatMap { parts[$0].text.part(at: path.dropFirst()) }
  }

  /// The names of the stored properties; nil for a value without any.
  package var fieldNames: [String]? { kind == .fields ? segments : nil }
}

extension StateChange {
  /// The text of a part that is not there.
  fileprivate static let nothing = ["(nothing)"]
}
