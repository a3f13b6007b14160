import Statoscope

/// The scopes of a tree, to find those that outlive it and the references that may retain them.
final class ReleaseCheck<Root: ScopeProtocol>: PathObserver {
  private struct Seen {
    weak let scope: ScopeNode?
    /// The path from the root; it may have changed since.
    let keyPath: String
  }

  private var seen: [Seen] = []
  /// The index of each seen scope, by its address.
  private var indexes: [ObjectIdentifier: Int] = [:]

  func didSend(_ event: Step<Root>, in run: PathRun<Root>) { record(below: run.root) }

  func didRepeat(_ step: Step<Root>, in run: PathRun<Root>) { record(below: run.root) }

  /// Adds the scopes that are new in a tree.
  ///
  /// Complexity: O(scopes below).
  func record(below root: ScopeNode) {
    root.forEachInSubtree { scope in
      // The address of a released scope may be reused by this one.
      if let known = indexes[ObjectIdentifier(scope)], seen[known].scope === scope { return }
      indexes[ObjectIdentifier(scope)] = seen.count
      seen.append(Seen(scope: scope, keyPath: ScopeTree(scope).keyPathFromRoot))
    }
  }

  /// Returns the scopes that still exist, with the properties that refer to them.
  ///
  /// A scope that its parent retains has no line of its own: a property of it may be what retains the parent.
  func leaks() -> [String] {
    let leaked = seen.compactMap { seen in seen.scope.map { (scope: $0, keyPath: seen.keyPath) } }
    let identities = Set(leaked.map { ObjectIdentifier($0.scope) })
    let searches = leaked.map { ReferenceSearch(in: $0.scope, for: identities) }
    return leaked.flatMap { scope, keyPath -> [String] in
      if let parent = ScopeTree(scope).parent, identities.contains(ObjectIdentifier(parent)) { return [] }
      let group = searches.filter { ScopeTree($0.scope).root === scope }
      let certain = searches.flatMap { $0.found.filter { $0.target === scope } }
      let lines =
        certain.map { "held by \($0.text)" } + group.flatMap(\.suspects).map { "may be held by \($0)" }
      let distinct = lines.enumerated().filter { lines.firstIndex(of: $1) == $0 }.map(\.element)
      let name = "\(keyPath): \(typeName(type(of: scope)))"
      return [name] + (distinct.isEmpty ? ["held from outside the tree"] : distinct).map { "  " + $0 }
    }
  }
}

/// A search through the stored properties of one scope for references to other scopes, and for values that
/// may hide such references.
///
/// Reflection shows properties, including those inside structs, optionals and collections. It does not show
/// whether a property is weak, nor the captures of a closure or a task; those are suspects.
struct ReferenceSearch {
  /// A property that leads to a scope.
  struct Found {
    let target: ScopeNode
    let text: String
  }

  let scope: ScopeNode
  private(set) var found: [Found] = []
  private(set) var suspects: [String] = []

  /// Searches a scope except its children: a parent's reference to its child is no leak.
  init(in scope: ScopeNode, for targets: Set<ObjectIdentifier>) {
    self.scope = scope
    let scopeName = typeName(type(of: scope))
    if scope.hasHooks { suspects.append("a middleware or a subscriber of \(scopeName)") }
    let children = Set(ScopeTree(scope).children.map(ObjectIdentifier.init))
    for part in ReflectedValue(scope).fields {
      search(part.value, at: "\(scopeName).\(part.label ?? "")", for: targets.subtracting(children), level: 0)
    }
  }

  private mutating func search(_ value: Any, at path: String, for targets: Set<ObjectIdentifier>, level: Int)
  {
    let reflected = ReflectedValue(value)
    let type = reflected.typeName
    if type.contains("->") {
      suspects.append("\(path), a closure")
    } else if type.hasPrefix("Task<") {
      suspects.append("\(path), a task")
    } else if let target = reflected.value as? ScopeNode {
      guard targets.contains(ObjectIdentifier(target)) else { return }
      found.append(Found(target: target, text: "\(path), unless it is weak"))
    } else {
      searchParts(of: reflected, at: path, for: targets, level: level)
    }
  }

  private mutating func searchParts(
    of value: ReflectedValue,
    at path: String,
    for targets: Set<ObjectIdentifier>,
    level: Int
  ) {
    // Deep enough for a delegate's list of boxes; objects may refer back to themselves.
    guard level < 6 else { return }
    let isNamed = value.kind == .structure || value.kind == .object
    for (index, part) in value.parts.enumerated() {
      let name = isNamed ? part.label.map { ".\($0)" } ?? "" : value.kind == .list ? "[\(index)]" : ""
      search(part.value, at: path + name, for: targets, level: level + 1)
    }
  }
}
