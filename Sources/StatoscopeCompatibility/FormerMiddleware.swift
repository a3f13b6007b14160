// The middleware of the first Statoscope's parents, as its version 0.2.0 called it.

import Statoscope

/// A scope that wraps its own events and those of the scopes below it, each with its type.
///
/// As in version 0.2.0 of the first Statoscope, only the nearest one wraps an event: the receiver itself, if it conforms,
/// otherwise its nearest ancestor that does.
@available(
  *,
  deprecated,
  message: "Use SubscopeMiddleware: func updateSubscope(_ event: ScopeEvent, _ next: …)"
)
public protocol HierarchialScopeMiddleWare: SubscopeMiddleware {
  /// Wraps one event of this scope or of a scope below it.
  ///
  /// - Parameter event: continues where ``WhenFromSubscope/forward()`` is called, and is dropped where it is
  ///   not.
  /// - Throws: the error to pass to the sender.
  func updateSubscope<SubWhen: Sendable>(_ event: WhenFromSubscope<SubWhen>) throws
}

@available(*, deprecated)
extension HierarchialScopeMiddleWare {
  /// Passes the event on with its type, unless another scope is nearer to its receiver.
  public func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws {
    guard event.scope.nearestMiddleWare === self else { return try next() }
    func update<When: Sendable>(_ when: When) throws {
      try withoutActuallyEscaping(next) { next in
        try updateSubscope(WhenFromSubscope(when: when, event: event, next: next))
      }
    }
    try update(event.when)
  }
}

extension ScopeNode: OwnEventsMiddleware {
  @available(*, deprecated)
  package var wrapsOwnEvents: Bool { self is any HierarchialScopeMiddleWare }

  /// The one scope that wraps the events of this one.
  @available(*, deprecated)
  fileprivate var nearestMiddleWare: ScopeNode? {
    var node: ScopeNode? = self
    while let current = node, !(current is any HierarchialScopeMiddleWare) {
      node = ScopeTree(current).parent
    }
    return node
  }
}

/// An event on its way to the scope that receives it.
@available(*, deprecated, message: "Use SubscopeMiddleware, whose updateSubscope gets a ScopeEvent and next")
public struct WhenFromSubscope<When: Sendable> {
  /// The event.
  public let when: When

  /// The path from the direct parent to the scope, as text, `\.self` for a root; it used to be a key path.
  @available(*, deprecated, message: "Use ScopeEvent's path, which is that from the root")
  public var subscopeKeyPath: String { event.pathFromParent }

  fileprivate let event: ScopeEvent
  fileprivate let next: () throws -> Void

  fileprivate init(when: When, event: ScopeEvent, next: @escaping () throws -> Void) {
    self.when = when
    self.event = event
    self.next = next
  }

  /// Continues with the event.
  ///
  /// - Throws: the error of the update.
  @available(*, deprecated, message: "Call next()")
  public func forward() throws { try next() }

  /// The receiver of the event.
  @available(*, deprecated, message: "Call next()")
  public func subscope() -> AnyScopeImplementation<When> {
    AnyScopeImplementation(event: event, next: next)
  }
}

/// The scope that receives an event, as a receiver of another one in its place.
@available(*, deprecated, message: "Use SubscopeMiddleware, whose updateSubscope gets a ScopeEvent and next")
public struct AnyScopeImplementation<When: Sendable> {
  fileprivate let event: ScopeEvent
  fileprivate let next: () throws -> Void

  // swift-format-ignore: NoLeadingUnderscores
  /// Continues with the received event, or with another one in its place: the scope updates at once, and once per call.
  ///
  /// No `updateSubscope` is called again; the middlewares of the scope itself are.
  /// - Throws: the error of the update.
  @available(
    *,
    deprecated,
    message: "Call next(), and change an event in addMiddleware(_:) of the scope itself"
  )
  public func _unsafeSendImplementation(_ when: When) throws {
    try event.replace(with: when, next)
  }
}
