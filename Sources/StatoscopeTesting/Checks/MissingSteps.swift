import Statoscope

/// The steps that assert what an exhaustive plan left unasserted, ready to paste.
struct MissingSteps {
  /// The number of steps beyond which one step for all is offered.
  private static let most = 5

  /// The changes, each with its key path and its diff.
  private(set) var changes: [String] = []
  /// The steps, one for each change.
  private(set) var steps: [String] = []
  /// One step for all, with the state of the nearest scope that owns them; empty where there are few.
  private(set) var whole: [String] = []

  private let before: ValueNode
  private let after: ValueNode
  private let root: ScopeNode

  /// A part that one step asserts.
  private struct Missing {
    let path: [StateSegment]
    var kinds: [StateChange.Kind]

    var membersKind: StateChange.Kind? {
      kinds.first { if case .members = $0 { true } else { false } }
    }
  }

  /// One step.
  private struct Step {
    let source: StepSource
    /// The reason why no step compares the value with its source.
    var obstacle: String?

    init(within: [String], lines: [String]) { source = StepSource(within: within, lines: lines) }
  }

  init(for changes: [StateChange], before: ValueNode, after: ValueNode, below root: ScopeNode) {
    (self.before, self.after, self.root) = (before, after, root)
    var missing: [Missing] = []
    for change in changes {
      let path = stepPath(of: change)
      if let known = missing.firstIndex(where: { $0.path == path }) {
        missing[known].kinds.append(change.kind)
      } else {
        missing.append(Missing(path: path, kinds: [change.kind]))
      }
    }
    // What is said of a whole list or case is said of its parts.
    let wholes = missing.filter { isWholeCase($0) || isWholeList($0) }.map(\.path)
    missing.removeAll { part in wholes.contains { part.path.count > $0.count && part.path.starts(with: $0) } }
    let found = missing.map { ($0, step(for: $0, among: missing)) }
    self.changes = found.flatMap { part, step in
      lines(of: part) + (step?.obstacle.map { ["  no step compares it: " + $0] } ?? [])
    }
    steps = StepSource.lines(of: found.compactMap(\.1?.source))
    guard missing.count > MissingSteps.most else { return }
    whole = StepSource.lines(of: [textStep(of: ownerPath(of: missing.map(\.path))).source])
  }

  // MARK: Paths

  /// Returns the path of the value that one step compares: of a new value, a list of another length, or a dictionary in
  /// which several entries have changed, all of it.
  private func stepPath(of change: StateChange) -> [StateSegment] {
    var path = change.path
    let isOut = { isBesideScope(path[...$0]) || !address(Array(path[...$0])).isWhole }
    if let index = path.indices.first(where: isOut) { path.removeSubrange(index...) }
    while !path.isEmpty {
      let outer = Array(path.dropLast())
      guard let text = after.part(at: outer), text.scope == nil, !text.isCaseOfScope, !text.holdsScopes else {
        break
      }
      let old = before.part(at: outer)
      let mustCompareList =
        text.isList && (old?.elements.count != text.elements.count || holdsOptionals(outer))
      let isNew = old?.isAbsent ?? true
      guard
        mustCompareList || isEntry(outer) || isRedacted(path) || changesSeveralEntries(from: old, to: text)
          || isNew && source(of: address(outer).value) != nil
      else { break }
      path = outer
    }
    return path
  }

  /// Indicates whether a path ends at an entry of a dictionary: what is behind a key is found by its value.
  private func isEntry(_ path: [StateSegment]) -> Bool {
    path.last?.element != nil && after.part(at: path.dropLast())?.isList == false
  }

  /// Indicates whether a path ends at a redacted value, to which a key path leads only in a class.
  private func isRedacted(_ path: [StateSegment]) -> Bool { after.part(at: path)?.isRedacted == true }

  /// Indicates whether several entries of a dictionary have changed: equal ones could not be told apart.
  private func changesSeveralEntries(from old: ValueNode?, to new: ValueNode) -> Bool {
    guard let old, new.isDictionary else { return false }
    return Set(old.segments).union(new.segments).count { old.part(at: [$0]) != new.part(at: [$0]) } > 1
  }

  /// Indicates whether a path ends at a value beside the scope of a case, where no key path leads.
  private func isBesideScope(_ path: ArraySlice<StateSegment>) -> Bool {
    after.part(at: path.dropLast())?.isCaseOfScope == true && after.part(at: path)?.isMember == false
  }

  /// Indicates whether only the text of a list says which scopes it holds.
  private func isWholeList(_ part: Missing) -> Bool { part.membersKind != nil && membersStep(part) == nil }

  /// Indicates whether one step asserts a case with all its values: others than its scope have changed.
  private func isWholeCase(_ part: Missing) -> Bool {
    part.kinds.contains(.value) && after.part(at: part.path)?.isCaseOfScope == true
  }

  /// Indicates whether the elements of a list are optional: a key path to one cannot tell nil from a missing element.
  private func holdsOptionals(_ path: [StateSegment]) -> Bool {
    guard let list = address(path).value, let first = ReflectedValue(list).parts.first else { return false }
    return Mirror(reflecting: first.value).displayStyle == .optional
  }

  private func ownerPath(of paths: [[StateSegment]]) -> [StateSegment] {
    var owner = paths.first ?? []
    while !owner.isEmpty {
      if after.part(at: owner)?.scope != nil, paths.allSatisfy({ $0.starts(with: owner) }) { break }
      owner.removeLast()
    }
    return owner
  }

  private func address(_ path: [StateSegment]) -> PartAddress { PartAddress(path, below: root) }

  // MARK: Changes

  private func lines(of part: Missing) -> [String] {
    let (old, new) = (before.part(at: part.path), after.part(at: part.path))
    var newLines = new?.lines ?? []
    // The parts of a scope that came have lines of their own.
    if new?.scope != nil || new?.isCaseOfScope == true, !isWholeCase(part) {
      newLines = Array(newLines.prefix(1))
    }
    let oldLines = old?.lines ?? []
    let diff =
      oldLines == newLines
      ? RedactedText.diff(ofSame: newLines) : ValueDiff(from: oldLines, to: newLines).lines
    let address = address(part.path)
    return [address.text] + diff.map { "  " + $0 }
  }

  // MARK: Steps

  /// Returns the step for a part; nil if that of another part includes it.
  private func step(for part: Missing, among all: [Missing]) -> Step? {
    if part.membersKind != nil { return membersStep(part) ?? textStep(of: part.path) }
    let address = address(part.path)
    guard let text = after.part(at: part.path), !text.isAbsent else { return address.step("_Nil(", ")") }
    guard !isWholeCase(part) else { return textStep(of: part.path) }
    if text.scope != nil || text.isCaseOfScope {
      let isIncluded = all.contains { other in
        other.path.count > part.path.count && other.path.starts(with: part.path)
          && (text.isCaseOfScope || after.part(at: other.path)?.isAbsent == false)
      }
      guard !isIncluded else { return nil }
      return part.kinds.contains(.enumCase) ? textStep(of: part.path) : address.step("_NotNil(", ")")
    }
    if let statement = listChange(at: part.path, address) {
      return address.step("(", ", changes: { \(statement) })")
    }
    if let source = source(of: address.value) { return address.step("(", ", equals: \(source))") }
    guard !RedactedText.isIn(text.lines) else {
      return address.step("(", ", equals: /* the new value, which is redacted */)")
    }
    var step = textStep(of: part.path)
    step.obstacle = address.value.flatMap { SwiftSource.obstacle(toComparing: $0) }
    return step
  }

  /// Returns the step that says which scopes a list holds; nil where only its text says so.
  private func membersStep(_ part: Missing) -> Step? {
    guard let new = after.part(at: part.path) else { return nil }
    let address = address(part.path)
    let indexes = before.part(at: part.path)?.indexes(of: new) ?? new.elements.map { _ in Int?.none }
    let oldCount = before.part(at: part.path)?.elements.count ?? 0
    let known = indexes.compactMap(\.self)
    guard known.count == indexes.count, !address.isOptional else { return nil }
    let isInOrder = zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
    let gone = (0..<oldCount).filter { !known.contains($0) }.reversed()
    let statement =
      known.isEmpty
      ? "$0.removeAll()"
      : isInOrder
        ? gone.map { "$0.remove(at: \($0))" }.joined(separator: "; ")
        : "$0 = [\(known.map { "$0[\($0)]" }.joined(separator: ", "))]"
    return address.step("(", ", changes: { \(statement) })")
  }

  /// Returns the statement that makes the change of a list of plain values, where it is one.
  private func listChange(at path: [StateSegment], _ address: PartAddress) -> String? {
    guard let old = before.part(at: path), let new = after.part(at: path), old.isList, new.isList,
      !old.elements.isEmpty, !new.elements.isEmpty, !address.isOptional, let list = address.value,
      SwiftSource.equalsItself(list)
    else { return nil }
    let (oldTexts, newTexts) = (old.elements, new.elements)
    let same = zip(oldTexts, newTexts).prefix { $0 == $1 }.count
    if oldTexts.count == newTexts.count + 1,
      oldTexts.dropFirst(same + 1).elementsEqual(newTexts.dropFirst(same))
    {
      return "$0.remove(at: \(same))"
    }
    guard newTexts.count == oldTexts.count + 1,
      newTexts.dropFirst(same + 1).elementsEqual(oldTexts.dropFirst(same)),
      let source = source(of: ReflectedValue(list).parts[same].value)
    else { return nil }
    return same == oldTexts.count ? "$0.append(\(source))" : "$0.insert(\(source), at: \(same))"
  }

  private func textStep(of path: [StateSegment]) -> Step {
    let address = address(path)
    let lines = ValueNode(address.value ?? root, objects: .withActivity).lines
    let literal = MissingSteps.literal(lines)
    let opening = (address.keyPath.map { $0 + ", " } ?? "") + "shows: "
    return Step(
      within: address.within,
      lines: [".THEN(\(opening)\(literal[0])"] + literal.dropFirst().dropLast()
        + [literal[literal.count - 1] + ")"]
    )
  }

  /// Returns a literal of several lines, which withholds nothing of them.
  static func literal(_ lines: [String]) -> [String] {
    var marks = ""
    while lines.contains(where: { $0.contains("\"\"\"" + marks) || $0.contains("\\" + marks) }) {
      marks += "#"
    }
    return ["\(marks)\"\"\""] + lines + ["\"\"\"\(marks)"]
  }

  /// Returns the source of a value that can be compared; nil if it has none.
  private func source(of value: Any?) -> String? {
    guard let value, SwiftSource.obstacle(toComparing: value) == nil else { return nil }
    return SwiftSource(shorthandOf: value).description
  }
}

extension MissingSteps {
  /// The address of a part in the steps of a plan: a key path, and a `WITH` for each case that carries a scope.
  private struct PartAddress {
    private(set) var within: [String] = []
    /// The key path from the last case, or from the root, without its beginning.
    private var path = ""
    /// Indicates whether the key path leads to an optional.
    private(set) var isOptional = false
    /// The value; nil where the path leads nowhere now.
    private(set) var value: Any?
    /// Indicates whether each key has source.
    private(set) var isWhole = true
    /// Indicates whether the key path leads to an entry of a dictionary.
    private var isEntry = false

    init(_ path: [StateSegment], below root: ScopeNode) {
      value = root
      for segment in path { enter(segment) }
    }

    /// The key path; nil for the scope itself.
    var keyPath: String? { path.isEmpty ? nil : "\\" + path }

    /// The key path for people.
    var text: String { (keyPath ?? "\\.self") + within.map { " in WITH(\($0))" }.joined() }

    private mutating func enter(_ segment: StateSegment) {
      let reflected = value.map(ReflectedValue.init)
      if isEntry, reflected?.value is ScopeNode {
        within.append("\\\(path)")
        (path, isOptional) = ("", false)
      }
      isEntry = reflected?.kind == .dictionary
      switch reflected?.kind {
      case .enumCase:
        enterCase(reflected?.payload?.value)
      case .list:
        let index = segment.element.flatMap { Int($0) } ?? 0
        let parts = reflected?.parts ?? []
        append("[ifThere: \(index)]", isOptional: true)
        value = parts.indices.contains(index) ? parts[index].value : nil
      case .dictionary:
        let entry = reflected?.entries.first {
          ValueNode($0.key).lines.joined(separator: " ") == segment.element
        }
        let key = entry.map { SwiftSource(shorthandOf: $0.key) }
        isWhole = isWhole && key?.isWhole ?? true
        append(key.map { "[\($0.description)]" } ?? segment.text, isOptional: true)
        value = entry?.value
      default:
        value = reflected?.fields.first { $0.label == segment.property || $0.label == segment.text }?.value
        append(
          segment.text,
          isOptional: value.map { Mirror(reflecting: $0).displayStyle == .optional } ?? true
        )
      }
    }

    private mutating func enterCase(_ payload: Any?) {
      let parts = payload.map { ReflectedValue($0).parts.map(\.value) } ?? []
      value =
        payload is ScopeNode || payload is any ScopeEnum
        ? payload : parts.first { $0 is ScopeNode } ?? payload
      guard let scope = value as? ScopeNode else { return }
      within.append("\\\(path), as: \(typeName(type(of: scope))).self")
      (path, isOptional) = ("", false)
    }

    private mutating func append(_ text: String, isOptional: Bool) {
      path += (self.isOptional ? "?" : "") + text
      self.isOptional = isOptional
    }

    /// Returns a `THEN` with what stands before and after its key path.
    func step(_ start: String, _ end: String) -> Step {
      Step(within: within, lines: [".THEN\(start)\(keyPath ?? "\\.self")\(end)"])
    }
  }
}
