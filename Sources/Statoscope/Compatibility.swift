// Names of the first Statoscope, for those who come from there: each says what took its place.

import Synchronization

// MARK: Scopes

/// The former name of `Scope`.
@available(*, deprecated, renamed: "Scope")
public typealias Statostore = Scope

/// The former name of `Scope`, as a class and its users name it.
@available(*, deprecated, renamed: "Scope")
public typealias ScopeImplementation = Scope

/// The former name of `Scope`, as its users name it.
@available(*, deprecated, renamed: "Scope")
public typealias StoreProtocol = Scope

/// A scope that does nothing on any event.
@available(*, deprecated, message: "Write Scope, and func update(_ when: When) throws {}")
public typealias DummyScopeImplementation = ScopeNode & ScopeWithoutUpdate

/// A scope that has no events, and is only there to hold children and what is injected for them.
@available(*, deprecated, message: "Write Scope, with enum When {} and func update(_ when: When) throws {}")
public typealias InjectionTreeNode = ScopeNode & ScopeWithoutUpdate

/// What ``DummyScopeImplementation`` and ``InjectionTreeNode`` add to a scope: an update that does nothing.
@available(*, deprecated, message: "Write Scope, and func update(_ when: When) throws {}")
public protocol ScopeWithoutUpdate: ScopeProtocol {
  /// Everything that can happen to the scope: nothing, unless it says so.
  associatedtype When = Never
}

@available(*, deprecated)
extension ScopeWithoutUpdate {
  /// Does nothing.
  public func update(_ when: When) throws {}
}

extension ScopeProtocol {
  /// Runs an event and rethrows what its update throws.
  @available(*, deprecated, renamed: "trySend(_:isolation:)")
  @discardableResult
  public func sendUnsafe(_ when: When, isolation: isolated (any Actor)? = #isolation) throws -> Self {
    try trySend(when, isolation: isolation)
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// Runs an event and rethrows what its update throws.
  @available(*, deprecated, renamed: "trySend(_:isolation:)")
  public func _unsafeSendImplementation(_ when: When, isolation: isolated (any Actor)? = #isolation) throws {
    try trySend(when, isolation: isolation)
  }

  /// The path from the root to this scope, as text; it was a key path.
  @available(*, deprecated, renamed: "tree.keyPathFromRoot")
  public var selfRootKeyPath: String { tree.keyPathFromRoot }
}

// MARK: Middleware

extension ScopeProtocol {
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
}

/// A scope that wraps every event of the scopes below it, each with its type.
@available(
  *,
  deprecated,
  message: "Use SubscopeMiddleware: func updateSubscope(_ event: ScopeEvent, _ next: …)"
)
public protocol HierarchialScopeMiddleWare: SubscopeMiddleware {
  /// Wraps one event of a scope below this one.
  ///
  /// - Parameter event: goes on where ``WhenFromSubscope/forward()`` is called, and is dropped where it is not.
  /// - Throws: what the sender is to receive.
  func updateSubscope<SubWhen: Sendable>(_ event: WhenFromSubscope<SubWhen>) throws
}

@available(*, deprecated)
extension HierarchialScopeMiddleWare {
  /// Gives the event its type.
  public func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws {
    func update<When: Sendable>(_ when: When) throws {
      try withoutActuallyEscaping(next) { next in
        try updateSubscope(WhenFromSubscope(when: when, scope: event.scope, path: event.path, next: next))
      }
    }
    try update(event.when)
  }
}

/// An event on its way to a scope below the one that wraps it.
@available(*, deprecated, message: "Use SubscopeMiddleware, whose updateSubscope gets a ScopeEvent and next")
public struct WhenFromSubscope<When: Sendable> {
  /// What happened.
  public let when: When

  /// The path to the scope, as text; ``subscopeKeyPath`` was a key path.
  @available(*, deprecated, message: "Use ScopeEvent's path")
  public var subscopeKeyPath: String { path }

  fileprivate let scope: ScopeNode
  fileprivate let path: String
  fileprivate let next: () throws -> Void

  fileprivate init(when: When, scope: ScopeNode, path: String, next: @escaping () throws -> Void) {
    self.when = when
    self.scope = scope
    self.path = path
    self.next = next
  }

  /// Goes on with the event.
  ///
  /// - Throws: what the update throws.
  @available(*, deprecated, message: "Call next()")
  public func forward() throws { try next() }

  /// What the event is on its way to.
  @available(*, deprecated, message: "Call next()")
  public func subscope() -> AnyScopeImplementation<When> {
    AnyScopeImplementation(when: when, scope: scope, next: next)
  }
}

/// A scope below the one that wraps its events, as one that an event can be sent to.
@available(*, deprecated, message: "Use SubscopeMiddleware, whose updateSubscope gets a ScopeEvent and next")
public struct AnyScopeImplementation<When: Sendable> {
  fileprivate let when: When
  fileprivate let scope: ScopeNode
  fileprivate let next: () throws -> Void

  // swift-format-ignore: NoLeadingUnderscores
  /// Goes on with the event that was received, or sends another one.
  ///
  /// Another event is an event of its own: it waits until the scope has handled what it handles now, and passes all
  /// middleware, this one too.
  /// - Throws: what the update throws.
  @available(
    *,
    deprecated,
    message: "Call next(), and change an event in addMiddleware(_:) of the scope itself"
  )
  public func _unsafeSendImplementation(_ when: When) throws {
    guard EventText(when).text != EventText(self.when).text else { return try next() }
    // No actor is named here: the tree's home is the one it has.
    func send<Subscope: ScopeProtocol>(to subscope: Subscope) throws {
      if let when = when as? Subscope.When { try subscope.trySend(when, isolation: nil) }
    }
    if let subscope = scope as? any ScopeProtocol { try send(to: subscope) }
  }
}

// MARK: Injection

/// The former name of ``Injected`` with a default of its own.
@available(*, deprecated, renamed: "Injected", message: "Write @Injected(default: value)")
public typealias InjectedWithDefault = Injected

extension Injected {
  /// Falls back to a value given here, as `@InjectedWithDefault` did.
  @available(*, deprecated, renamed: "init(default:)")
  public init(_ value: @autoclosure @escaping () -> Value) {
    self.init(default: value())
  }

  /// Falls back to the type's own default.
  @available(*, deprecated, renamed: "init()", message: "Write @Injected")
  public init(_ type: Value.Type) where Value: Injectable {
    self.init()
  }

  /// Cannot be used: a value that wins over the tree is one that the scope gives.
  @available(*, unavailable, renamed: "Inject(wrappedValue:)", message: "Write @Inject var name = value")
  public init(overwrittingValue: Value?) {
    preconditionFailure("unavailable")
  }
}

extension ScopeProtocol {
  /// Gives an ancestor to this scope, for its `@Superscope` to find.
  @available(*, deprecated, renamed: "injectObject(_:)")
  @discardableResult
  public func injectSuperscopeForTesting<Ancestor: AnyObject>(_ ancestor: Ancestor) -> Self {
    injectObject(ancestor)
  }

  /// The value that the scope finds, or the type's default.
  @available(*, deprecated, message: "Declare @Injected var value: Value, or try resolve(Value.self)")
  public func resolve<Value: Injectable>() -> Value {
    (try? resolve(Value.self)) ?? Value.defaultValue(for: self)
  }

  /// The value that the scope finds.
  ///
  /// - Throws: ``NoInjectedValueFound`` when there is none.
  @available(*, deprecated, renamed: "resolve(_:)")
  public func resolveUnsafe<Value>() throws -> Value {
    try resolve(Value.self)
  }
}

// MARK: Effects

extension AnyEffect {
  /// The effect that was written, and what it ends with.
  @available(*, deprecated, message: "Write String(describing: effect.pristine)")
  public var debugDescription: String {
    "\(EffectText(pristine).text): \(typeName(ResultType.self))"
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

// MARK: Logging

extension LogLevel {
  /// What goes wrong and every event.
  @available(*, deprecated, message: "Write .basic")
  public static var basic: Set<LogLevel> { .basic }

  /// Every kind of line but the whole states: what is now `.verbose`.
  @available(
    *,
    deprecated,
    message: "Write .verbose, which is all levels but .state; .all is every level now"
  )
  public static var all: Set<LogLevel> { .verbose }

  /// Every kind of line: what is now `.all`.
  @available(*, deprecated, message: "Write .all, which is every level; .verbose is all but .state now")
  public static var verbose: Set<LogLevel> { .all }
}

extension StatoscopeLogger {
  /// Receives each line of every level, whatever ``logLevel`` was; nil for standard error and the levels of before.
  @available(*, deprecated, message: "Set sink, and logLevel to .all")
  public static var logReplacement: Sink? {
    get { replacement }
    set { replace(with: newValue) }
  }
}
