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

extension ScopeNode {
  /// Installs this scope as a middleware of the events below it, if it conforms to the protocol.
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
