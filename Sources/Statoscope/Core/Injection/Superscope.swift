#if canImport(Combine)
  import Combine
#endif

/// The nearest ancestor of a type, looked up at each read and never retained.
///
/// A scope injected under that type here, or nearer than the ancestor, is found instead, for example in a
/// test of this scope on its own. Setting the property, in tests and previews, injects a scope here,
/// which is retained.
///
/// ```swift
/// final class Article: Scope {
///   @Superscope var favourites: Favourites   // Favourites is Injectable: its default when there is none
///   @Superscope var list: NewsList?          // nil when there is none
///   @Superscope(observed: true) var feed: NewsFeed?   // publishes the feed's changes as its own, too
///   …
/// }
/// ```
@propertyWrapper
public struct Superscope<Value> {
  private let lookUp: (ScopeNode) -> Value
  private let inject: (ScopeNode, Value) -> Void

  /// An additional action once the scope is linked: observing the ancestor's changes.
  private var linked: ((ScopeNode) -> Void)?

  /// Finds an ancestor; where there is none, logs an error and returns the type's default.
  public init() where Value: ScopeNode & Injectable {
    lookUp = { scope in
      if let ancestor = scope.lookUp(valueOf: Value.self) { return ancestor }
      StatoscopeLogger.log(.errors) {
        """
        \(scope.typeName) has no \(typeName(Value.self)) above it, so its superscope is the default. Make it a \
        @Subscope of a \(typeName(Value.self)) or of a scope below one, or declare the property as \
        \(typeName(Value.self))?.
        """
      }
      return Value.defaultValue(for: scope)
    }
    inject = { scope, value in scope.inject(value, as: Value.self) }
  }

  /// Finds an ancestor, or nil where there is none.
  public init<Ancestor: ScopeNode>() where Value == Ancestor? {
    lookUp = { scope in scope.lookUp(valueOf: Ancestor.self) }
    inject = { scope, value in
      guard let value else { return scope.provide(nil, under: ObjectIdentifier(Ancestor.self)) }
      scope.inject(value, as: Ancestor.self)
    }
  }

  /// The ancestor that the scope finds now.
  ///
  /// Reading costs O(depth of the scope).
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Superscope<Value>>
  ) -> Value {
    get {
      owner.linkSubscopes()
      return owner[keyPath: storageKeyPath].lookUp(owner)
    }
    set {
      owner.linkSubscopes()
      owner[keyPath: storageKeyPath].inject(owner, newValue)
    }
  }

  /// Unavailable: an ancestor is a property of a scope, which is a class.
  @available(*, unavailable, message: "@Superscope is for properties of a scope, which is a class")
  public var wrappedValue: Value {
    get { preconditionFailure("unavailable") }
    // swift-format-ignore
    set { preconditionFailure("unavailable") }
  }
}

extension Superscope: LinkedProperty {
  static var superscope: Any.Type? { Value.self }

  func link(to scope: ScopeNode) { linked?(scope) }
}

extension Superscope: HiddenState {}

extension Superscope {
  /// Finds an ancestor, or its type's default, and publishes the ancestor's changes as this scope's own.
  ///
  /// Observers of this scope's `objectWillChange` are notified of them, even after the scope has moved below
  /// another ancestor. Trackers of reads, for example with `withObservationTracking`, do not need this: reads
  /// through this property are tracked at the ancestor, but for those of Combine's `@Published`, which are
  /// tracked nowhere. An ancestor that is no `ObservableObject`, such as an `@Observable` class, is assumed to
  /// change at each of its events.
  ///
  /// - Parameter observed: whether to publish the ancestor's changes.
  public init(observed: Bool) where Value: ScopeNode & Injectable {
    self.init()
    guard observed else { return }
    observe { scope in AncestorFollower.start(at: scope) { $0.lookUp(valueOf: Value.self) } }
  }

  /// Finds an ancestor, or nil where there is none, and publishes the ancestor's changes as this scope's own.
  ///
  /// - Parameter observed: whether to publish the ancestor's changes.
  public init<Ancestor: ScopeNode>(observed: Bool) where Value == Ancestor? {
    self.init()
    guard observed else { return }
    observe { scope in AncestorFollower.start(at: scope) { $0.lookUp(valueOf: Ancestor.self) } }
  }

  /// Observes the ancestor once the scope is linked.
  private mutating func observe(_ start: @escaping (ScopeNode) -> Void) {
    linked = start
    ScopeClass.observe(Value.self)
  }
}

/// An observer that publishes the changes of a scope's current ancestor as the scope's own.
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

  var observedChanges: ObservedChanges { .moves }

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
      return publisher.sink { [weak scope] in scope?.notifyListeners() }
    }
    // An `@Observable` class notifies only its readers, but it changes in its updates only.
    let observer = AncestorObserver(of: ancestor, for: scope)
    ancestor.addObserver(observer)
    return AnyCancellable { observer.hasEnded = true }
  }
}

/// An observer that publishes each event of an ancestor as a change of another scope.
private final class AncestorObserver: TreeObserver {
  var hasEnded = false
  private weak var ancestor: ScopeNode?
  private weak var scope: ScopeNode?

  init(of ancestor: ScopeNode, for scope: ScopeNode?) {
    self.ancestor = ancestor
    self.scope = scope
  }

  var observedChanges: ObservedChanges { .events }

  func willHandle(_ when: any Sendable, of scope: ScopeNode) {
    if scope === ancestor { self.scope?.notifyListeners() }
  }
}
