#if canImport(Combine)
  import Combine
#endif

extension Superscope {
  /// Finds an ancestor, or its type's default, and announces the ancestor's changes as this scope's own.
  ///
  /// Observers of this scope's `objectWillChange` are notified of them, even after the scope has moved below
  /// another ancestor. Trackers of reads, for example with `withObservationTracking`, do not need this: reads
  /// through this property are tracked at the ancestor. An ancestor that is no `ObservableObject`, such as an
  /// `@Observable` class, is assumed to change at each of its events.
  ///
  /// - Parameter observed: whether to announce the ancestor's changes.
  public init(observed: Bool) where Value: ScopeNode & Injectable {
    self.init()
    if observed { linked = { scope in AncestorFollower.start(at: scope) { $0.superscope(of: Value.self) } } }
  }

  /// Finds an ancestor, or nil where there is none, and announces the ancestor's changes as this scope's own.
  ///
  /// - Parameter observed: whether to announce the ancestor's changes.
  public init<Ancestor: ScopeNode>(observed: Bool) where Value == Ancestor? {
    self.init()
    if observed {
      linked = { scope in AncestorFollower.start(at: scope) { $0.superscope(of: Ancestor.self) } }
    }
  }
}

/// An observer that announces the changes of a scope's current ancestor as the scope's own.
///
/// The scope owns it, and it retains neither the scope nor the ancestor.
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
    // An `@Observable` class notifies only its readers, but it changes in its updates only.
    let observer = AncestorObserver(of: ancestor, for: scope)
    ancestor.addObserver(observer)
    return AnyCancellable { observer.hasEnded = true }
  }
}

/// An observer that announces each event of an ancestor as a change of another scope.
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
