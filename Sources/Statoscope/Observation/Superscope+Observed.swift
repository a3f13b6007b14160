#if canImport(Combine)
  import Combine
#endif

extension Superscope {
  /// Finds an ancestor, or its type's default, and announces the ancestor's changes as this scope's own.
  ///
  /// So who observes this scope through `objectWillChange` hears of them, also when the scope has moved below
  /// another ancestor. Who tracks reads, with `withObservationTracking` say, needs no such thing: reads through
  /// this property are tracked where they end, at the ancestor; that is the way to observe an `@Observable` one.
  ///
  /// - Parameter observed: whether the ancestor's changes are announced.
  public init(observed: Bool) where Value: ScopeNode & Injectable {
    self.init()
    if observed { linked = { scope in AncestorFollower.start(at: scope) { $0.ancestor(of: Value.self) } } }
  }

  /// Finds an ancestor, or nil where there is none, and announces the ancestor's changes as this scope's own.
  ///
  /// - Parameter observed: whether the ancestor's changes are announced.
  public init<Ancestor: ScopeNode>(observed: Bool) where Value == Ancestor? {
    self.init()
    if observed { linked = { scope in AncestorFollower.start(at: scope) { $0.ancestor(of: Ancestor.self) } } }
  }
}

/// Announces the changes of a scope's ancestor as the scope's own, whichever scope the ancestor is now.
///
/// The scope owns it, and it keeps neither the scope nor the ancestor.
private final class AncestorFollower {
  private let find: (ScopeNode) -> ScopeNode?
  private weak var scope: ScopeNode?
  private weak var ancestor: ScopeNode?
  private var listening: AnyCancellable?

  static func start(at scope: ScopeNode, find: @escaping (ScopeNode) -> ScopeNode?) {
    let follower = AncestorFollower(scope: scope, find: find)
    scope.onMove(follower.follow)
    follower.follow()
  }

  private init(scope: ScopeNode, find: @escaping (ScopeNode) -> ScopeNode?) {
    self.scope = scope
    self.find = find
  }

  private func follow() {
    let found = scope.flatMap(find)
    guard found !== ancestor else { return }
    ancestor = found
    listening = found?.changePublisher?.sink { [weak scope] in scope?.changePublisher?.send() }
  }
}

extension ScopeNode {
  #if canImport(Combine)
    /// What the scope announces its changes through, if it is an `ObservableObject` with Combine's own publisher.
    fileprivate var changePublisher: ObservableObjectPublisher? {
      (self as? any ObservableObject).flatMap { $0.objectWillChange as? ObservableObjectPublisher }
    }
  #else
    /// What the scope announces its changes through.
    fileprivate var changePublisher: ObservableObjectPublisher? {
      ObservableObjectPublisher(observation: observation)
    }
  #endif
}
