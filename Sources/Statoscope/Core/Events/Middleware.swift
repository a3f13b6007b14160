extension ScopeProtocol {
  /// Wraps the update of this scope in a middleware; the last one added is the outermost.
  ///
  /// A middleware may drop the event by not calling `next`, change it, repeat it, or throw. It is called for
  /// every event, whether a caller or an effect sends it. All updates of one event are one: when the middleware throws, none
  /// of the effects that they have enqueued starts; when it catches the error of one update, those of the others start.
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
    isReady = false
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
}

/// A scope that acts as a middleware around every event of the scopes below it.
///
/// It is called like a middleware given to ``ScopeProtocol/addSubscopeMiddleware(_:)``, inside those that are
/// added later, but not for the scope's own events.
///
/// ```swift
/// final class NewsFeed: Scope, SubscopeMiddleware {
///   func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws {
///     log.append("\(event.path): \(event.when)")
///     try next()
///   }
///   …
/// }
/// ```
public protocol SubscopeMiddleware: ScopeNode {
  /// Wraps one event of a scope below this one.
  ///
  /// - Parameters:
  ///   - event: the event and the scope it was sent to.
  ///   - next: continues with the event; omit the call to drop the event, or repeat it to repeat the event.
  /// - Throws: the error to pass to the sender.
  func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws
}

/// A scope whose ``SubscopeMiddleware`` may wrap the scope's own events, too.
///
/// Only a module that knows of such scopes makes `ScopeNode` conform: that of the first Statoscope's names.
package protocol OwnEventsMiddleware: ScopeNode {
  /// Indicates whether the scope's middleware wraps the scope's own events.
  var wrapsOwnEvents: Bool { get }
}

extension ScopeNode {
  /// Installs this scope as a middleware of the events below it, if it conforms to the protocol.
  final func addOwnSubscopeMiddleware() {
    let wrapsOwnEvents = (self as? any OwnEventsMiddleware)?.wrapsOwnEvents == true
    // Properties that a custom mirror hides are listed only when they are used.
    guard wrapsOwnEvents || !links.isEmpty || self is any CustomReflectable else { return }
    addSubtreeMiddleware(isOwn: true) { owner, event, next in
      guard wrapsOwnEvents || event.scope !== owner, let middleware = owner as? any SubscopeMiddleware else {
        return try next()
      }
      try middleware.updateSubscope(event, next)
    }
  }
}

extension ScopeProtocol {
  /// Runs an update inside all middlewares: those of the scope itself, then those of the scopes above it, nearest first.
  func runMiddlewares(
    of ancestors: [(node: ScopeNode, middlewares: [SubtreeHooks.Middleware])],
    around when: When,
    _ update: (_ when: When) throws -> Void
  ) throws {
    guard !ancestors.isEmpty else { return try runOwnMiddlewares(around: when, update) }
    let context = context
    var path = EventPath(of: self)
    context.eventPaths = context.eventPaths + [path]
    defer {
      // By now the tree may be part of another, and a middleware may have retained the event.
      let latest = context.latest
      latest.eventPaths = latest.eventPaths.filter { $0 !== path }
      if !isKnownUniquelyReferenced(&path) { path.store() }
    }
    try withoutActuallyEscaping(update) { update in
      let event = ScopeEvent(scope: self, when: when, eventPath: path)
      var run: () throws -> Void = {
        try self.runOwnMiddlewares(
          around: event.eventPath.replacement.flatMap { $0 as? When } ?? when,
          update
        )
      }
      for (node, middlewares) in ancestors {
        for middleware in middlewares {
          let inner = run
          run = { try middleware(node, event.current, inner) }
        }
      }
      try run()
    }
  }

  private func runOwnMiddlewares(around when: When, _ update: (_ when: When) throws -> Void) throws {
    guard let middlewares = knownRuntime?.middlewares, !middlewares.isEmpty else { return try update(when) }
    try withoutActuallyEscaping(update) { update in
      let run = middlewares.reduce(update) { inner, middleware in { try middleware(self, $0, inner) } }
      try run(when)
    }
  }
}

/// An event of a scope, as ``ScopeProtocol/addSubscopeMiddleware(_:)`` passes it to a middleware.
public struct ScopeEvent {
  /// The scope that the event was sent to.
  public let scope: ScopeNode

  /// The event, a value of the scope's own event type.
  public let when: any Sendable

  /// The path from the root to the scope when the event was sent, as a key path in source: `\.list.items[3]`.
  ///
  /// It stays the same when the event removes the scope. Complexity: O(depth × siblings in the properties on
  /// the path).
  public var path: String { eventPath.text }

  /// The path from the direct parent to the scope when the event was sent: `\.items[3]`; `\.self` for a root.
  package var pathFromParent: String { eventPath.textFromParent }

  fileprivate let eventPath: EventPath

  /// The event that a middleware continues with in place of this one; usually this one.
  fileprivate var current: ScopeEvent {
    eventPath.replacement.map { ScopeEvent(scope: scope, when: $0, eventPath: eventPath) } ?? self
  }

  /// Continues with another event in place of this one: the middlewares inside and the update receive that one.
  ///
  /// - Parameters:
  ///   - replacement: a value of the scope's own event type.
  ///   - next: continues with the event.
  package func replace(with replacement: any Sendable, _ next: () throws -> Void) rethrows {
    let outer = eventPath.replacement
    eventPath.replacement = replacement
    defer { eventPath.replacement = outer }
    try next()
  }
}

/// The path of a scope when an event was sent to it.
///
/// Formatting a path costs more than most events, so it happens on demand. Until the tree changes, the path is the
/// present one; a change of a property on it leaves the segments behind, which are formatted on demand, too.
final class EventPath {
  private let scope: ScopeNode
  /// The root of the tree when the event was sent.
  private let root: ObjectIdentifier
  private var segments: [PathSegment]?
  /// The event that a middleware continues with in place of the one that was sent.
  fileprivate var replacement: (any Sendable)?

  fileprivate init(of scope: ScopeNode) {
    self.scope = scope
    root = ObjectIdentifier(ScopeTree(scope).root)
  }

  fileprivate var text: String { ScopeTree.keyPath((segments ?? presentSegments).map(\.text)) }

  fileprivate var textFromParent: String {
    ScopeTree.keyPath((segments ?? presentSegments).suffix(1).map(\.text))
  }

  private var presentSegments: [PathSegment] {
    var found: [PathSegment] = []
    var node = scope
    while ObjectIdentifier(node) != root, let parent = node.parentNode {
      if let segment = node.segmentFromParent { found.append(segment) }
      node = parent
    }
    return found.reversed()
  }

  /// Stores the segments, unless they were stored before.
  fileprivate func store() {
    if segments == nil { segments = presentSegments }
  }

  /// Stores the segments before the value of a property that holds the scope, or one above it, changes.
  ///
  /// The root counts, too: the scope may have left the tree that changes. Runs no code of the app.
  func willChange(_ link: SubscopeLink) {
    guard segments == nil else { return }
    var node = scope
    while let parent = node.parentNode {
      if node.isHeld(by: link) { return store() }
      node = parent
    }
  }
}
