extension ScopeProtocol {
  /// Wraps the update of this scope; the last middleware added is the outermost.
  ///
  /// It may drop the event by not calling `next`, change it, repeat it, or throw. It sees every event, of a test
  /// as of an effect.
  ///
  /// ```swift
  /// scope.addMiddleware { scope, when, next in
  ///   print(when)
  ///   try next(when)
  /// }
  /// ```
  /// - Parameter middleware: is called on the actor that the scope lives on, for as long as the scope lives.
  /// - Returns: this scope, to chain.
  @discardableResult
  public func addMiddleware(
    _ middleware: @escaping (_ scope: Self, _ when: When, _ next: (When) throws -> Void) throws -> Void
  ) -> Self {
    ensuredRuntime.middlewares.append { node, when, next in try middleware(Self.this(node), when, next) }
    hasMiddleware = true
    return self
  }

  /// Wraps every event of this scope and of all below it.
  ///
  /// Those of the root are the outermost, and at each scope the last one added. They run outside the middlewares
  /// that the scopes have themselves.
  ///
  /// ```swift
  /// root.addSubscopeMiddleware { event, next in
  ///   print(event.path, event.when)
  ///   try next()
  /// }
  /// ```
  /// - Parameter middleware: may drop the event by not calling `next`, repeat it, or throw.
  /// - Returns: this scope, to chain.
  @discardableResult
  public func addSubscopeMiddleware(
    _ middleware: @escaping (_ event: ScopeEvent, _ next: () throws -> Void) throws -> Void
  ) -> Self {
    linkSubscopes()
    addSubtreeMiddleware { _, event, next in try middleware(event, next) }
    return self
  }

  /// Calls a closure after each update of this scope that did not throw, once its effects have started.
  ///
  /// - Parameter subscriber: is called on the actor that the scope lives on, in the order of subscription.
  /// - Returns: ends the subscription when it is cancelled or released.
  public func subscribe(
    _ subscriber: @escaping (_ scope: Self, _ when: When) -> Void
  ) -> ScopeSubscription {
    let subscription = TypedSubscription<When> { node, when in subscriber(Self.this(node), when) }
    ensuredRuntime.add(subscription)
    hasSubscribers = true
    return ScopeSubscription { subscription.end() }
  }

  /// The tree that this scope is in, for people and tools.
  public var tree: ScopeTree { ScopeTree(self) }
}
