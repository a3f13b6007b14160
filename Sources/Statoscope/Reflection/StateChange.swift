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

  /// The path from the root.
  package let path: [StateSegment]
  package var kind = Kind.value
  package let before: [String]
  package let after: [String]

  /// The path as a key path in source.
  package var keyPath: String { path.keyPath }

  /// Returns the lines of a value as one that is not too long.
  package static func shortText(_ lines: [String]) -> String {
    let text = lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
    return text.count > longestText ? text.prefix(longestText) + "…" : text.isEmpty ? "nothing" : text
  }

  private static var longestText: Int { 200 }

  /// The text of a part that is not there.
  fileprivate static let nothing = ["(nothing)"]
}

extension ValueNode {
  /// Returns the differences from this value to another one of the same tree, each as deep as both have a common path.
  package func changes(to other: ValueNode) -> [StateChange] {
    Difference(isOfLeaves: false).changes(from: self, to: other)
  }

  /// Returns the differences from this value to another one of the same tree, taken apart to leaves: together, they
  /// determine the other value.
  ///
  /// What came is a change of its own, and so is each leaf of it; what went is one. Both values have identities.
  package func leafChanges(to other: ValueNode) -> [StateChange] {
    Difference(isOfLeaves: true).changes(from: self, to: other)
  }
}

/// The comparison of two values, part by part.
private struct Difference {
  /// What is still to be compared.
  private enum Work {
    case pair(ValueNode, ValueNode, [StateSegment])
    /// A value that came, down to its leaves.
    case content(ValueNode, [StateSegment])
    case change(StateChange)
  }

  /// The objects that were compared with each other.
  private struct Objects: Hashable {
    let before: Int32?
    let after: Int32?
  }

  let isOfLeaves: Bool
  private var work: [Work] = []
  private var compared: Set<Objects> = []
  private var came: Set<Int32> = []

  init(isOfLeaves: Bool) {
    self.isOfLeaves = isOfLeaves
  }

  // A loop: the deepest states must be compared on a small stack.
  consuming func changes(from before: ValueNode, to after: ValueNode) -> [StateChange] {
    var found: [StateChange] = []
    work = [.pair(before, after, [])]
    while let next = work.popLast() {
      switch next {
      case .change(let change): found.append(change)
      case .content(let value, let path): work += contentOf(value, path).reversed()
      case .pair(let before, let after, let path):
        guard !before.isSamePiece(as: after), isFirst(before, after) else { continue }
        work += (isOfLeaves ? leaves(before, after, path) : parts(before, after, path)).reversed()
      }
    }
    // Which objects are one and the same is no difference of any part.
    guard found.isEmpty, !before.storesSame(as: after) else { return found }
    return [StateChange(path: [], before: before.lines, after: after.lines)]
  }

  private mutating func isFirst(_ before: ValueNode, _ after: ValueNode) -> Bool {
    guard before.section != nil || after.section != nil else { return true }
    return compared.insert(Objects(before: before.section, after: after.section)).inserted
  }

  // MARK: Common paths

  private func parts(_ before: ValueNode, _ after: ValueNode, _ path: [StateSegment]) -> [Work] {
    guard before.hasSameParts(as: after) else {
      guard !before.storesSame(as: after) else { return [] }
      return [.change(StateChange(path: path, before: before.lines, after: after.lines))]
    }
    let (old, new) = (before.parts, after.parts)
    let (names, newNames) = (before.segments(of: old), after.segments(of: new))
    guard names != newNames else {
      // By position: two classes of an object may have properties of one name.
      return names.indices.map { .pair(old[$0].node, new[$0].node, path + [names[$0]]) }
    }
    let indexes = Dictionary(zip(newNames, newNames.indices)) { first, _ in first }
    var found = names.indices.map { index -> Work in
      let (node, inner) = (old[index].node, path + [names[index]])
      if let other = indexes[names[index]] { return .pair(node, new[other].node, inner) }
      return .change(StateChange(path: inner, before: node.lines, after: StateChange.nothing))
    }
    let known = Set(names)
    for (name, part) in zip(newNames, new) where !known.contains(name) {
      let after = part.node.lines
      found.append(.change(StateChange(path: path + [name], before: StateChange.nothing, after: after)))
    }
    return found
  }

  // MARK: Leaves

  private func leaves(_ before: ValueNode, _ after: ValueNode, _ path: [StateSegment]) -> [Work] {
    func change(_ kind: StateChange.Kind) -> Work {
      .change(StateChange(path: path, kind: kind, before: before.lines, after: after.lines))
    }
    switch (before.kind, after.kind) {
    case (.absent, .absent): return []
    case (_, .absent): return [change(.presence)]
    case (.absent, _): return [change(.presence), .content(after, path)]
    case (.list, .list) where before.hasSameStart(as: after): return elements(before, after, path)
    case (.dictionary, .dictionary) where before.hasSameType(as: after): return entries(before, after, path)
    case (.fields, .fields) where before.hasSameParts(as: after),
      (.enumCase, .enumCase) where before.hasSameParts(as: after):
      let parts = after.parts
      let names = after.segments(of: parts)
      return zip(before.parts, parts).enumerated().map { index, pair in
        .pair(pair.0.node, pair.1.node, path + [names[index]])
      }
    default:
      let isCase = [before, after].contains { $0.kind == .enumCase || $0.scope != nil }
      guard isCase, after.kind != .whole else { return before.storesSame(as: after) ? [] : [change(.value)] }
      return [change(.enumCase)] + partsOf(after, path)
    }
  }

  private func elements(_ before: ValueNode, _ after: ValueNode, _ path: [StateSegment]) -> [Work] {
    if let changed = before.changedElements(to: after), let count = before.elementCount,
      let newCount = after.elementCount
    {
      // Where one came or went, all behind it have other indexes.
      let (end, newEnd) =
        count == newCount ? (changed.former.upperBound, changed.current.upperBound) : (count, newCount)
      let start = changed.former.lowerBound
      return plainElements(before.elements(in: start..<end), after.elements(in: start..<newEnd), path, start)
    }
    let (old, new) = (before.parts.map(\.node), after.parts.map(\.node))
    let (oldScopes, newScopes) = (old.map(\.memberScope), new.map(\.memberScope))
    guard (oldScopes + newScopes).contains(where: { $0 != nil }) else {
      return plainElements(old, new, path, 0)
    }
    var found: [Work] = []
    let same = zip(oldScopes, newScopes).prefix { $0 == nil && $1 == nil || $0 == $1 }.count
    if same != old.count || same != new.count {
      let kind = StateChange.Kind.members(onlyAtEnd: same == min(old.count, new.count))
      found.append(.change(StateChange(path: path, kind: kind, before: before.lines, after: after.lines)))
    }
    for (index, node) in new.enumerated() {
      let inner = path + [.element(at: index)]
      let partner: Int? =
        if let scope = newScopes[index] {
          // Most elements stay where they are.
          index < old.count && oldScopes[index] == scope ? index : oldScopes.firstIndex { $0 == scope }
        } else {
          index < old.count && oldScopes[index] == nil ? index : nil
        }
      found.append(partner.map { .pair(old[$0], node, inner) } ?? .content(node, inner))
    }
    return found
  }

  /// Compares elements of two lists from an index on.
  private func plainElements(_ old: [ValueNode], _ new: [ValueNode], _ path: [StateSegment], _ start: Int)
    -> [Work]
  {
    (0..<max(old.count, new.count)).flatMap { index -> [Work] in
      let inner = path + [.element(at: start + index)]
      if index >= new.count {
        return [.change(StateChange(path: inner, kind: .presence, before: old[index].lines, after: []))]
      }
      guard index >= old.count else { return [.pair(old[index], new[index], inner)] }
      let came = StateChange(path: inner, kind: .presence, before: [], after: new[index].lines)
      return [.change(came), .content(new[index], inner)]
    }
  }

  private func entries(_ before: ValueNode?, _ after: ValueNode, _ path: [StateSegment]) -> [Work] {
    let (old, new) = (before?.parts ?? [], after.parts)
    let (names, newNames) = (before?.segments(of: old) ?? [], after.segments(of: new))
    let indexes = Dictionary(zip(newNames, newNames.indices)) { first, _ in first }
    var found = names.indices.map { index -> Work in
      let (node, inner) = (old[index].node, path + [names[index]])
      if let other = indexes[names[index]] { return .pair(node, new[other].node, inner) }
      return .change(StateChange(path: inner, kind: .presence, before: node.lines, after: []))
    }
    let known = Set(names)
    for (name, part) in zip(newNames, new) where !known.contains(name) {
      let inner = path + [name]
      found.append(.change(StateChange(path: inner, kind: .presence, before: [], after: part.node.lines)))
      found.append(.content(part.node, inner))
    }
    return found
  }

  /// Returns the leaves of something that came.
  private mutating func contentOf(_ value: ValueNode, _ path: [StateSegment]) -> [Work] {
    func change(_ kind: StateChange.Kind) -> Work {
      .change(StateChange(path: path, kind: kind, before: [], after: value.lines))
    }
    if let section = value.section, !came.insert(section).inserted { return [] }
    switch value.kind {
    case .fields: return partsOf(value, path)
    case .enumCase: return [change(.enumCase)] + partsOf(value, path)
    case .list where value.holdsScopes:
      let came = StateChange(path: path, kind: .members(onlyAtEnd: true), before: ["[]"], after: value.lines)
      return [.change(came)]
        + value.parts.enumerated().map { .content($1.node, path + [.element(at: $0)]) }
    case .dictionary where value.holdsScopes: return entries(nil, value, path)
    case .list, .dictionary, .whole, .absent: return [change(.value)]
    }
  }

  private func partsOf(_ value: ValueNode, _ path: [StateSegment]) -> [Work] {
    let parts = value.parts
    return zip(value.segments(of: parts), parts).map { .content($1.node, path + [$0]) }
  }
}

extension ValueNode {
  fileprivate func hasSameType(as other: ValueNode) -> Bool { type.type == other.type.type }

  /// Checks whether two lists have the same type and first index: that of a slice may be another one.
  fileprivate func hasSameStart(as other: ValueNode) -> Bool {
    if case .list(let first) = content, case .list(let otherFirst) = other.content, first != otherFirst {
      return false
    }
    return hasSameType(as: other)
  }

  fileprivate func hasSameParts(as other: ValueNode) -> Bool {
    guard hasSameType(as: other) else { return false }
    switch (kind, other.kind) {
    case (.dictionary, .dictionary): return true
    case (.list, .list): return hasSameStart(as: other) && parts.count == other.parts.count
    case (.fields, .fields): return parts.count == other.parts.count
    case (.enumCase, .enumCase): return caseName == other.caseName && parts.count == other.parts.count
    default: return false
    }
  }
}

// MARK: Paths

extension ValueNode {
  /// The path segment of each part; none for a value that is compared as a whole.
  package var segments: [StateSegment] { segments(of: parts) }

  fileprivate func segments(of parts: [Part]) -> [StateSegment] {
    switch kind {
    case .whole, .absent: []
    case .fields:
      // Unlabelled elements of a tuple are called .0, .1 and so on.
      parts.map { part in
        let label = part.label ?? ""
        return .property(label.hasPrefix(".") ? String(label.dropFirst()) : label)
      }
    case .list: parts.indices.map { .element(at: $0) }
    case .dictionary: parts.map { .element($0.label ?? "") }
    case .enumCase:
      parts.enumerated().map { index, part in
        guard parts.count > 1, part.node.memberScope == nil else { return .property(caseName) }
        return .property("\(caseName)(\(part.label ?? "\(index)"))")
      }
    }
  }

  private func part(at segment: StateSegment) -> ValueNode? {
    guard kind == .list else {
      let parts = parts
      return zip(segments(of: parts), parts).first { $0.0 == segment }?.1.node
    }
    // Without a search: a list may be long.
    guard let index = segment.element.flatMap({ Int($0) }), index >= 0 else { return nil }
    if let count = elementCount { return index < count ? elements(in: index..<(index + 1)).first : nil }
    let nodes = nodes
    return index < nodes.count ? nodes[index] : nil
  }

  /// Returns the part at a path; nil where a segment leads nowhere.
  package func part(at path: some Collection<StateSegment>) -> ValueNode? {
    var value = self
    for segment in path {
      guard let part = value.part(at: segment) else { return nil }
      value = part
    }
    return value
  }
}
