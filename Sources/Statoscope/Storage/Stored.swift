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
/// All that show one key of one storage share its value: scopes of one tree or of many, on any actor, in any
/// process. Each of them announces its changes as it does those of its other state. Setting returns when the value
/// is stored; nil removes it. While nothing is stored, a key shows the default of whoever showed it first. What
/// goes wrong is logged at ``LogLevel/errors``.
///
/// Who writes on the same actor is seen at once. Changes made elsewhere are announced where the scope's tree lives:
/// on the actor of the last event that named one. A tree that never had such an event is told of them through
/// `withObservationTracking`, and through ``ScopeProtocol/changes(of:isolation:)`` of the property itself.
///
/// A read followed by a write is no one step when others write too; ``StateStorage/update(_:)`` is.
///
/// In a ``StorageSchema`` it says what to read.
@propertyWrapper
public struct Stored<Value: Codable & Sendable>: @unchecked Sendable {
  // Sound: `link` is of use only to the scope that owns the property, which touches it where it lives; the public
  // members of a property that no scope owns touch `ownValue` alone.
  let key: String
  private let link: StoredLink<Value>
  private var ownValue: Value
  private var isSet = false

  /// Names the key, and what it shows while nothing is stored.
  public init(wrappedValue: Value, _ key: String) {
    self.key = key
    link = StoredLink(key: key, default: wrappedValue)
    ownValue = SchemaReading.current?.value(forKey: key, default: wrappedValue) ?? wrappedValue
  }

  /// Names the key of a value that is nil while nothing is stored.
  public init<Wrapped>(_ key: String) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// The value in the scope's storage.
  ///
  /// Reading costs O(1) unless the value has changed; setting costs what the storage takes to keep it.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Stored<Value>>
  ) -> Value {
    get {
      owner.linkSubscopes()
      return owner[keyPath: storageKeyPath].link.read(through: wrappedKeyPath)
    }
    set {
      owner.linkSubscopes()
      owner[keyPath: storageKeyPath].link.write(newValue)
    }
  }

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
