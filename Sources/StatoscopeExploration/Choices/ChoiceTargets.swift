import Statoscope
import StatoscopeTesting

/// A property whose contents are targets of an exploration's choices: an optional, an array or a dictionary.
///
/// `EVENTS` and `EFFECT` take a key path to such a property. It contains scopes, or a `ScopeEnum` with scopes
/// in its cases.
public protocol ExplorationTargets {
  /// The type of a target.
  associatedtype Target

  /// Returns the targets in the same order in each run, each with a key: its index, or its key in a
  /// dictionary.
  static func targets(in property: Self) -> [(key: AnyHashable?, target: Target)]

  /// Returns the target with a key.
  static func target(_ key: AnyHashable?, in property: Self) -> Target?
}

extension Optional: ExplorationTargets where Wrapped: ScopeProtocol {
  /// Returns the scope, if there is one.
  public static func targets(in property: Self) -> [(key: AnyHashable?, target: Wrapped)] {
    property.map { [(nil, $0)] } ?? []
  }

  /// Returns the scope, if there is one.
  public static func target(_: AnyHashable?, in property: Self) -> Wrapped? { property }
}

extension Array: ExplorationTargets {
  /// Returns the elements with their indices.
  public static func targets(in property: Self) -> [(key: AnyHashable?, target: Element)] {
    property.enumerated().map { ($0.offset, $0.element) }
  }

  /// Returns the element at an index, if it exists.
  public static func target(_ key: AnyHashable?, in property: Self) -> Element? {
    (key?.base as? Int).flatMap { property[ifThere: $0] }
  }
}

extension Dictionary: ExplorationTargets {
  /// Returns the values with their keys.
  public static func targets(in property: Self) -> [(key: AnyHashable?, target: Value)] {
    // Sorted by the texts of the keys, as everywhere in a tree: a dictionary's own order differs in each run.
    property.map { (text: String(reflecting: $0.key), entry: $0) }.sorted { $0.text < $1.text }
      .map { ($0.entry.key, $0.entry.value) }
  }

  /// Returns the value for a key, if it exists.
  public static func target(_ key: AnyHashable?, in property: Self) -> Value? {
    (key?.base as? Key).flatMap { property[$0] }
  }
}

/// The scopes that a source lists choices for, and their key paths.
///
/// A key identifies the same scope in every tree of the same state.
final class ChoiceTargets<Target: ScopeNode> {
  typealias Visit = (_ key: AnyHashable?, _ scope: Target) -> Void

  private let visitAll: (_ root: ScopeNode, _ visit: Visit) -> Void
  private let find: (_ key: AnyHashable?, _ root: ScopeNode) -> Target?
  /// Indicates whether it contains every scope of the tree.
  private let isWholeTree: Bool
  /// The key path of the only target, or of each target, at its first occurrence.
  private var keyPath: String?
  private var keyPaths: [AnyHashable: String] = [:]

  fileprivate init(
    visitAll: @escaping (_ root: ScopeNode, _ visit: Visit) -> Void,
    find: @escaping (_ key: AnyHashable?, _ root: ScopeNode) -> Target?,
    isWholeTree: Bool = false
  ) {
    self.visitAll = visitAll
    self.find = find
    self.isWholeTree = isWholeTree
  }

  /// Creates targets with one scope, if it exists.
  convenience init<Root: ScopeProtocol>(one find: @escaping (Root) -> Target?) {
    self.init(
      visitAll: { root, visit in if let scope = find(root.typed()) { visit(nil, scope) } },
      find: { _, root in find(root.typed()) }
    )
  }

  /// Creates targets with the scopes in a property, each at its key.
  convenience init<Root: ScopeProtocol, Targets: ExplorationTargets>(
    each property: @escaping (Root) -> Targets?,
    scope: @escaping (Targets.Target) -> Target?
  ) {
    self.init(
      visitAll: { root, visit in
        guard let property = property(root.typed()) else { return }
        for (key, target) in Targets.targets(in: property) {
          if let scope = scope(target) { visit(key, scope) }
        }
      },
      find: { key, root in
        property(root.typed()).flatMap { Targets.target(key, in: $0) }.flatMap(scope)
      }
    )
  }

  /// Visits all targets that exist in a tree.
  func forEach(in root: ScopeNode, _ visit: Visit) { visitAll(root, visit) }

  func scope(at key: AnyHashable?, in root: ScopeNode) -> Target? { find(key, root) }

  func contains(_ scope: ScopeNode, in root: ScopeNode) -> Bool {
    if isWholeTree { return true }
    var isThere = false
    forEach(in: root) { _, target in isThere = isThere || target === scope }
    return isThere
  }

  /// Stores the key path of a scope, for states that no longer exist.
  func recordKeyPath(of scope: Target, at key: AnyHashable?) {
    if let key {
      if keyPaths[key] == nil { keyPaths[key] = ScopeTree(scope).keyPathFromRoot }
    } else if keyPath == nil {
      keyPath = ScopeTree(scope).keyPathFromRoot
    }
  }

  /// Returns the key path of a target at its first occurrence.
  func keyPath(at key: AnyHashable?) -> String? { key.map { keyPaths[$0] } ?? keyPath }
}

extension ChoiceTargets where Target: ScopeProtocol {
  convenience init<Root: ScopeProtocol>(_ keyPath: KeyPath<Root, Target>) {
    self.init(one: { (root: Root) in root[keyPath: keyPath] })
  }

  convenience init<Root: ScopeProtocol, Targets: ExplorationTargets>(_ keyPath: KeyPath<Root, Targets>)
  where Targets.Target == Target {
    self.init(each: { (root: Root) in root[keyPath: keyPath] }, scope: { $0 })
  }

  convenience init<Root: ScopeProtocol, Targets: ExplorationTargets>(_ keyPath: KeyPath<Root, Targets?>)
  where Targets.Target == Target {
    self.init(each: { (root: Root) in root[keyPath: keyPath] }, scope: { $0 })
  }

  convenience init<Root: ScopeProtocol, Screen: ScopeEnum>(
    _ keyPath: KeyPath<Root, Screen>,
    as _: Target.Type
  ) {
    self.init(one: { (root: Root) in root[keyPath: keyPath].scope as? Target })
  }

  convenience init<Root: ScopeProtocol, Screens: ExplorationTargets>(
    _ keyPath: KeyPath<Root, Screens>,
    as _: Target.Type
  ) where Screens.Target: ScopeEnum {
    self.init(each: { (root: Root) in root[keyPath: keyPath] }, scope: { $0.scope as? Target })
  }
}

extension ChoiceTargets where Target == ScopeNode {
  /// All scopes of the tree that have effects, each at its key path.
  static var wholeTree: ChoiceTargets {
    ChoiceTargets(
      visitAll: { root, visit in
        for scope in root.scopesWithEffects where scope.hasPendingEffects {
          visit(AnyHashable(ScopeTree(scope).keyPathFromRoot), scope)
        }
      },
      find: { key, root in
        let keyPath = key?.base as? String
        return root.scopesWithEffects.first { scope in
          scope.hasPendingEffects && ScopeTree(scope).keyPathFromRoot == keyPath
        }
      },
      isWholeTree: true
    )
  }
}
