/// A value provided by one scope, of any type: to look-ups, and to effects if its type is `Sendable`.
@usableFromInline
class InjectedValue {
  final let forEffects: (any Sendable)?
  /// Indicates whether it was injected under a class of scopes; an ancestor of that class may be nearer.
  final let isOfScope: Bool
  /// Indicates whether its look-ups are recorded in an explored tree: it is an object, or may refer to one.
  fileprivate final let isRecorded: Bool

  fileprivate init(forEffects: (any Sendable)?, isOfScope: Bool, isRecorded: Bool) {
    self.forEffects = forEffects
    self.isOfScope = isOfScope
    self.isRecorded = isRecorded
  }

  /// Checks whether the look-ups of a value are recorded: those of a structure only if it was injected by an exploration,
  /// because most structures refer to no object.
  fileprivate static func isRecorded(_ value: Any) -> Bool {
    Swift.type(of: value) is AnyObject.Type || EffectsExecution.isMakingScopes
  }

  var type: Any.Type { preconditionFailure("every injected value is a TypedInjectedValue") }

  fileprivate var untyped: Any {
    preconditionFailure("only the look-ups of a TypedInjectedValue are recorded")
  }

  /// Returns the value as the type that it was injected under.
  ///
  /// Inlined, so that the class to check for is not looked up at run time.
  @inlinable
  final func value<Value>(as type: Value.Type) -> Value {
    guard let typed = self as? TypedInjectedValue<Value> else { return ancestor(as: type) }
    return typed.value
  }

  /// Returns the ancestor that is found instead of a value.
  ///
  /// Not part of ``value(as:)``, which would reserve stack space for it and look up generic metadata.
  @inline(never)
  @usableFromInline
  final func ancestor<Value>(as type: Value.Type) -> Value {
    guard let ancestor = (self as? AncestorAsValue)?.scope as? Value else {
      preconditionFailure("a value is found under the identity of the type that it was injected under")
    }
    return ancestor
  }
}

@usableFromInline
final class TypedInjectedValue<Value>: InjectedValue {
  @usableFromInline let value: Value

  override var type: Any.Type { Value.self }

  override fileprivate var untyped: Any { value }

  init(_ value: Value) {
    self.value = value
    super.init(
      forEffects: nil,
      isOfScope: Value.self is ScopeNode.Type,
      isRecorded: InjectedValue.isRecorded(value)
    )
  }

  init(_ value: Value) where Value: Sendable {
    self.value = value
    super.init(
      forEffects: value,
      isOfScope: Value.self is ScopeNode.Type,
      isRecorded: InjectedValue.isRecorded(value)
    )
  }
}

/// An ancestor as a value that it provides under its own class.
final class AncestorAsValue: InjectedValue {
  fileprivate let scope: ScopeNode

  init(_ scope: ScopeNode) {
    self.scope = scope
    super.init(forEffects: nil, isOfScope: true, isRecorded: false)
  }
}

/// The injected objects that the scopes of a tree have looked up, alone or in structures, for an exploration: what changes
/// in them is state.
package final class ObjectLookUps {
  /// An injected value that scopes of a class have looked up.
  package struct LookUp {
    fileprivate let injected: InjectedValue
    package let scope: Any.Type

    package var value: Any { injected.untyped }
  }

  private var known: [LookUp] = []
  /// The look-ups of what refers to objects.
  package private(set) var ofObjects: [LookUp] = []
  /// The ways to the storage of the tree's property wrappers, which each access adds to.
  let storageReaders: StorageReaders
  /// Is called when code of the app reads the effects of a scope, whose order tells states apart then.
  let readsEffects: () -> Void
  private let hasObjects: ((LookUp) -> Bool)?

  /// - Parameters:
  ///   - storageReaders: receives the ways to the storage of property wrappers.
  ///   - readsEffects: is called when code of the app reads the effects of a scope.
  ///   - hasObjects: is called before a scope of a class receives a value for the first time, and returns whether that refers
  ///     to objects; nil to record no look-ups.
  package init(
    storageReaders: StorageReaders,
    readsEffects: @escaping () -> Void,
    hasObjects: ((LookUp) -> Bool)?
  ) {
    self.storageReaders = storageReaders
    self.readsEffects = readsEffects
    self.hasObjects = hasObjects
  }

  fileprivate func record(_ injected: InjectedValue, of scope: Any.Type) {
    guard let hasObjects, !known.contains(where: { $0.injected === injected && $0.scope == scope }) else {
      return
    }
    let lookUp = LookUp(injected: injected, scope: scope)
    known.append(lookUp)
    if hasObjects(lookUp) { ofObjects.append(lookUp) }
  }
}

/// The overrides in force at a scope that provides values, and its values for effects.
final class ScopeInjection {
  /// The values for effects, which run on other threads; nil until an effect needs them.
  var knownForEffects: EffectContext.Level?

  /// The values below the overrides of their types, for types that have any.
  private var overridden: [ObjectIdentifier: InjectedValue?] = [:]
  private var overrides: [(key: ObjectIdentifier, number: UInt64, value: InjectedValue)] = []
  private var lastNumber: UInt64 = 0

  /// Sets the value below the overrides of a type; returns false when it has none.
  func setOverridden(_ value: InjectedValue?, under key: ObjectIdentifier) -> Bool {
    guard let former = overridden[key] else { return false }
    // Released after the access: its `deinit` may look up a value here.
    withExtendedLifetime(former) { overridden[key] = .some(value) }
    return true
  }

  /// Adds an override.
  ///
  /// - Returns: the number with which to end it.
  func override(_ former: InjectedValue?, with value: InjectedValue, under key: ObjectIdentifier) -> UInt64 {
    lastNumber += 1
    if overridden[key] == nil { overridden[key] = .some(former) }
    overrides.append((key, lastNumber, value))
    return lastNumber
  }

  /// Ends an override, and returns the value that its type has from now on; nil if it had ended before.
  func endOverride(_ number: UInt64) -> (key: ObjectIdentifier, value: InjectedValue?)? {
    guard let index = overrides.firstIndex(where: { $0.number == number }) else { return nil }
    // Released after the access: its `deinit` may end another override.
    let ended = overrides.remove(at: index)
    if let last = overrides.last(where: { $0.key == ended.key }) { return (ended.key, last.value) }
    return (ended.key, overridden.removeValue(forKey: ended.key) ?? nil)
  }
}

extension ScopeNode {
  // MARK: Providing values

  /// Provides a value to this scope and to all scopes below it.
  final func inject<Value>(_ value: Value, as type: Value.Type) {
    provide(TypedInjectedValue(value), under: ObjectIdentifier(type))
  }

  /// Provides a value to this scope, to all scopes below it, and to the effects that they enqueue.
  final func injectSendable<Value: Sendable>(_ value: Value, as type: Value.Type) {
    provide(TypedInjectedValue(value), under: ObjectIdentifier(type))
  }

  /// Provides a value, or none, below the overrides of its type that are in force here.
  final func provide(_ value: InjectedValue?, under key: ObjectIdentifier) {
    linkSubscopes()
    if injection?.setOverridden(value, under: key) != true { put(value, under: key) }
    if let value { logProvided(value) }
  }

  /// Provides a value until the token is cancelled or released.
  final func override<Value>(_ value: InjectedValue, as type: Value.Type) -> InjectionOverride {
    linkSubscopes()
    let (key, injection) = (ObjectIdentifier(type), injection ?? ScopeInjection())
    self.injection = injection
    let number = injection.override(injectedValues[key], with: value, under: key)
    put(value, under: key)
    logProvided(value)
    return InjectionOverride(scope: self, number: number)
  }

  final func endOverride(_ number: UInt64) {
    if let (key, value) = injection?.endOverride(number) { put(value, under: key) }
  }

  /// Sets or removes the value that look-ups find here, and notifies the observers below that depend on it.
  private final func put(_ value: InjectedValue?, under key: ObjectIdentifier) {
    let former = (injectedValues, injection)
    // Changed in a copy: changed in place, each look-up would check for exclusivity.
    var changed = injectedValues
    changed[key] = value
    injectedValues = changed
    injection = changed.isEmpty ? nil : injection ?? ScopeInjection()
    injection?.knownForEffects = nil
    // An observer below has created the context of the tree.
    if let context = knownContext, context.hookCounts.moves > 0 { notifyMoved() }
    // Released after the properties are written: its `deinit` may look up a value here.
    withExtendedLifetime(former) {}
  }

  private final func logProvided(_ value: InjectedValue) {
    StatoscopeLogger.log(.injection) {
      "\(logName) provides \(Statoscope.typeName(value.type)) to itself and all scopes below it"
    }
  }

  // MARK: Looking up values

  /// Returns the nearest value of a type on the path from here to the root: one that a scope provides under that type, or
  /// an ancestor that is of that class, or of a subclass.
  ///
  /// It is the only look-up of the library. At one scope, what it provides comes before the scope itself. Complexity:
  /// O(depth).
  @usableFromInline
  final func lookUp(_ type: Any.Type) -> InjectedValue? {
    linkSubscopes()
    // Most values are of other types, and are found without checking the class of each ancestor.
    let value = nearestValue(under: ObjectIdentifier(type))
    if let value, !value.isOfScope {
      if value.isRecorded { recordLookUp(of: value) }
      return value
    }
    return type is ScopeNode.Type ? nearestScope(type) : value
  }

  @inline(never)
  private final func recordLookUp(of value: InjectedValue) {
    var node = self
    // A scope that has needed no context so far is in the tree of the next one above.
    while node.storedContext == nil, let parent = node.parentNode { node = parent }
    node.knownContext?.objectLookUps?.record(value, of: Swift.type(of: self))
  }

  /// The look-ups of injected objects in this scope's tree, if they are recorded.
  package final var objectLookUps: ObjectLookUps? {
    get { knownContext?.objectLookUps }
    set { context.objectLookUps = newValue }
  }

  /// Returns the same as the type that was looked up.
  final func lookUp<Value>(valueOf type: Value.Type) -> Value? { lookUp(type)?.value(as: type) }

  private final func nearestScope<Ancestor>(_ type: Ancestor.Type) -> InjectedValue? {
    let key = ObjectIdentifier(type)
    var node: ScopeNode? = self
    while let current = node {
      if let value = current.injectedValues[key] { return value }
      if current !== self, current is Ancestor { return AncestorAsValue(current) }
      node = current.parentNode
    }
    return nil
  }

  /// The context of effects enqueued here; nil when nothing is injected.
  ///
  /// Complexity: O(depth).
  final var effectContext: EffectContext? {
    let providers = providersOnPath
    guard !providers.isEmpty else { return nil }
    return EffectContext(levels: providers.map(\.valuesForEffects))
  }

  private final var valuesForEffects: EffectContext.Level {
    if let known = injection?.knownForEffects { return known }
    let found = injectedValues.forEffects
    injection?.knownForEffects = found
    return found
  }

  // MARK: Defaults

  /// Logs a look-up that fell back to the default of a type: the first one of its tree as an error, unless it
  /// is deliberate.
  ///
  /// A plan or an exploration handles defaults itself, so all of its tree's are deliberate.
  final func logDefault(of type: Any.Type, isMeant: Bool) {
    guard !isMeant, StatoscopeLogger.isEnabled(.errors), context.hookCounts.defaultValues == 0 else {
      return logMeantDefault(of: type)
    }
    guard context.loggedDefaults.insert(ObjectIdentifier(type)).inserted else { return }
    guard !listsEffectsOnly else { return logMeantDefault(of: type) }
    StatoscopeLogger.log(.errors) {
      let name = Statoscope.typeName(type)
      return """
        \(logName) looked up \(name), found none, and got \(name).defaultValue. Inject a value at the root with \
        injectObject(_:), even if it is the default, or write @Injected(default:) for a deliberate default.
        """
    }
  }

  private func logMeantDefault(of type: Any.Type) {
    StatoscopeLogger.log(.injection) {
      "\(logName) looked up \(Statoscope.typeName(type)), found none, and got the default"
    }
  }
}
