import Statoscope
import StatoscopeTesting

/// The scopes of a source of choices, each identified by its place, and the paths to them.
final class ChoiceTargets<Target: ScopeNode> {
  typealias Placed = (place: TargetKey, scope: Target)

  private enum Lookup {
    case one((ScopeNode) -> Target?)
    case several(all: (ScopeNode) -> [Placed], at: (TargetKey, ScopeNode) -> Target?)
  }

  private let lookup: Lookup
  /// Indicates whether it contains every scope of the tree.
  private let isWholeTree: Bool
  /// The path to each place at its first occurrence.
  private var paths: [TargetKey: String] = [:]

  private init(_ lookup: Lookup, isWholeTree: Bool = false) {
    self.lookup = lookup
    self.isWholeTree = isWholeTree
  }

  /// Creates targets with one scope, if it exists.
  convenience init<Root: ScopeProtocol>(one find: @escaping (Root) -> Target?) {
    self.init(.one { find(TypedScope($0).sut) })
  }

  /// Creates targets with the scopes of an array, each at its index.
  convenience init<Root: ScopeProtocol>(each find: @escaping (Root) -> [Target]) {
    self.init(
      .several(
        all: { root in
          find(TypedScope(root).sut).enumerated().map { (.index($0.offset), $0.element) }
        },
        at: { place, root in
          guard case .index(let index) = place else { return nil }
          return find(TypedScope(root).sut)[ifThere: index]
        }
      )
    )
  }

  /// Creates targets with the scopes of a dictionary, each at its key.
  convenience init<Root: ScopeProtocol, Key: Hashable>(each find: @escaping (Root) -> [Key: Target]) {
    self.init(
      .several(
        all: { root in
          // Sorted by the texts of the keys, as everywhere in a tree: a dictionary's own order differs in
          // each run.
          find(TypedScope(root).sut)
            .map {
              (text: String(reflecting: $0.key), place: TargetKey.key(AnyHashable($0.key)), scope: $0.value)
            }
            .sorted { $0.text < $1.text }
            .map { ($0.place, $0.scope) }
        },
        at: { place, root in
          guard case .key(let key) = place, let key = key.base as? Key else { return nil }
          return find(TypedScope(root).sut)[key]
        }
      )
    )
  }

  func forEach(in root: ScopeNode, _ body: (_ place: TargetKey, _ scope: Target) -> Void) {
    switch lookup {
    case .one(let find): if let scope = find(root) { body(.only, scope) }
    case .several(let all, _): for (place, scope) in all(root) { body(place, scope) }
    }
  }

  func scope(at place: TargetKey, in root: ScopeNode) -> Target? {
    switch lookup {
    case .one(let find): find(root)
    case .several(_, let find): find(place, root)
    }
  }

  func contains(_ scope: ScopeNode, in root: ScopeNode) -> Bool {
    guard !isWholeTree else { return true }
    return switch lookup {
    case .one(let find): find(root) === scope
    case .several(let all, _): all(root).contains { $0.scope === scope }
    }
  }

  /// Stores the path to a scope, for states that no longer exist.
  func recordPath(to place: TargetKey, _ scope: Target) {
    if paths[place] == nil { paths[place] = ScopeTree(scope).keyPathFromRoot }
  }

  /// Returns the path to a place at its first occurrence.
  func path(to place: TargetKey) -> String? { paths[place] }
}

extension ChoiceTargets where Target == ScopeNode {
  /// All scopes of the tree that have effects, each at its path.
  static var wholeTree: ChoiceTargets {
    let withEffects = { (root: ScopeNode) -> [Placed] in
      root.scopesWithEffects.filter { !$0.pendingEffects.isEmpty }
        .map { (.key(AnyHashable(ScopeTree($0).keyPathFromRoot)), $0) }
    }
    return ChoiceTargets(
      .several(all: withEffects, at: { place, root in withEffects(root).first { $0.place == place }?.scope }),
      isWholeTree: true
    )
  }
}
