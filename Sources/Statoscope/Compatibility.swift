// Names of the first Statoscope, for those who come from there: each says what took its place.

import Synchronization

/// The former name of `Scope`.
@available(*, deprecated, renamed: "Scope")
public typealias Statostore = Scope

/// The former name of ``SubscopeMiddleware``.
@available(*, deprecated, renamed: "SubscopeMiddleware")
public typealias HierarchialScopeMiddleWare = SubscopeMiddleware

/// The former name of ``Injected`` with a default of its own.
@available(*, deprecated, renamed: "Injected", message: "Write @Injected(default: value)")
public typealias InjectedWithDefault = Injected

extension Injected {
  /// Falls back to a value given here, as `@InjectedWithDefault` did.
  @available(*, deprecated, renamed: "init(default:)")
  public init(_ value: @autoclosure @escaping () -> Value) {
    self.init(default: value())
  }
}

extension ScopeProtocol {
  /// Runs an event and rethrows what its update throws.
  @available(*, deprecated, renamed: "trySend(_:isolation:)")
  @discardableResult
  public func sendUnsafe(_ when: When, isolation: isolated (any Actor)? = #isolation) throws -> Self {
    try trySend(when, isolation: isolation)
  }

  /// Wraps the update of this scope.
  @available(*, deprecated, renamed: "addMiddleware(_:)")
  @discardableResult
  public func addMiddleWare(
    _ middleware: @escaping (_ scope: Self, _ when: When, _ next: (When) throws -> Void) throws -> Void
  ) -> Self {
    addMiddleware(middleware)
  }

  /// Changes the events of this scope, or drops one by answering with nil.
  @available(*, deprecated, message: "Use addMiddleware { scope, when, next in try next(when) }")
  @discardableResult
  public func addMiddleWare(_ map: @escaping (_ scope: Self, _ when: When) throws -> When?) -> Self {
    addMiddleware { scope, when, next in
      if let when = try map(scope, when) { try next(when) }
    }
  }

  /// Gives an ancestor to a scope that has none, for its `@Superscope` to find.
  @available(*, deprecated, renamed: "injectObject(_:)")
  @discardableResult
  public func injectSuperscopeForTesting<Ancestor: AnyObject>(_ ancestor: Ancestor) -> Self {
    injectObject(ancestor)
  }
}

/// True to only list effects in trees without an injected ``EffectsExecution``.
///
/// It holds for the process. False at first: nothing looks at whether tests are run.
@available(*, deprecated, message: "Give a tree its own: scope.injectObject(EffectsExecution.enqueueOnly)")
public var scopeEffectsDisabledInUnitTests: Bool {
  get { EffectsExecution.isEnqueueOnlyByDefault.load(ordering: .relaxed) }
  set { EffectsExecution.isEnqueueOnlyByDefault.store(newValue, ordering: .relaxed) }
}
