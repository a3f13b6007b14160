import SharedScope
import Statoscope

extension SharedScope: ScopeProtocol {
  /// The events of this module.
  public typealias When = Int

  /// Notes an event; zero starts an effect.
  public func update(_ when: When) throws {
    handled.append("number \(when)")
    if when == 0 { effectsState.enqueue(AnyEffect { when }) }
  }
}

/// What this module does with a scope, whose events are numbers to it.
public enum NumberEvents {
  /// Sends an event from the actor that the scope lives on.
  public static func send(_ when: Int, to scope: SharedScope, isolation: isolated (any Actor)? = #isolation) {
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
