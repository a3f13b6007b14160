// Names of the first Statoscope for its users: each one names its replacement.

import Statoscope
import Synchronization

// MARK: Scopes

/// The former name of `Scope`.
@available(*, deprecated, renamed: "Scope")
public typealias Statostore = Scope

/// The former name of `Scope` for classes and their users.
@available(*, deprecated, renamed: "Scope")
public typealias ScopeImplementation = Scope

/// The former name of `Scope` for its users.
@available(*, deprecated, renamed: "Scope")
public typealias StoreProtocol = Scope

/// A scope that does nothing on any event.
@available(*, deprecated, message: "Write Scope, and func update(_ when: When) throws {}")
public typealias DummyScopeImplementation = ScopeNode & ScopeWithoutUpdate

/// A scope without events that only holds children and injected values.
@available(*, deprecated, message: "Write Scope, with enum When {} and func update(_ when: When) throws {}")
public typealias InjectionTreeNode = ScopeNode & ScopeWithoutUpdate

/// The part that ``DummyScopeImplementation`` and ``InjectionTreeNode`` add to a scope: an update that does
/// nothing.
@available(*, deprecated, message: "Write Scope, and func update(_ when: When) throws {}")
public protocol ScopeWithoutUpdate: ScopeProtocol {
  /// The events of the scope: none unless declared.
  associatedtype When = Never
}

@available(*, deprecated)
extension ScopeWithoutUpdate {
  /// Does nothing.
  public func update(_ when: When) throws {}
}

extension ScopeProtocol {
  /// Runs an event and rethrows the error of its update.
  @available(*, deprecated, renamed: "trySend(_:isolation:)")
  @discardableResult
  public func sendUnsafe(_ when: When, isolation: isolated (any Actor)? = #isolation) throws -> Self {
    try trySend(when, isolation: isolation)
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// Runs an event and rethrows the error of its update.
  @available(*, deprecated, renamed: "trySend(_:isolation:)")
  public func _unsafeSendImplementation(_ when: When, isolation: isolated (any Actor)? = #isolation) throws {
    try trySend(when, isolation: isolation)
  }

  /// The path from the root to this scope, as text; it used to be a key path.
  @available(*, deprecated, renamed: "tree.keyPathFromRoot")
  public var selfRootKeyPath: String { tree.keyPathFromRoot }
}

// MARK: Middleware

extension ScopeProtocol {
  /// Wraps the update of this scope in a middleware.
  @available(*, deprecated, renamed: "addMiddleware(_:)")
  @discardableResult
  public func addMiddleWare(
    _ middleware: @escaping (_ scope: Self, _ when: When, _ next: (When) throws -> Void) throws -> Void
  ) -> Self {
    addMiddleware(middleware)
  }

  /// Changes the events of this scope; returning nil drops an event.
  @available(*, deprecated, message: "Use addMiddleware { scope, when, next in try next(when) }")
  @discardableResult
  public func addMiddleWare(_ map: @escaping (_ scope: Self, _ when: When) throws -> When?) -> Self {
    addMiddleware { scope, when, next in
      if let when = try map(scope, when) { try next(when) }
    }
  }
}

// MARK: Injection

/// The former name of `Injected` with a default value of its own.
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

  /// Unavailable: a value that takes precedence over the tree is one that the scope provides.
  @available(*, unavailable, renamed: "Inject(wrappedValue:)", message: "Write @Inject var name = value")
  public init(overwrittingValue: Value?) {
    preconditionFailure("unavailable")
  }
}

extension ScopeProtocol {
  /// Injects an ancestor into this scope, for its `@Superscope` to find.
  @available(*, deprecated, renamed: "injectObject(_:)")
  @discardableResult
  public func injectSuperscopeForTesting<Ancestor: AnyObject>(_ ancestor: Ancestor) -> Self {
    injectObject(ancestor)
  }

  /// Returns the value that the scope finds, or the type's default.
  @available(*, deprecated, message: "Declare @Injected var value: Value, or try resolve(Value.self)")
  public func resolve<Value: Injectable>() -> Value {
    (try? resolve(Value.self)) ?? Value.defaultValue(for: self)
  }

  /// Returns the value that the scope finds.
  ///
  /// - Throws: `NoInjectedValueFound` when there is none.
  @available(*, deprecated, message: "Write try resolve(Value.self)")
  public func resolveUnsafe<Value>() throws -> Value {
    try resolve(Value.self)
  }
}

// MARK: Effects

extension AnyEffect {
  /// The original effect, and its result type.
  @available(*, deprecated, message: "Write String(describing: effect.pristine)")
  public var debugDescription: String {
    "\(EffectText(pristine).text): \(typeName(ResultType.self))"
  }
}

/// A Boolean value that makes trees without an injected `EffectsExecution` only list their effects.
///
/// It applies to the process. False by default: the library does not check whether tests are running.
@available(*, deprecated, message: "Give a tree its own: scope.injectObject(EffectsExecution.enqueueOnly)")
public var scopeEffectsDisabledInUnitTests: Bool {
  get { EffectsExecution.isEnqueueOnlyByDefault.load(ordering: .relaxed) }
  set { EffectsExecution.isEnqueueOnlyByDefault.store(newValue, ordering: .relaxed) }
}

// MARK: Logging

extension LogLevel {
  /// Errors and every event.
  @available(*, deprecated, message: "Write .basic")
  public static var basic: Set<LogLevel> { .basic }

  /// All levels but the whole states; now called `.verbose`.
  @available(
    *,
    deprecated,
    message: "Write .verbose, which is all levels but .state; .all is every level now"
  )
  public static var all: Set<LogLevel> { .verbose }

  /// All levels; now called `.all`.
  @available(*, deprecated, message: "Write .all, which is every level; .verbose is all but .state now")
  public static var verbose: Set<LogLevel> { .all }
}

extension StatoscopeLogger {
  /// The receiver of lines of every level, whatever `logLevel` was; nil restores the former sink and levels.
  @available(*, deprecated, message: "Set sink, and logLevel to .all")
  public static var logReplacement: Sink? {
    get { replaced.withLock { $0 == nil } ? nil : sink }
    set {
      if let newValue {
        let configured = LogSettings(sink: sink, levels: logLevel)
        replaced.update { $0 = $0 ?? configured }
        (sink, logLevel) = (newValue, .all)
      } else if let configured = replaced.exchange(nil) {
        (sink, logLevel) = (configured.sink, configured.levels)
      }
    }
  }

  /// The settings that a replacement has taken the place of.
  private static let replaced = Locked<LogSettings?>(nil)
}

/// The log's settings.
private struct LogSettings: Sendable {
  let sink: StatoscopeLogger.Sink
  let levels: Set<LogLevel>
}
