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
/// A storage may have several schemas, a schema may have a property that is another one, and their keys may
/// also be used by scopes. An instance that you create yourself holds the defaults, and the values you set.
public protocol StorageSchema: Sendable {
  /// Creates an instance with the defaults.
  init()
}

/// The values of all keys of a schema at one moment, immutable.
///
/// Two snapshots are equal when the values of all keys are equal.
@dynamicMemberLookup
public struct StorageSnapshot<Schema: StorageSchema>: Sendable, Equatable {
  let schema: Schema
  /// The encoded values that the properties show, for comparisons.
  fileprivate let values: StoredValues

  fileprivate init(_ schema: Schema, _ values: StoredValues) {
    self.schema = schema
    self.values = values
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
      let values = memory.withLock { $0.knows(keys) || remote != nil ? $0.values : nil }
      if let values { return SchemaReading(self, values).snapshot(of: schema) }
    }
  }

  /// Calls a closure with the current snapshot, and with the newest one after changes of a value of the schema.
  ///
  /// At most one snapshot waits for the closure, the newest: all changes that are made before a call begins lead to this
  /// call. No write and no subscription waits for one.
  ///
  /// - Parameters:
  ///   - schema: the schema, which determines the keys.
  ///   - receive: is called on a thread of the system, one call at a time and in the order of the changes. It may use the
  ///     storage.
  /// - Returns: a token that ends the subscription when it is cancelled or released.
  public func subscribe<Schema: StorageSchema>(
    _ schema: Schema.Type,
    _ receive: @escaping @Sendable (_ snapshot: StorageSnapshot<Schema>) -> Void
  ) -> StorageSubscription {
    let keys = keys(of: schema)
    refresh(keys)
    let (latest, hasEnded) = (Locked<StorageSnapshot<Schema>?>(nil), Locked(false))
    let call = CoalescedCall { [self] in
      guard !hasEnded.withLock({ $0 }) else { return }
      let values = memory.withLock { $0.values(of: keys) }
      let snapshot = SchemaReading(self, values).snapshot(of: schema)
      guard latest.withLock({ $0 }) != snapshot else { return }
      latest.exchange(snapshot)
      receive(snapshot)
    }
    let observation = observe(call, of: keys)
    // Once looked up, keys with an observer stay in memory.
    if !memory.withLock({ $0.knows(keys) }) { refresh(keys) }
    call.request()
    return StorageSubscription(observation, hasEnded)
  }
}

extension StateStorage {
  /// Returns the keys of a schema, under which the values of their former keys are found from now on.
  func keys<Schema: StorageSchema>(of schema: Schema.Type) -> Set<String> {
    let reading = SchemaReading()
    let keys = Set(reading.snapshot(of: schema).values.keys)
    for (key, formerKey) in reading.formerKeys { rename(formerKey, to: key) }
    return keys
  }
}

/// Creates a schema whose properties have the values of one moment.
///
/// Each property reads its value when it is created: no other code can set it, because it is in a struct of
/// the user.
final class SchemaReading: Sendable {
  /// The source of values for a property that is created now.
  @TaskLocal static var current: SchemaReading?

  /// The storage and its values; nil to find out the keys of a schema only.
  private let source: (storage: StateStorage, values: [String: Data?])?
  private let shown = Locked<StoredValues>([:])
  private let former = Locked<[String: String]>([:])

  /// The former keys by those that have replaced them.
  var formerKeys: [String: String] { former.withLock { $0 } }

  init(_ storage: StateStorage, _ values: [String: Data?]) {
    source = (storage, values)
  }

  /// Creates a reading that finds out the keys of a schema only.
  init() {
    source = nil
  }

  func snapshot<Schema: StorageSchema>(of schema: Schema.Type) -> StorageSnapshot<Schema> {
    let schema = SchemaReading.$current.withValue(self) { Schema() }
    return StorageSnapshot(schema, shown.withLock { $0 })
  }

  /// Returns the value of a key, or its default, and records the encoded form for comparisons.
  func value<Value: Codable & Sendable>(
    forKey key: String,
    formerKey: String?,
    default defaultValue: Value
  ) -> Value {
    guard let (storage, values) = source else {
      if let formerKey { former.withLock { $0[key] = formerKey } }
      shown.withLock { $0[key] = Data() }
      return defaultValue
    }
    let value = storage.shownValue(of: values[key] ?? nil, default: defaultValue, forKey: key)
    // A default that cannot be encoded counts as equal to itself.
    let form = (try? storage.encode(value, forKey: key)) ?? Data()
    shown.withLock { $0[key] = form }
    return value
  }
}
