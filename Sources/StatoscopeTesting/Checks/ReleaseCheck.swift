import Statoscope

/// The scopes of a tree, to find those that outlive it and the references that may retain them.
final class ReleaseCheck {
  private struct Seen {
    weak let scope: ScopeNode?
    /// The path from the root; it may have changed since.
    let place: String
  }

  private var seen: [Seen] = []
  /// The index of each seen scope, by its address.
  private var places: [ObjectIdentifier: Int] = [:]

  /// Adds the scopes that are new in a tree.
  ///
  /// Complexity: O(scopes below).
  func look(below root: ScopeNode) {
    root.forEachInSubtree { scope in
      // The address of a released scope may be reused by this one.
      if let known = places[ObjectIdentifier(scope)], seen[known].scope === scope { return }
      places[ObjectIdentifier(scope)] = seen.count
      seen.append(Seen(scope: scope, place: ScopeTree(scope).keyPathFromRoot))
    }
  }

  /// Returns the scopes that still exist, with the properties that refer to them.
  ///
  /// A scope that its parent retains has no line of its own: a property of it may be what retains the parent.
  func leaks() -> [String] {
    let leaked = seen.compactMap { seen in seen.scope.map { (scope: $0, place: seen.place) } }
    let identities = Set(leaked.map { ObjectIdentifier($0.scope) })
    let searches = leaked.map { ReferenceSearch(in: $0.scope, for: identities) }
    return leaked.flatMap { scope, place -> [String] in
      if let parent = ScopeTree(scope).parent, identities.contains(ObjectIdentifier(parent)) { return [] }
      let group = searches.filter { ScopeTree($0.scope).root === scope }
      let certain = searches.flatMap { search in
        search.found.filter { $0.target === scope || leads($0.target, to: search.scope, below: scope) }
      }
      let lines =
        certain.map { "held by \($0.text)" } + group.flatMap(\.suspects).map { "may be held by \($0)" }
      let distinct = lines.enumerated().filter { lines.firstIndex(of: $1) == $0 }.map(\.element)
      let name = "\(place): \(typeName(type(of: scope)))"
      return [name] + (distinct.isEmpty ? ["held from outside the tree"] : distinct).map { "  " + $0 }
    }
  }

  /// Checks whether a scope below a root is an ancestor of another one, or that one itself: then a reference
  /// to it is a cycle.
  private func leads(_ target: ScopeNode, to scope: ScopeNode, below root: ScopeNode) -> Bool {
    var node: ScopeNode? = scope
    while let current = node {
      if current === target { return ScopeTree(target).root === root }
      node = ScopeTree(current).parent
    }
    return false
  }
}
