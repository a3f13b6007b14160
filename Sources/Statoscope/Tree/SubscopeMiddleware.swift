/// A scope that wraps every event of the scopes below it by itself.
///
/// It is called as a middleware given to ``ScopeProtocol/addSubscopeMiddleware(_:)`` is, inside those that
/// are added later, but not for the scope's own events.
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
  ///   - event: which scope it was sent to, and what happened.
  ///   - next: goes on with the event; it may be left out to drop it, or called again to repeat it.
  /// - Throws: what the sender is to hear of.
  func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws
}

extension ScopeNode {
  /// Calls this scope around the events below it, if it wants that.
  final func addOwnSubscopeMiddleware() {
    guard self is any SubscopeMiddleware else { return }
    addSubtreeMiddleware { owner, event, next in
      guard event.scope !== owner, let middleware = owner as? any SubscopeMiddleware else {
        return try next()
      }
      try middleware.updateSubscope(event, next)
    }
  }
}
