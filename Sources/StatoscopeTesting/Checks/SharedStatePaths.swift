import Statoscope

/// The properties that show a stored value, by their paths: a key of a storage is one state, whatever reads it.
struct SharedStatePaths {
  private(set) var keys: [[StateSegment]: SharedStateKey] = [:]

  init(below root: ScopeNode) {
    root.forEachInSubtree { scope in
      var mirror: Mirror? = Mirror(reflecting: scope)
      while let current = mirror {
        for case (let label?, let value as any SharedState) in current.children.map({ ($0.label, $0.value) })
        {
          guard let key = value.sharedKey else { continue }
          keys[KeyPathText.segments(to: scope) + [.property(ReflectedValue.fieldName(label))]] = key
        }
        mirror = current.superclassMirror
      }
    }
  }

  /// Returns the changes without those of keys that are among the covered ones or among those before them, and without
  /// properties that only began to show a key.
  func withoutRepetitions(
    _ changes: [StateChange],
    _ covered: [StateChange],
    from before: ValueNode,
    to after: ValueNode
  ) -> [StateChange] {
    guard !keys.isEmpty else { return changes }
    var known = Set(covered.compactMap(address))
    let same = keys.filter { path, _ in before.part(at: path).map { $0 == after.part(at: path) } ?? false }
    return changes.filter { change in
      guard let address = address(change) else { return true }
      return known.insert(address).inserted && !same.values.contains(address.key)
    }
  }

  /// The key and the path below it of a change.
  private func address(_ change: StateChange) -> Address? {
    for count in change.path.indices.reversed() {
      if let key = keys[Array(change.path[...count])] {
        return Address(key: key, path: Array(change.path[(count + 1)...]))
      }
    }
    return nil
  }

  private struct Address: Hashable {
    let key: SharedStateKey
    let path: [StateSegment]
  }
}

/// The stored values that a tree shows where a fork leaves its path: the fork has to begin with the same.
struct StoredValues {
  private let paths: SharedStatePaths
  private let state: ValueNode

  /// Reads a tree; nil if no property of it is stored.
  ///
  /// Complexity: O(size of its state).
  init?(below root: ScopeNode) {
    paths = SharedStatePaths(below: root)
    guard !paths.keys.isEmpty else { return nil }
    state = ValueNode(root)
  }

  /// Returns a line for each key with another value in another tree after the same steps.
  func differences(to other: StoredValues) -> [String] {
    var known: Set<SharedStateKey> = []
    return paths.keys.sorted { $0.key.keyPath < $1.key.keyPath }.compactMap { path, key in
      guard let before = state.part(at: path), let after = other.state.part(at: path), before != after,
        known.insert(key).inserted
      else { return nil }
      let (found, expected) = (StateChange.shortText(after.lines), StateChange.shortText(before.lines))
      return "\(path.keyPath) is \(found) instead of \(expected)"
    }
  }
}
