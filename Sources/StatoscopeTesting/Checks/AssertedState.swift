import Statoscope

/// The state that a step asserts: what its value determines, and nothing more.
struct AssertedState {
  /// What the step knows of the value.
  enum Extent {
    /// The value itself; of scopes in it, which they are.
    case value
    /// The value itself; of scopes in it, which they are, and the state of those that are new.
    case changedValue
    /// That the value is there.
    case presence
    /// The text of the value, and of all that is below it.
    case text
    /// What a closure reads of it.
    case closure(ClosureNames)
  }

  private let extent: Extent
  /// The path from the root to the scope that the step addresses.
  private let scopePath: [String]
  /// The path from there to the value; nil when it is not known.
  private let valuePath: [String]?
  /// The text of the value, to identify it when its path contains a computed property or a variable.
  private let value: StateText

  init(_ extent: Extent, at keyPath: AnyKeyPath, of scope: ScopeNode, value: Any, call: StepCall) {
    self.extent = extent
    scopePath = KeyPathText.segments(to: scope)
    valuePath = KeyPathText(keyPath, in: call).segments
    self.value = StateText(value)
  }

  /// Indicates whether a closure reads it.
  var isClosure: Bool { if case .closure = extent { true } else { false } }

  /// Creates the state that a closure reads of a whole scope.
  init(_ closure: ClosureNames, of scope: ScopeNode) {
    (extent, scopePath, valuePath) = (.closure(closure), KeyPathText.segments(to: scope), [])
    value = StateText(0)
  }

  /// Returns a check whether the step asserts a change.
  ///
  /// - Parameters:
  ///   - before: the state before the changes, with identities.
  ///   - after: the state that the step read, with identities.
  func coverage(before: StateText, after: StateText) -> (_ change: StateChange) -> Bool {
    guard let path = path(before: before, after: after) else { return { _ in false } }
    let isCount = path.last == "count" && after.depth(of: path) < path.count
    let target = isCount ? Array(path.dropLast()) : path
    return { change in
      if change.path.count < target.count, target.starts(with: change.path) {
        return isOnWay(to: change)
      }
      guard change.path.starts(with: target) else { return false }
      if isCount { return change.path == target && countDetermines(change, in: after) }
      return asserts(change, below: target, before: before, after: after)
    }
  }

  /// Checks whether the number of elements determines a change of a list of scopes, or a new list without elements.
  private func countDetermines(_ change: StateChange, in after: StateText) -> Bool {
    change.kind == .members(onlyAtEnd: true)
      || change.kind == .value && after.part(at: change.path)?.elements.isEmpty == true
  }

  /// Checks whether a change on the path to the value is that something is there, which the value needs.
  private func isOnWay(to change: StateChange) -> Bool {
    guard change.kind == .presence || change.kind == .enumCase else { return false }
    return change.path.count <= scopePath.count || !value.isAbsent
  }

  private func asserts(
    _ change: StateChange,
    below path: [String],
    before: StateText,
    after: StateText
  ) -> Bool {
    switch extent {
    case .presence:
      return change.path == path && change.kind == .presence
    case .text:
      return after.part(at: change.path)?.isRedacted != true
    case .closure(let names):
      return names.reads(change, below: path, in: after)
    case .value, .changedValue:
      // A scope in it is compared by identity.
      return (path.count..<max(path.count, change.path.count)).allSatisfy {
        guard let scope = after.part(at: change.path[..<$0])?.scope else { return true }
        guard case .changedValue = extent else { return false }
        return !before.scopes.contains(scope)
      }
    }
  }

  // MARK: The path

  /// Returns the path from the root to the stored part that the value is, or to the count of a list of scopes; nil
  /// for a value that is computed.
  private func path(before: StateText, after: StateText) -> [String]? {
    guard let valuePath else { return onlyPath(in: after, below: scopePath) { _ in true } }
    let path = scopePath + valuePath
    let depth = after.depth(of: path)
    if depth == path.count { return path }
    guard depth >= scopePath.count, let first = path.dropFirst(depth).first else { return nil }
    let known = Array(path[..<depth])
    if depth == path.count - 1 {
      // An entry or an element that went.
      if first.hasPrefix("["), value.isAbsent, before.depth(of: path) == path.count { return path }
      if first == "count", after.part(at: known)?.isList == true { return path }
    }
    let rest = path.dropFirst(depth + 1)
    if first.hasPrefix("[") {
      // An index that is no literal.
      guard !isLiteral(first) else { return nil }
      return onlyPath(in: after, below: known) { $0.dropFirst(depth + 1) == rest }
    }
    // A computed property that finds the scope in a case, in which the rest is stored.
    guard !rest.isEmpty else { return nil }
    return onlyPath(in: after, below: known) { candidate in
      let owner = candidate.dropLast(rest.count)
      return candidate.count > depth + rest.count && candidate.suffix(rest.count) == rest
        && after.part(at: owner)?.scope != nil && after.part(at: owner.dropLast())?.isCaseOfScope == true
    }
  }

  private func isLiteral(_ segment: String) -> Bool {
    let index = segment.dropFirst()
    return index.first == "\"" || index.first == "." || Int(index.dropLast()) != nil
  }

  /// Returns the only path to a part with the text of the value; nil if there are several.
  private func onlyPath(
    in after: StateText,
    below path: [String],
    where isMeant: ([String]) -> Bool
  ) -> [String]? {
    let paths = after.part(at: path)?.paths(below: path) ?? []
    let lines = value.lines
    let found = paths.filter { isMeant($0) && after.part(at: $0)?.lines == lines }
    return found.count == 1 ? found[0] : nil
  }
}
