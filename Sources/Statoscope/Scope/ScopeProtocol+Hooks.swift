extension ScopeProtocol {
  /// Wraps the update of this scope in a middleware; the last one added is the outermost.
  ///
  /// A middleware may drop the event by not calling `next`, change it, repeat it, or throw. It is called for
  /// every event, whether a caller or an effect sends it.
  ///
  /// ```swift
  /// scope.addMiddleware { scope, when, next in
  ///   print(when)
  ///   try next(when)
  /// }
  /// ```
  /// - Parameter middleware: is called on the actor that the scope lives on, for the lifetime of the scope.
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func addMiddleware(
    _ middleware: @escaping (_ scope: Self, _ when: When, _ next: (When) throws -> Void) throws -> Void
  ) -> Self {
    ensuredRuntime.middlewares.append { node, when, next in try middleware(Self.this(node), when, next) }
    hasMiddleware = true
    return self
  }

  /// Wraps every event of this scope and of all scopes below it in a middleware.
  ///
  /// The middlewares of the root are the outermost, and at each scope the last one added. They run outside
  /// the middlewares of the scopes themselves.
  ///
  /// ```swift
  /// root.addSubscopeMiddleware { event, next in
  ///   print(event.path, event.when)
  ///   try next()
  /// }
  /// ```
  /// - Parameter middleware: may drop the event by not calling `next`, repeat it, or throw.
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func addSubscopeMiddleware(
    _ middleware: @escaping (_ event: ScopeEvent, _ next: () throws -> Void) throws -> Void
  ) -> Self {
    linkSubscopes()
    addSubtreeMiddleware { _, event, next in try middleware(event, next) }
    return self
  }

  /// Wraps every event of the scopes of one class below this one, whichever properties hold them, now or
  /// later.
  ///
  /// The order is that of all middlewares added with ``addSubscopeMiddleware(_:)``.
  ///
  /// ```swift
  /// root.addSubscopeMiddleware(of: Detail.self) { detail, when, next in
  ///   guard !detail.isLocked else { throw InvalidStateError() }
  ///   try next()
  /// }
  /// ```
  /// - Parameters:
  ///   - type: the class, including its subclasses; this scope itself is excluded.
  ///   - middleware: may drop the event by not calling `next`, repeat it, or throw.
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func addSubscopeMiddleware<Descendant: ScopeProtocol>(
    of type: Descendant.Type,
    _ middleware:
      @escaping (
        _ subscope: Descendant, _ when: Descendant.When, _ next: () throws -> Void
      ) throws -> Void
  ) -> Self {
    linkSubscopes()
    addSubtreeMiddleware { owner, event, next in
      guard event.scope !== owner, let subscope = event.scope as? Descendant,
        let when = event.when as? Descendant.When
      else { return try next() }
      try middleware(subscope, when, next)
    }
    return self
  }

  /// Calls a closure after each update of this scope that did not throw, once its effects have started.
  ///
  /// - Parameter subscriber: is called on the actor that the scope lives on, in the order of subscription.
  /// - Returns: a token that ends the subscription when it is cancelled or released.
  public func subscribe(
    _ subscriber: @escaping (_ scope: Self, _ when: When) -> Void
  ) -> ScopeSubscription {
    let subscription = TypedSubscription<When> { node, when in subscriber(Self.this(node), when) }
    ensuredRuntime.add(subscription)
    hasSubscribers = true
    return ScopeSubscription { subscription.end() }
  }

  /// Calls a closure after each successful update of the scopes of one class below this one, whichever
  /// properties hold them, now or later.
  ///
  /// A scope can react to its children in this way without their knowledge. The closure is called once the
  /// effects of the update have started and the scope's own subscribers were called; if several ancestors
  /// subscribe, the nearest comes first. An event that removes its scope from the tree is the last one that
  /// is reported for it.
  ///
  /// ```swift
  /// subscription = subscribe(to: Detail.self) { list, detail, when in
  ///   if case .userTappedDelete = when { list.send(.remove(detail.id)) }
  /// }
  /// ```
  /// - Parameters:
  ///   - type: the class, including its subclasses; this scope itself is excluded.
  ///   - subscriber: is called with this scope, so that it need not capture it, on the actor that the tree
  ///     lives on.
  /// - Returns: a token that ends the subscription when it is cancelled or released.
  public func subscribe<Descendant: ScopeProtocol>(
    to type: Descendant.Type,
    _ subscriber: @escaping (_ scope: Self, _ subscope: Descendant, _ when: Descendant.When) -> Void
  ) -> ScopeSubscription {
    let observer = SubscopeObserver(below: self, subscriber)
    addObserver(observer)
    // Weak, because the token may outlive the scope, but the closure must not.
    return ScopeSubscription { [weak observer] in observer?.end() }
  }

  /// The tree that this scope is in, for people and tools.
  public var tree: ScopeTree { ScopeTree(self) }
}
