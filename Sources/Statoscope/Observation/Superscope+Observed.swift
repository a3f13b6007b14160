#if canImport(Combine)
  import Combine
#endif

extension Superscope {
  /// Finds an ancestor, or its type's default, and announces the ancestor's changes as this scope's own.
  ///
  /// So who observes this scope through `objectWillChange` hears of them, also when the scope has moved below
  /// another ancestor. Who tracks reads, with `withObservationTracking` say, needs no such thing: reads through
  /// this property are tracked where they end, at the ancestor. One that is no `ObservableObject`, such as an
  /// `@Observable` class, is taken to change at each event of its own.
  ///
  /// - Parameter observed: whether the ancestor's changes are announced.
  public init(observed: Bool) where Value: ScopeNode & Injectable {
    self.init()
    if observed { linked = { scope in AncestorFollower.start(at: scope) { $0.superscope(of: Value.self) } } }
  }

  /// Finds an ancestor, or nil where there is none, and announces the ancestor's changes as this scope's own.
  ///
  /// - Parameter observed: whether the ancestor's changes are announced.
  public init<Ancestor: ScopeNode>(observed: Bool) where Value == Ancestor? {
    self.init()
    if observed {
      linked = { scope in AncestorFollower.start(at: scope) { $0.superscope(of: Ancestor.self) } }
    }
  }
}

/// Announces the changes of a scope's ancestor as the scope's own, whichever scope the ancestor is now.
///
/// The scope owns it, and it keeps neither the scope nor the ancestor.
private final class AncestorFollower: TreeObserver {
  private let find: (ScopeNode) -> ScopeNode?
  private weak var scope: ScopeNode?
  private weak var ancestor: ScopeNode?
  private var listening: AnyCancellable?

  static func start(at scope: ScopeNode, find: @escaping (ScopeNode) -> ScopeNode?) {
    let follower = AncestorFollower(scope: scope, find: find)
    scope.addObserver(follower)
    follower.follow()
  }

  private init(scope: ScopeNode, find: @escaping (ScopeNode) -> ScopeNode?) {
    self.scope = scope
    self.find = find
  }

  var interests: TreeInterests { .place }

  func didMove() {
    follow()
  }

  private func follow() {
    let found = scope.flatMap(find)
    guard found !== ancestor else { return }
    ancestor = found
    listening = found.map(listen)
  }

  private func listen(to ancestor: ScopeNode) -> AnyCancellable {
    if let publisher = ancestor.changePublisher {
      return publisher.sink { [weak scope] in scope?.announceChange() }
    }
    // An `@Observable` class notifies only those that read it, but it changes in its updates only.
    let observer = AncestorObserver(of: ancestor, for: scope)
    ancestor.addObserver(observer)
    return AnyCancellable { observer.hasEnded = true }
  }
}

/// Announces each event of an ancestor as a change of another scope.
private final class AncestorObserver: TreeObserver {
  var hasEnded = false
  private weak var ancestor: ScopeNode?
  private weak var scope: ScopeNode?

  init(of ancestor: ScopeNode, for scope: ScopeNode?) {
    self.ancestor = ancestor
    self.scope = scope
  }

  var interests: TreeInterests { .events }

  func willHandle(_ when: any Sendable, of scope: ScopeNode) {
    if scope === ancestor { self.scope?.announceChange() }
  }
}
