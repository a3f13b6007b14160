import Statoscope

/// The state that a step asserts: the value at its key path, and nothing more.
struct AssertedState {
  /// What the step knows of the value.
  enum Extent {
    /// The value, and all that is below it.
    case value
    /// The value itself; of scopes in it, which they are, and the state of those that are new.
    case changedValue
    /// That the value is there.
    case presence
    /// The text of the value, and of all that is below it.
    case text
  }

  /// The call of the step.
  let call: StepCall
  private let extent: Extent
  private let keyPath: AnyKeyPath
  private let path: StatePath
  private let isAbsent: Bool
  /// The value, where the path depends on it.
  private let value: ValueNode?
  private let former: FormerEntry?

  init(
    _ extent: Extent,
    at keyPath: AnyKeyPath,
    _ path: StatePath,
    value: Any,
    former: FormerEntry?,
    call: StepCall,
    types: ReflectedTypes
  ) {
    (self.extent, self.keyPath, self.path, self.call) = (extent, keyPath, path, call)
    self.former = former
    isAbsent = ReflectedValue(value).kind == .absent
    self.value = path.dependsOnValue ? ValueNode(value, objects: .withIdentity, types: types) : nil
  }

  /// Returns a check whether the step asserts a change.
  ///
  /// - Parameters:
  ///   - before: the state before the changes, with identities.
  ///   - after: the state that the step read, with identities.
  ///   - others: further steps: as many as there are elements of one value assert all of them.
  func coverage(before: ValueNode, after: ValueNode, beside others: [AssertedState] = [])
    -> (_ change: StateChange) -> Bool
  {
    let paths = paths(before: before, after: after, beside: others)
    return { change in
      paths.contains { path in
        if change.path.count < path.count, path.starts(with: change.path) { return isOnWay(to: change) }
        return change.path.starts(with: path) && asserts(change, below: path, before: before, after: after)
      }
    }
  }

  private func paths(before: ValueNode, after: ValueNode, beside others: [AssertedState]) -> [[StateSegment]]
  {
    let candidates = candidates(before: before, after: after)
    guard candidates.count > 1 else { return candidates }
    let alike = others.filter { $0.candidates(before: before, after: after) == candidates }
    return Set(alike.map(\.keyPath)).count == candidates.count ? candidates : []
  }

  /// Returns the reason why the step asserts nothing; nil where it asserts something.
  func problem(before: ValueNode, after: ValueNode, beside others: [AssertedState]) -> String? {
    let text = "\(call.text): "
    if path.isComputed(in: after) {
      return text + "computed, or no final property: assert the stored state, or THEN(shows:)"
    }
    guard candidates(before: before, after: after).count > 1,
      paths(before: before, after: after, beside: others).isEmpty
    else { return nil }
    return text + "several elements have this value: write [ifThere:], or assert the whole"
  }

  /// Returns the paths of the parts that the step may have read.
  private func candidates(before: ValueNode, after: ValueNode) -> [[StateSegment]] {
    let found = path.candidates(in: after, holding: value)
    guard found.isEmpty, isAbsent else {
      guard found.count > 1, let former else { return found }
      return found.filter {
        before.part(at: $0).map { $0.lines == former.value.lines } ?? former.value.isAbsent
      }
    }
    // An entry or an element that went.
    return (former?.paths ?? path.candidates(in: before, holding: nil)).filter {
      $0.last?.element != nil && after.part(at: $0) == nil && after.part(at: $0.dropLast()) != nil
    }
  }

  /// Checks whether a change on the path to the value is that something is there, which the value needs.
  private func isOnWay(to change: StateChange) -> Bool {
    guard change.kind == .presence || change.kind == .enumCase else { return false }
    return change.path.count <= path.scopePath.count || !isAbsent
  }

  private func asserts(
    _ change: StateChange,
    below path: [StateSegment],
    before: ValueNode,
    after: ValueNode
  ) -> Bool {
    switch extent {
    case .presence:
      return change.path == path && change.kind == .presence
    case .text:
      return after.part(at: change.path)?.isRedacted != true
    case .value:
      return true
    case .changedValue:
      // A scope that was there is compared by identity.
      return (path.count..<max(path.count, change.path.count)).allSatisfy {
        after.part(at: change.path[..<$0])?.scope.map { !before.scopes.contains($0) } ?? true
      }
    }
  }
}

/// An entry of a dictionary before an event, which may remove it.
struct FormerEntry {
  let value: ValueNode
  /// The paths at which it may be.
  let paths: [[StateSegment]]
}
