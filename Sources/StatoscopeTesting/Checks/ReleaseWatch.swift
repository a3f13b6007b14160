import Statoscope

/// Watches the scopes of a tree, to find those that outlive it and what may keep them.
final class ReleaseWatch {
  private struct Watched {
    weak let scope: ScopeNode?
    /// From the root, as a key path; it may have moved since.
    let place: String
  }

  private var watched: [Watched] = []
  private var known: Set<ObjectIdentifier> = []

  /// Looks for scopes that are new in a tree.
  ///
  /// Complexity: O(scopes below).
  func look(below root: ScopeNode) {
    root.forEachInSubtree { scope in
      if known.contains(ObjectIdentifier(scope)) {
        // One that is gone may have left its address to this one.
        guard !watched.contains(where: { $0.scope === scope }) else { return }
      }
      known.insert(ObjectIdentifier(scope))
      watched.append(Watched(scope: scope, place: ScopeTree(scope).keyPathFromRoot))
    }
  }

  /// The scopes that are still there, with the properties that lead to them.
  ///
  /// A scope that is there only because its parent is has no line of its own.
  func leaks() -> [String] {
    let leaked = watched.compactMap { watched in watched.scope.map { (scope: $0, place: watched.place) } }
    let identities = Set(leaked.map { ObjectIdentifier($0.scope) })
    var holders: [ObjectIdentifier: [String]] = [:]
    for (scope, _) in leaked {
      for reference in ReferenceSearch(in: scope, for: identities).found {
        holders[reference.target, default: []].append(reference.text)
      }
    }
    return leaked.flatMap { scope, place -> [String] in
      let found = holders[ObjectIdentifier(scope)] ?? []
      let isKeptByParent = ScopeTree(scope).parent.map { identities.contains(ObjectIdentifier($0)) } ?? false
      let suspects = ReferenceSearch(in: scope, for: []).suspects
      guard !(isKeptByParent && found.isEmpty && suspects.isEmpty) else { return [] }
      let name = "\(place): \(typeName(type(of: scope)))"
      let lines = found.map { "held by \($0)" } + suspects.map { "may be held by \($0)" }
      return [name] + (lines.isEmpty ? ["held from outside the tree"] : lines).map { "  " + $0 }
    }
  }
}
