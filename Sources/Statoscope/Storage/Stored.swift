/// State that outlives the process, in the ``StateStorage`` that the scope finds up its tree.
///
/// ```swift
/// final class Counter: Scope {
///   @Stored("count") var count = 0
///   @Stored("name") var name: String?
///   …
/// }
/// let counter = Counter().injectObject(StateStorage.file(url))
/// ```
/// All properties of one key of one storage share its value: in scopes of one tree or of several, on any
/// actor, in any process. Each scope publishes their changes like those of its other state. Setting returns
/// when the value is stored, unless the storage defers that or is remote; nil removes it. While nothing is stored, a key shows the default that was shown
/// first. Errors are logged at ``LogLevel/errors``.
///
/// Changes within the same tree are published immediately. Changes made elsewhere are published where the
/// scope's tree lives: on the actor of the last event that named one. A tree that never had such an event is
/// notified of them through `withObservationTracking`, and through ``ScopeProtocol/changes(of:isolation:)``
/// of the property itself.
///
/// `count += 1` is a read and a write, between which others may write; `$count.update { $0 += 1 }` is atomic,
/// across actors, and across processes that share a file.
///
/// The key may depend on the scope:
///
/// ```swift
/// final class Session: Scope {
///   @Stored var visits: Int
///   init(id: String) { _visits = Stored(wrappedValue: 0, "visits of \(id)") }
/// }
/// ```
/// In a ``StorageSchema`` the property declares the name and the default of a value.
@propertyWrapper
public struct Stored<Value: Codable & Sendable>: Sendable {
  // As little as possible: each access of the property copies this.
  private let link: StoredLink<Value>
  /// The value in a schema; nil for the default.
  private var ownValue: Value?
  private var isSet = false

  var key: String { link.key }

  /// Creates a property with a key, and a default that it shows while nothing is stored.
  ///
  /// - Parameters:
  ///   - wrappedValue: the default.
  ///   - key: the key.
  ///   - formerKey: the key that an older version of the app has used. Its value is moved once, when nothing is stored
  ///     under the new key.
  public init(wrappedValue: Value, _ key: String, formerly formerKey: String? = nil) {
    if (wrappedValue as? any OptionalValue)?.isNil == false {
      Misuse.defaultOfOptional(key: key, type: typeName(Value.self)).refuse()
    }
    if StorageChanges.isReserved(key) { Misuse.reservedKey(key).refuse() }
    link = StoredLink(key: key, formerKey: formerKey, default: wrappedValue)
    ownValue = SchemaReading.current?.value(forKey: key, formerKey: formerKey, default: wrappedValue)
  }

  /// Creates a property with a key that is nil while nothing is stored.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - formerKey: the key that an older version of the app has used, as for
  ///     ``init(wrappedValue:_:formerly:)``.
  public init<Wrapped>(_ key: String, formerly formerKey: String? = nil) where Value == Wrapped? {
    self.init(wrappedValue: nil, key, formerly: formerKey)
  }

  /// Creates a redacted property with a key that is nil while nothing is stored.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - formerKey: the key that an older version of the app has used, as for
  ///     ``init(wrappedValue:_:formerly:)``.
  public init<Wrapped>(_ key: String, formerly formerKey: String? = nil) where Value == Redacted<Wrapped?> {
    self.init(wrappedValue: Redacted(wrappedValue: nil), key, formerly: formerKey)
  }

  /// The value in the scope's storage.
  ///
  /// Reading costs O(1) unless the value has changed, or was never read before; setting costs the time that
  /// the storage takes to store it.
  public static subscript<Owner: ScopeNode, Shown>(
    _enclosingInstance owner: Owner,
    // Another type than the value's where another wrapper stands behind this one, such as `@Redacted`.
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Shown>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Stored<Value>>
  ) -> Value {
    get {
      let link = link(of: owner, storageKeyPath)
      owner.storedObservation?.record(
        PropertyRead(of: owner, through: wrappedKeyPath, to: storageKeyPath, outside: link)
      )
      return link.read(of: owner)
    }
    set { attachedLink(of: owner, storageKeyPath).write(newValue, of: owner) }
  }

  /// Atomic changes of the value, as described for ``StoredChanges/update(_:)``.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    projected wrappedKeyPath: KeyPath<Owner, StoredChanges<Value>>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Stored<Value>>
  ) -> StoredChanges<Value> {
    StoredChanges(link: attachedLink(of: owner, storageKeyPath), owner: owner)
  }

  /// Returns the link of a property, attached to its scope even where a custom mirror hides the property.
  private static func attachedLink<Owner: ScopeNode>(
    of owner: Owner,
    _ keyPath: KeyPath<Owner, Stored<Value>>
  ) -> StoredLink<Value> {
    let link = link(of: owner, keyPath)
    link.attachIfHidden(to: owner)
    return link
  }

  private static func link<Owner: ScopeNode>(
    of owner: Owner,
    _ keyPath: KeyPath<Owner, Stored<Value>>
  ) -> StoredLink<Value> {
    owner.linkSubscopes()
    owner.learn(keyPath)
    return owner[keyPath: keyPath].link
  }

  /// Unavailable in a schema, whose values are changed with ``StateStorage/update(_:_:)``.
  @available(*, unavailable, message: "a schema's values are changed with StateStorage.update(_:_:)")
  public var projectedValue: StoredChanges<Value> { preconditionFailure("unavailable") }

  /// The value of a schema's property.
  public var wrappedValue: Value {
    get { ownValue ?? link.defaultValue }
    set {
      ownValue = newValue
      isSet = true
    }
  }
}

extension Stored: LinkedProperty {
  func link(to scope: ScopeNode) { link.attach(to: scope) }
}

extension Stored: ShownState {
  package var shownState: Any? { link.shownValue ?? wrappedValue }
}

/// A property whose value belongs to a storage, so that several scopes show the same state.
package protocol SharedState {
  /// The storage and the key; nil before a storage is known.
  var sharedKey: SharedStateKey? { get }
}

/// A key of one storage.
package struct SharedStateKey: Hashable {
  fileprivate let storage: ObjectIdentifier
  fileprivate let key: String
}

extension Stored: SharedState {
  package var sharedKey: SharedStateKey? {
    link.knownStorage.map { SharedStateKey(storage: ObjectIdentifier($0), key: key) }
  }
}

/// A `@Stored` of any value, as reflection finds it in a schema.
protocol StoredProperty {
  /// Adds the property's value to an update, if it was set.
  func writeIfSet(to edit: inout StorageEdit) throws(StorageError)
}

extension Stored: StoredProperty {
  func writeIfSet(to edit: inout StorageEdit) throws(StorageError) {
    if isSet { try edit.write(wrappedValue, forKey: key) }
  }
}

/// Atomic changes of one stored value; for a property `count` of a scope, the value of `$count`.
///
/// It retains the scope.
public struct StoredChanges<Value: Codable & Sendable> {
  fileprivate let link: StoredLink<Value>
  fileprivate let owner: ScopeNode

  /// Changes the value atomically, across scopes, actors and, where the storage supports it, processes.
  ///
  /// ```swift
  /// case .visited: $visits.update { $0 += 1 }
  /// ```
  /// If another writer comes in between, the closure runs again, with the new value. The result is written
  /// before this returns, even if writes are deferred, after the write in progress. If it cannot be written,
  /// nothing is changed, and the error is logged at ``LogLevel/errors``.
  ///
  /// In a remote storage the change is visible at once, and made in the background: the closure may run again at any
  /// later time, outside the caller's actor. If it throws then, the change is given up, and an error is logged.
  ///
  /// Files and databases compare across processes; the user's defaults, the keychain and iCloud do not.
  ///
  /// - Parameter body: changes the value; when it throws, nothing is changed.
  /// - Returns: the result of the closure for the value that the property has shown.
  @discardableResult
  public func update<Result, Failure: Error>(
    _ body: @escaping @Sendable (_ value: inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let end = link.update(of: owner, body)
    if let error = end.error { owner.logStorageError(error) }
    return try end.result.get()
  }

  /// Changes the value atomically, as ``update(_:)`` does, and throws the error that it would log.
  ///
  /// In a remote storage it throws when the change is refused, because too many wait; whether it is stored, ``StateStorage/flush()``
  /// tells.
  ///
  /// - Parameter body: changes the value; when it throws, nothing is changed.
  /// - Returns: the result of the closure for the value that the property has shown.
  /// - Throws: the error of the closure, or ``StorageError`` when the change cannot be stored; nothing is changed then.
  @discardableResult
  public func tryUpdate<Result>(
    _ body: @escaping @Sendable (_ value: inout Value) throws -> Result
  ) throws -> Result {
    let end = link.update(of: owner, body)
    if let error = end.error { throw error }
    return try end.result.get()
  }
}

@available(*, unavailable)
extension StoredChanges: Sendable {}

/// The connection between one `@Stored` property of one scope and the scope's current storage.
///
/// The scope is accessed only where it lives; everything else is protected by a lock. Accesses name the scope: in its
/// `deinit` there are no weak references to it.
final class StoredLink<Value: Codable & Sendable>: Sendable {
  let key: String
  private let formerKey: String?
  let defaultValue: Value
  private let state = Locked(StoredLinkState())

  init(key: String, formerKey: String?, default defaultValue: Value) {
    self.key = key
    self.formerKey = formerKey
    self.defaultValue = defaultValue
  }

  /// Observes the scope's storage from now on, wherever the scope moves.
  func attach(to scope: ScopeNode) {
    let reference = ScopeReference(scope, home: Home())
    state.update { $0.scope = reference }
    scope.addObserver(self)
    follow(scope)
  }

  /// Observes the storage of a scope whose custom mirror hides the property from reflection.
  func attachIfHidden(to scope: ScopeNode) {
    if state.withLock({ $0.scope == nil }) { attach(to: scope) }
  }

  /// The value that the property shows, read without registering it; nil before a storage is known.
  var shownValue: Value? {
    state.withLock { $0.storage }.map { $0.shownValue(default: defaultValue, forKey: key) }
  }

  /// The storage; nil before it is known.
  fileprivate var knownStorage: StateStorage? { state.withLock { $0.storage } }

  /// Returns the value of its scope's property, and registers the read.
  func read(of owner: ScopeNode) -> Value {
    let (known, observer) = state.withLock { ($0.storage, $0.observer) }
    guard let known else { return readFirst(of: owner) }
    observer?.recordRead()
    return known.shownValue(default: defaultValue, forKey: key)
  }

  /// Returns the value of a scope's property that had no storage yet, and registers the read.
  private func readFirst(of owner: ScopeNode) -> Value {
    attachIfHidden(to: owner)
    let storage = ensuredStorage(of: owner)
    state.withLock { $0.observer }?.recordRead()
    return storage.shownValue(default: defaultValue, forKey: key)
  }

  func write(_ value: Value, of owner: ScopeNode) {
    let storage = ensuredStorage(of: owner)
    let home = home
    do {
      let raw = try storage.encode(value, forKey: key)
      let isNew = raw != storage.raw(ofKey: key)
      if isNew, let home { storage.notifyWillChange(key, in: home) }
      let origin = home.map { StorageOrigin(home: $0, notifiedKey: isNew ? key : nil) }
      try storage.write(raw, as: Value.self, forKey: key, from: origin)
    } catch {
      owner.logStorageError(error)
    }
  }

  /// Changes the value atomically.
  ///
  /// - Returns: the result of the closure, and the error if its change could not be made.
  func update<Result, Failure: Error>(
    of owner: ScopeNode,
    _ body: @escaping @Sendable (inout Value) throws(Failure) -> Result
  ) -> (result: Swift.Result<Result, Failure>, error: StorageError?) {
    let storage = ensuredStorage(of: owner)
    let home = home
    let origin = home.map { StorageOrigin(home: $0, notifiedKey: key) }
    let repetition = storage.remote == nil ? nil : repetition(of: body)
    var refusal: StorageError?
    let end = StorageEdit.attempted(in: storage, from: origin, repeating: repetition) {
      edit throws(Failure) in
      refusal = nil
      let old = edit.requiredRaw(ofKey: key)
      var value = edit.shownValue(forKey: key, default: defaultValue)
      let result = try body(&value)
      do throws(StorageError) { try edit.write(value, forKey: key) } catch { refusal = error }
      if let home, edit.requiredRaw(ofKey: key) != old { storage.notifyWillChange(key, in: home) }
      return result
    }
    return (end.result, refusal ?? end.error)
  }

  /// Where the scope changes its state; nil in its `deinit`, which may run anywhere: others of its tree are notified like
  /// other trees then.
  private var home: Home? {
    state.withLock { $0.scope }?.scopeForItsTree().map(\.context.home)
  }

  /// Returns an update as a closure that can be called later, without the scope.
  private func repetition<Result>(
    of body: @escaping @Sendable (inout Value) throws -> Result
  ) -> StorageOperations.Update {
    { [key, defaultValue] edit in
      var value = edit.shownValue(forKey: key, default: defaultValue)
      _ = try body(&value)
      try edit.write(value, forKey: key)
    }
  }

  private func ensuredStorage(of owner: ScopeNode) -> StateStorage {
    if let storage = state.withLock({ $0.storage }) { return storage }
    // In its `deinit`, which may run anywhere, the scope leaves alone what it has shared with its tree.
    guard home != nil else {
      owner.logMissingStorage()
      return .inMemory()
    }
    return owner.fallbackStorage()
  }

  /// Switches to the scope's current storage.
  private func follow(_ scope: ScopeNode) {
    let (reference, known) = state.withLock { ($0.scope, $0.storage) }
    guard let reference else { return }
    reference.home.become(scope.context.home)
    let type = StateStorage.self
    let fallback = scope.context.fallbacks[ObjectIdentifier(type)]
    let found = scope.lookUp(valueOf: type) ?? fallback?.value(as: type)
    guard let found, found !== known else { return }
    if let formerKey { found.rename(formerKey, to: key) }
    let observer = ScopeStorageObserver(reference, key: key) { [weak self] in self?.feed() }
    let observation = found.observe(observer, of: [key])
    let former = state.withLock { state in
      defer { (state.storage, state.observer, state.observation) = (found, observer, observation) }
      return state
    }
    feed()
    guard let formerObserver = former.observer else { return }
    formerObserver.notifyTrackers()
    scope.notifyOfOutsideChange()
  }
}

extension StoredLink: TreeObserver {
  var observedChanges: ObservedChanges { .moves }

  func didMove() {
    if let scope = state.withLock({ $0.scope })?.scopeForItsTree() { follow(scope) }
  }
}

extension StoredLink: OutsideProperty {
  func feed(hasEnded: @escaping @Sendable () -> Bool, _ receive: @escaping @Sendable (Value) -> Void) {
    let call = CoalescedCall { [weak self] in self?.shownValue.map(receive) }
    let feed = StoredFeed(hasEnded: hasEnded, call: call)
    // Checked and released outside the lock: they hold values of the user.
    let current = state.withLock { $0.feeds }.filter { !$0.hasEnded() }
    state.update { $0.feeds = current + [feed] }
    feed.call.perform()
  }

  private func feed() {
    for feed in state.withLock({ $0.feeds }) { feed.call.perform() }
  }
}

/// The scope and the storage of a link; not generic, because that would cost allocations at each access.
private struct StoredLinkState: Sendable {
  var scope: ScopeReference?
  var storage: StateStorage?
  var observer: ScopeStorageObserver?
  var observation: ReleaseToken?
  var feeds: [StoredFeed] = []
}

/// A consumer of each new value of a property, on the thread that sets it.
private struct StoredFeed: Sendable {
  let hasEnded: @Sendable () -> Bool
  let call: CoalescedCall
}

extension ScopeNode {
  fileprivate final func logStorageError(_ error: any Error) {
    StatoscopeLogger.log(.errors) { "\(typeName): \(error)" }
  }

  /// Returns the storage of this scope's tree, which has none of the app's; it is created once.
  fileprivate final func fallbackStorage() -> StateStorage {
    let key = ObjectIdentifier(StateStorage.self)
    if let storage = context.fallbacks[key]?.value(as: StateStorage.self) { return storage }
    let storage = StateStorage.inMemory()
    context.fallbacks[key] = TypedInjectedValue(storage)
    logMissingStorage()
    ScopeTree(self).root.notifyMoved()
    return storage
  }

  fileprivate final func logMissingStorage() {
    StatoscopeLogger.log(.errors) {
      """
      \(typeName) found no StateStorage in its tree, so its @Stored values are lost with the tree. Inject one at the \
      root: injectObject(StateStorage.file(url)), or .inMemory() in tests.
      """
    }
  }
}
