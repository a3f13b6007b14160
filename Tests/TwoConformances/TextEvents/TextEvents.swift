import SharedScope
import Statoscope

extension SharedScope: ScopeProtocol {
  /// The events of this module.
  public typealias When = String

  /// Notes an event; an empty one starts an effect.
  public func update(_ when: When) throws {
    handled.append("text \(when)")
    if when.isEmpty { effectsState.enqueue(AnyEffect { when }) }
  }
}

/// What this module does with a scope, whose events are texts to it.
public enum TextEvents {
  /// Sends an event from the actor that the scope lives on.
  public static func send(
    _ when: String,
    to scope: SharedScope,
    isolation: isolated (any Actor)? = #isolation
  ) {
    scope.send(when)
  }

  /// Adds a middleware, which notes events.
  public static func addMiddleware(to scope: SharedScope) {
    scope.addMiddleware { scope, when, next in
      scope.handled.append("around \(when)")
      try next(when)
    }
  }

  /// Adds a middleware around the events of all scopes below.
  public static func addSubscopeMiddleware(to scope: SharedScope) {
    scope.addSubscopeMiddleware(of: SharedScope.self) { [weak scope] _, when, next in
      scope?.handled.append("above \(when + when)")
      try next()
    }
  }

  /// Subscribes to events, which are noted.
  ///
  /// - Parameter action: is called after each event.
  public static func subscribe(
    to scope: SharedScope,
    _ action: @escaping (_ scope: SharedScope) -> Void = { _ in }
  ) -> ScopeSubscription {
    scope.subscribe { scope, when in
      scope.handled.append("after \(when + when)")
      action(scope)
    }
  }

  /// Subscribes to the events of all scopes below, which are noted.
  public static func subscribeBelow(_ scope: SharedScope) -> ScopeSubscription {
    scope.subscribe(to: SharedScope.self) { scope, _, when in scope.handled.append("below \(when + when)") }
  }

  /// Returns the number of effects.
  public static func effects(of scope: SharedScope) -> Int { scope.effects.count }
}
