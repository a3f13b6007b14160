import Foundation

/// A struct whose properties are `@Stored`: the names, types and defaults of some keys of a storage.
///
/// ```swift
/// struct Preferences: StorageSchema {
///   @Stored("launches") var launches = 0
///   @Stored("name") var name: String?
/// }
///
/// let preferences = storage.snapshot(of: Preferences.self)
/// preferences.launches
/// ```
/// A storage may have several schemas, and their keys may also be used by scopes. An instance that you create
/// yourself holds the defaults, and the values you set.
public protocol StorageSchema: Sendable {
  /// Creates an instance with the defaults.
  init()
}

/// The values of all keys of a schema at one moment, immutable.
///
/// Two snapshots are equal when the values of all keys are equal.
@dynamicMemberLookup
public struct StorageSnapshot<Schema: StorageSchema>: Sendable, Equatable {
  private let schema: Schema
  private let values: StoredValues

  init(_ reading: SchemaReading.Outcome<Schema>) {
    schema = reading.schema
    values = reading.shown
  }

  /// The value of one of the schema's properties.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Schema, Value>) -> Value {
    schema[keyPath: keyPath]
  }

  /// Returns true when the values of all keys are the same.
  public static func == (left: StorageSnapshot, right: StorageSnapshot) -> Bool {
    left.values == right.values
  }
}

extension StateStorage {
  /// Returns the current values of all keys of a schema.
  ///
  /// A value that cannot be decoded shows as its default, with an error in the log.
  ///
  /// Complexity: O(keys of the schema).
  public func snapshot<Schema: StorageSchema>(of schema: Schema.Type) -> StorageSnapshot<Schema> {
    let keys = keys(of: schema)
    while true {
      refresh(keys)
      guard let values = memory.withLock({ $0.values(knowing: keys) }) else { continue }
      return StorageSnapshot(SchemaReading(self, values: values).read(schema))
    }
  }

  /// Calls a closure with a snapshot now, and with another one after each change of a value of the schema.
  ///
  /// - Parameters:
  ///   - schema: the schema, which determines the keys.
  ///   - receive: is called one call at a time and in the order of the changes: the first time before this
  ///     returns, then on the thread that makes a change, or on one of the system's after a change from
  ///     elsewhere. It may use the storage.
  /// - Returns: a token that ends the subscription when it is cancelled or released.
  public func subscribe<Schema: StorageSchema>(
    _ schema: Schema.Type,
    _ receive: @escaping @Sendable (_ snapshot: StorageSnapshot<Schema>) -> Void
  ) -> StorageSubscription {
    let keys = keys(of: schema)
    refresh(keys)
    let latest = Locked<StorageSnapshot<Schema>?>(nil)
    return subscribe(keys) { [weak self] values in
      guard let self else { return }
      let snapshot = StorageSnapshot(SchemaReading(self, values: values).read(schema))
      guard latest.withLock({ $0 }) != snapshot else { return }
      latest.withLock { $0 = snapshot }
      receive(snapshot)
    }
  }

  /// Calls a closure with all values now and after each change of some keys, in order.
  func subscribe(
    _ keys: Set<String>,
    _ receive: @escaping @Sendable (StoredValues) -> Void
  ) -> StorageSubscription {
    let subscriber = StorageSubscriber(receive)
    let subscription = StorageSubscription(subscriber, of: keys, in: self)
    subscriber.begin()
    return subscription
  }

  private func keys<Schema: StorageSchema>(of schema: Schema.Type) -> Set<String> {
    SchemaReading(self, values: [:], isForKeysOnly: true).read(schema).keys
  }
}

/// Creates a schema whose properties have the values of one moment.
///
/// Each property reads its value when it is created: no other code can set it, because it is in a struct of
/// the user.
final class SchemaReading: Sendable {
  /// The source of values for a property that is created now.
  @TaskLocal static var current: SchemaReading?

  struct Outcome<Schema: StorageSchema>: Sendable {
    let schema: Schema
    let shown: StoredValues
    var keys: Set<String> { Set(shown.keys) }
  }

  private let storage: StateStorage
  private let values: StoredValues
  private let isForKeysOnly: Bool
  private let shown = Locked<StoredValues>([:])

  init(_ storage: StateStorage, values: StoredValues, isForKeysOnly: Bool = false) {
    self.storage = storage
    self.values = values
    self.isForKeysOnly = isForKeysOnly
  }

  func read<Schema: StorageSchema>(_ schema: Schema.Type) -> Outcome<Schema> {
    let schema = SchemaReading.$current.withValue(self) { Schema() }
    return Outcome(schema: schema, shown: shown.withLock { $0 })
  }

  /// Returns the value of a key, or its default, and records the encoded form for comparisons.
  func value<Value: Codable & Sendable>(forKey key: String, default defaultValue: Value) -> Value {
    guard !isForKeysOnly else {
      shown.withLock { $0[key] = Data() }
      return defaultValue
    }
    let value = storage.shownValue(of: values[key], default: defaultValue, forKey: key)
    // A default that cannot be encoded counts as equal to itself.
    let form = (try? storage.encode(value, forKey: key)) ?? Data()
    shown.withLock { $0[key] = form }
    return value
  }
}
