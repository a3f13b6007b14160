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
/// actor, in any process. Each of them announces its changes like those of its other state. Setting returns
/// when the value is stored; nil removes it. While nothing is stored, a key shows the default that was shown
/// first. Errors are logged at ``LogLevel/errors``.
///
/// Changes within the same tree are announced immediately. Changes made elsewhere are announced where the
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
  let key: String
  private let link: StoredLink<Value>
  private var ownValue: Value
  private var isSet = false

  /// Creates a property with a key, and a default that it shows while nothing is stored.
  public init(wrappedValue: Value, _ key: String) {
    self.key = key
    link = StoredLink(key: key, default: wrappedValue)
    ownValue = SchemaReading.current?.value(forKey: key, default: wrappedValue) ?? wrappedValue
  }

  /// Creates a property with a key that is nil while nothing is stored.
  public init<Wrapped>(_ key: String) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Creates a redacted property with a key that is nil while nothing is stored.
  public init<Wrapped>(_ key: String) where Value == Redacted<Wrapped?> {
    self.init(wrappedValue: Redacted(wrappedValue: nil), key)
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
    get { attachedLink(of: owner, storageKeyPath).read(through: wrappedKeyPath) }
    set { attachedLink(of: owner, storageKeyPath).write(newValue) }
  }

  /// Atomic changes of the value, as described for ``StoredChanges/update(_:)``.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    projected wrappedKeyPath: KeyPath<Owner, StoredChanges<Value>>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Stored<Value>>
  ) -> StoredChanges<Value> {
    StoredChanges(link: attachedLink(of: owner, storageKeyPath))
  }

  /// Returns the link of a property, attached to its scope even where a custom mirror hides the property.
  private static func attachedLink<Owner: ScopeNode>(
    of owner: Owner,
    _ keyPath: KeyPath<Owner, Stored<Value>>
  ) -> StoredLink<Value> {
    owner.linkSubscopes()
    let link = owner[keyPath: keyPath].link
    link.attachIfHidden(to: owner)
    return link
  }

  /// Unavailable in a schema, whose values are changed with ``StateStorage/update(_:_:)``.
  @available(*, unavailable, message: "a schema's values are changed with StateStorage.update(_:_:)")
  public var projectedValue: StoredChanges<Value> { StoredChanges(link: link) }

  /// The value of a schema's property.
  public var wrappedValue: Value {
    get { ownValue }
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
  package var shownState: Any? { link.shownValue ?? ownValue }
}

/// A `@Stored` of any value, as reflection finds it in a schema.
protocol StoredProperty {
  /// Adds the property's value to an update, if it was set.
  func writeIfSet(to edit: inout StorageEdit) throws(StorageError)
}

extension Stored: StoredProperty {
  func writeIfSet(to edit: inout StorageEdit) throws(StorageError) {
    if isSet { try edit.write(ownValue, forKey: key) }
  }
}

/// Atomic changes of one stored value; for a property `count` of a scope, the value of `$count`.
public struct StoredChanges<Value: Codable & Sendable> {
  let link: StoredLink<Value>

  /// Changes the value atomically, across scopes, actors and, where the storage supports it, processes.
  ///
  /// ```swift
  /// case .visited: $visits.update { $0 += 1 }
  /// ```
  /// If another writer comes in between, the closure runs again, with the new value. The result is written
  /// before this returns, even if writes are deferred, after the write in progress. If it cannot be written,
  /// nothing is changed, and the error is logged at ``LogLevel/errors``.
  ///
  /// Files and databases compare across processes; the user's defaults, the keychain and iCloud do not.
  ///
  /// - Parameter body: changes the value; when it throws, nothing is changed.
  /// - Returns: the result of the closure.
  @discardableResult
  public func update<Result, Failure: Error>(
    _ body: (_ value: inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try link.update(body)
  }
}

@available(*, unavailable)
extension StoredChanges: Sendable {}
