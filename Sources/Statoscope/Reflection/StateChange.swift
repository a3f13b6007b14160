/// A part of a state that has changed.
package struct StateChange {
  /// The way in which a part has changed.
  package enum Kind: Equatable {
    /// Another value.
    case value
    /// An optional became nil, or got a value; an element or an entry came or went.
    case presence
    /// Another case of an enum that carries a scope.
    case enumCase
    /// A list holds other scopes, or holds them in another order.
    case members(onlyAtEnd: Bool)
  }

  /// The path from the root: names of properties, and indexes between them.
  package let path: [String]
  package var kind = Kind.value
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
    guard names != otherNames else {
      // By position: two classes of an object may have properties of one name.
      for (name, pair) in zip(names, zip(parts, other.parts)) {
        pair.0.text.collectChanges(to: pair.1.text, at: path + [name], into: &found)
      }
      return
    }
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
}

extension StateChange {
  /// The text of a part that is not there.
  fileprivate static let nothing = ["(nothing)"]
}

// MARK: Leaves

extension StateText {
  /// Returns the differences from this text to another one of the same tree, taken apart to leaves: together, they
  /// determine the other text.
  ///
  /// What came is a change of its own, and so is each leaf of it; what went is one. Both texts have identities.
  package func leafChanges(to other: StateText) -> [StateChange] {
    var found: [StateChange] = []
    collectLeaves(to: other, at: [], into: &found)
    return found
  }

  private func collectLeaves(to other: StateText, at path: [String], into found: inout [StateChange]) {
    func add(_ kind: StateChange.Kind) {
      found.append(StateChange(path: path, kind: kind, before: lines, after: other.lines))
    }
    switch (kind, other.kind) {
    case (.absent, .absent):
      return
    case (_, .absent):
      add(.presence)
    case (.absent, _):
      add(.presence)
      other.collectContent(at: path, into: &found)
    case (.list, .list):
      collectElements(to: other, at: path, into: &found)
    case (.dictionary, .dictionary):
      collectEntries(to: other, at: path, into: &found)
    case (.fields, .fields) where hasSameParts(as: other),
      (.enumCase, .enumCase) where hasSameParts(as: other):
      for (index, part) in parts.enumerated() {
        part.text.collectLeaves(to: other.parts[index].text, at: path + [segment(at: index)], into: &found)
      }
    default:
      let isCase = [self, other].contains { $0.kind == .enumCase || $0.scope != nil }
      guard isCase, other.kind != .whole else { return self == other ? () : add(.value) }
      add(.enumCase)
      other.collectParts(at: path, into: &found)
    }
  }

  private func collectElements(to other: StateText, at path: [String], into found: inout [StateChange]) {
    guard holdsScopes || other.holdsScopes else {
      return collectPlainElements(to: other, at: path, into: &found)
    }
    let same = zip(parts, other.parts).prefix { $0.text.isSameMember(as: $1.text) }.count
    let isEqual = same == parts.count && same == other.parts.count
    if !isEqual {
      let kind = StateChange.Kind.members(onlyAtEnd: same == min(parts.count, other.parts.count))
      found.append(StateChange(path: path, kind: kind, before: lines, after: other.lines))
    }
    for (index, part) in other.parts.enumerated() {
      let inner = path + [other.segment(at: index)]
      if let partner = partner(of: part.text, at: index) {
        partner.collectLeaves(to: part.text, at: inner, into: &found)
      } else {
        part.text.collectContent(at: inner, into: &found)
      }
    }
  }

  private func collectPlainElements(to other: StateText, at path: [String], into found: inout [StateChange]) {
    for index in 0..<max(parts.count, other.parts.count) {
      let inner = path + ["[\(index)]"]
      if index >= other.parts.count {
        let before = parts[index].text.lines
        found.append(StateChange(path: inner, kind: .presence, before: before, after: []))
      } else if index >= parts.count {
        let came = other.parts[index].text
        found.append(StateChange(path: inner, kind: .presence, before: [], after: came.lines))
        came.collectContent(at: inner, into: &found)
      } else {
        parts[index].text.collectLeaves(to: other.parts[index].text, at: inner, into: &found)
      }
    }
  }

  private func collectEntries(to other: StateText, at path: [String], into found: inout [StateChange]) {
    let (names, otherNames) = (segments, other.segments)
    let otherTexts = Dictionary(zip(otherNames, other.parts.map(\.text))) { first, _ in first }
    for (name, part) in zip(names, parts) {
      if let text = otherTexts[name] {
        part.text.collectLeaves(to: text, at: path + [name], into: &found)
      } else {
        found.append(
          StateChange(path: path + [name], kind: .presence, before: part.text.lines, after: [])
        )
      }
    }
    let known = Set(names)
    for (name, part) in zip(otherNames, other.parts) where !known.contains(name) {
      let inner = path + [name]
      found.append(StateChange(path: inner, kind: .presence, before: [], after: part.text.lines))
      part.text.collectContent(at: inner, into: &found)
    }
  }

  /// Adds the leaves of something that came.
  private func collectContent(at path: [String], into found: inout [StateChange]) {
    func add(_ kind: StateChange.Kind) {
      found.append(StateChange(path: path, kind: kind, before: [], after: lines))
    }
    switch kind {
    case .fields, .enumCase:
      if kind == .enumCase { add(.enumCase) }
      collectParts(at: path, into: &found)
    case .list where holdsScopes:
      StateText.emptyList.collectElements(to: self, at: path, into: &found)
    case .dictionary where holdsScopes:
      StateText.emptyList.collectEntries(to: self, at: path, into: &found)
    case .list, .dictionary, .whole, .absent:
      add(.value)
    }
  }

  private func collectParts(at path: [String], into found: inout [StateChange]) {
    for (index, part) in parts.enumerated() {
      part.text.collectContent(at: path + [segment(at: index)], into: &found)
    }
  }

  private static var emptyList: StateText { StateText([Int](), objects: .withIdentity) }

  /// Returns the element of this list that an element of another list continues; nil for one that came.
  private func partner(of other: StateText, at index: Int) -> StateText? {
    let isHere = parts.indices.contains(index)
    guard let scope = other.memberScope else {
      return isHere && parts[index].text.memberScope == nil ? parts[index].text : nil
    }
    // Most elements stay where they are.
    if isHere, parts[index].text.memberScope == scope { return parts[index].text }
    return parts.first { $0.text.memberScope == scope }?.text
  }

  private func isSameMember(as other: StateText) -> Bool {
    memberScope == nil && other.memberScope == nil || memberScope == other.memberScope
  }

  /// The scope that this is, or that it carries as a case.
  private var memberScope: ScopeIdentity? {
    scope ?? (kind == .enumCase ? parts.lazy.compactMap(\.text.memberScope).first : nil)
  }

  /// Indicates whether a list or a dictionary holds scopes.
  package var holdsScopes: Bool { parts.contains { $0.text.memberScope != nil } }

  /// Returns the index in this list of each element of another one; nil for an element that came.
  package func indexes(of other: StateText) -> [Int?] {
    other.parts.map { part in
      part.text.memberScope.flatMap { scope in parts.firstIndex { $0.text.memberScope == scope } }
    }
  }

  /// Indicates whether a scope is in the value, in a text with identities.
  package var containsScope: Bool { scope != nil || parts.contains { $0.text.containsScope } }

  /// The scopes in the value, in a text with identities.
  package var scopes: [ScopeIdentity] { (scope.map { [$0] } ?? []) + parts.flatMap(\.text.scopes) }

  /// The texts of the parts.
  package var elements: [StateText] { parts.map(\.text) }
}

// MARK: Paths

extension StateText {
  /// The path segment of each part; none for a value that is compared as a whole.
  private var segments: [String] { kind == .whole || kind == .absent ? [] : parts.indices.map(segment) }

  private func segment(at index: Int) -> String {
    switch kind {
    case .whole, .absent, .fields:
      // Unlabelled elements of a tuple are called .0, .1 and so on.
      let label = parts[index].label ?? ""
      return label.hasPrefix(".") ? String(label.dropFirst()) : label
    case .list: return "[\(index)]"
    case .dictionary: return "[\(parts[index].label ?? "")]"
    case .enumCase:
      let name = String(opening[0].dropFirst())
      guard parts.count > 1, parts[index].text.memberScope == nil else { return name }
      return "\(name)(\(parts[index].label ?? "\(index)"))"
    }
  }

  private func index(of segment: String) -> Int? {
    switch kind {
    case .whole, .absent: return nil
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

  /// The paths to all parts, below a path.
  package func paths(below path: [String]) -> [[String]] {
    segments.enumerated().flatMap { index, segment -> [[String]] in
      let inner = path + [segment]
      return [inner] + parts[index].text.paths(below: inner)
    }
  }

  /// The names of the stored properties; nil for a value without any.
  package var fieldNames: [String]? { kind == .fields ? segments : nil }

  /// Indicates whether it is an optional without a value.
  package var isAbsent: Bool { kind == .absent }

  /// Indicates whether it is a list.
  package var isList: Bool { kind == .list }

  /// Indicates whether it is a scope, or a case that carries one, in a text with identities.
  package var isMember: Bool { memberScope != nil }

  /// Indicates whether it is a case that carries a scope.
  package var isCaseOfScope: Bool { kind == .enumCase }
}
