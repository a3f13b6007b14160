import Foundation

extension StateStorage {
  /// Changes several values, all or none of them.
  ///
  /// ```swift
  /// try storage.update { edit in
  ///   let count = try edit.read(Int.self, forKey: "count") ?? 0
  ///   try edit.write(count + 1, forKey: "count")
  /// }
  /// ```
  /// The values that the closure has read are still the same when its changes are made, even if others write,
  /// in this process or another; otherwise it runs again. It must therefore do nothing but read and write
  /// with its argument.
  ///
  /// - Parameter body: makes the changes; when it throws, nothing is changed.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure, or ``StorageError`` when a value cannot be encoded or the changes
  ///   cannot be stored. If the closure has read a value, nothing is changed in that case; if it only writes,
  ///   its changes stay in memory, like those of a write.
  public func update<Result>(_ body: (_ edit: inout StorageEdit) throws -> Result) throws -> Result {
    let end = StorageEdit.attempted(in: self, body)
    if let error = end.error { throw error }
    return try end.result.get()
  }

  /// Changes the values of a schema, all or none of them.
  ///
  /// ```swift
  /// try storage.update(Preferences.self) { preferences in
  ///   preferences.name = nil
  ///   preferences.launches += 1
  /// }
  /// ```
  /// This is ``update(_:)`` with the keys of a schema.
  public func update<Schema: StorageSchema, Result>(
    _ schema: Schema.Type,
    _ body: (_ values: inout Schema) throws -> Result
  ) throws -> Result {
    try update { edit in
      var values = edit.readAll(of: schema)
      let result = try body(&values)
      try edit.writeAllSet(in: values)
      return result
    }
  }
}

/// Changes to a storage that are made together, and the values that they are based on.
public struct StorageEdit {
  /// The limit of attempts: beyond it, the closure itself must be changing the values.
  static let mostTries = 1_000

  private let storage: StateStorage
  private var values: [String: Data?]
  private var commit = StorageChanges()

  /// The keys that were read or replaced although their values are not given, where they cannot be looked up at once.
  private(set) var missing: Set<String>?

  private init(_ storage: StateStorage) {
    self.storage = storage
    values = storage.memory.withLock { $0.values }
  }

  /// Creates an edit of given values, which cannot look up others.
  init(_ storage: StateStorage, knowing values: [String: Data?], isMigration: Bool = false) {
    self.storage = storage
    self.values = values
    missing = []
    commit.isMigration = isMigration
  }

  /// Returns the value of a key, as it is stored or as it was written before in this update; nil when there
  /// is none.
  ///
  /// - Throws: ``StorageError`` when the stored value has another type.
  public mutating func read<Value: Codable & Sendable>(
    _ type: Value.Type,
    forKey key: String
  ) throws(StorageError) -> Value? {
    guard let raw = requiredRaw(ofKey: key) else { return nil }
    return try storage.decode(type, from: raw, forKey: key)
  }

  /// Stores a value at the end of the update, or removes it when it is nil.
  ///
  /// - Throws: ``StorageError`` when the value cannot be encoded.
  public mutating func write<Value: Codable & Sendable>(
    _ value: Value?,
    forKey key: String
  ) throws(StorageError) {
    replace(by: try storage.encode(value, forKey: key), type: Value.self, forKey: key)
  }

  /// Removes the value of a key at the end of the update, as ``remove(forKey:)`` does.
  public mutating func write(_ value: Never?, forKey key: String) {
    remove(forKey: key)
  }

  /// Removes the value of a key at the end of the update.
  public mutating func remove(forKey key: String) {
    _ = storedRaw(ofKey: key)
    commit.changes[key] = StorageAssignment(raw: nil)
  }

  // MARK: Commits

  /// Runs a closure on the stored values and commits its changes, until no other writer was faster or it
  /// throws.
  ///
  /// - Parameter repetition: the same changes as a closure that can be called later, where the answer comes later.
  /// - Returns: the closure's last result, and the error if its changes could not be made.
  static func attempted<Value, Failure: Error>(
    in storage: StateStorage,
    from origin: StorageOrigin? = nil,
    isMigration: Bool = false,
    repeating repetition: StorageOperations.Update? = nil,
    _ body: (_ edit: inout StorageEdit) throws(Failure) -> Value
  ) -> (result: Result<Value, Failure>, error: StorageError?) {
    var tries = 0
    while true {
      var edit = StorageEdit(storage)
      edit.commit.isMigration = isMigration
      let result = Result { () throws(Failure) in try body(&edit) }
      let commit = edit.finish()
      if case .failure = result { return (result, nil) }
      if commit.changes.isEmpty { return (result, nil) }
      do throws(StorageError) {
        if try storage.commit(commit, repeating: repetition, from: origin) { return (result, nil) }
      } catch {
        return (result, error)
      }
      tries += 1
      guard tries < mostTries else {
        return (result, .overtaken(keys: commit.expected.keys.sorted(), place: storage.place))
      }
    }
  }

  /// Returns the changes to make; the values are released, so that changing them need not copy them all.
  mutating func finish() -> StorageChanges {
    // Under the lock: that reference counts order the reads here before a change in place is not visible to the thread
    // sanitizer.
    storage.memory.withLock { _ in values = [:] }
    return commit
  }

  /// Throws an error if a key is changed that the library uses itself.
  func checkKeys() throws(StorageError) { try commit.checkKeys() }

  /// Takes back the changes since a copy was made; what was read since is still expected.
  mutating func takeBack(to copy: StorageEdit) {
    commit.changes = copy.commit.changes
  }

  /// Returns the value of a key, on which the changes depend.
  mutating func requiredRaw(ofKey key: String) -> Data? {
    commit.isUpdate = true
    return expectedRaw(ofKey: key)
  }

  /// Returns the value of a key, which is expected to be the same when the changes are made.
  private mutating func expectedRaw(ofKey key: String) -> Data? {
    if let own = commit.changes[key] { return own.raw }
    return storedRaw(ofKey: key)
  }

  /// Returns the value of a key before this edit.
  private mutating func storedRaw(ofKey key: String) -> Data? {
    if let expected = commit.expected[key] { return expected }
    if values[key] == nil, missing?.insert(key) != nil { return nil }
    let raw = values[key] ?? storage.raw(ofKey: key)
    commit.expected[key] = .some(raw)
    return raw
  }

  /// Returns the value that a property shows.
  mutating func shownValue<Value: Codable & Sendable>(forKey key: String, default defaultValue: Value)
    -> Value
  {
    storage.shownValue(of: requiredRaw(ofKey: key), default: defaultValue, forKey: key)
  }

  /// Moves the value of a key to another one that has none.
  mutating func move(_ formerKey: String, to key: String) {
    guard requiredRaw(ofKey: key) == nil, let raw = requiredRaw(ofKey: formerKey) else { return }
    commit.changes[key] = StorageAssignment(raw: raw)
    commit.changes[formerKey] = StorageAssignment(raw: nil)
  }

  /// Replaces a value by an encoded one, and preserves the old value if it has another type.
  mutating func replace<Value: Codable & Sendable>(by raw: Data?, type: Value.Type, forKey key: String) {
    var assignment = StorageAssignment(raw: raw, type: type)
    if let old = storedRaw(ofKey: key), old != raw, !commit.isMigration {
      assignment.misfit = storage.misfit(of: old, for: type, forKey: key)
    }
    commit.changes[key] = assignment
  }

  /// Replaces a value, as an operation that was made before.
  mutating func assign(_ assignment: StorageAssignment, forKey key: String) {
    guard let type = assignment.type else { return commit.changes[key] = assignment }
    replace(by: assignment.raw, type: type, forKey: key)
  }

  /// Returns the values of a schema's keys, all of which are expected to be the same when the changes are
  /// made.
  mutating func readAll<Schema: StorageSchema>(of schema: Schema.Type) -> Schema {
    var present: [String: Data?] = [:]
    for key in storage.keys(of: schema) { present[key] = .some(requiredRaw(ofKey: key)) }
    return SchemaReading(storage, present).snapshot(of: schema).schema
  }

  /// Writes the properties of a schema that were set, and those of the structures in it.
  fileprivate mutating func writeAllSet(in value: Any) throws(StorageError) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .optional else { return }
    for part in mirror.children.map(\.value) {
      if let property = part as? any StoredProperty {
        try property.writeIfSet(to: &self)
      } else {
        try writeAllSet(in: part)
      }
    }
  }
}

/// Changes to be made to what is stored, all or none of them.
struct StorageChanges: Sendable {
  /// The new values by their keys.
  var changes: [String: StorageAssignment] = [:]
  /// The values that the changes are based on: nothing is changed when one of them has changed.
  var expected: [String: Data?] = [:]
  /// A Boolean value that indicates whether the changes depend on values that were read, so that no other
  /// process may write in between.
  var isUpdate = false
  /// A Boolean value that indicates whether this is a step of a migration, which no crash may tear, and which gives values
  /// other types on purpose.
  var isMigration = false

  /// The beginning of the keys that the library uses itself.
  static let reservedPrefix = "statoscope."

  /// Indicates whether the library uses a key itself.
  static func isReserved(_ key: String) -> Bool { key.hasPrefix(reservedPrefix) }

  /// Throws an error for changes by the app of a key that the library uses itself.
  func checkKeys() throws(StorageError) {
    if !isMigration, let key = changes.keys.first(where: Self.isReserved) { throw .reservedKey(key) }
  }

  /// The keys that are changed or expected.
  var keys: Set<String> { Set(changes.keys).union(expected.keys) }
}

/// A value that replaces another one, whatever that is.
struct StorageAssignment: Sendable {
  /// The encoded value; nil to remove the other one.
  let raw: Data?
  /// The type of the value, with which a value of another type is recognized; nil to preserve none.
  var type: (any (Codable & Sendable).Type)?
  /// The replaced value, if it has another type.
  var misfit: StorageMisfit?
}

extension [String: StorageAssignment] {
  /// The encoded values, and those of the wrong type under keys of their own.
  var withCopies: [String: Data?] {
    var all = mapValues(\.raw)
    for (key, change) in self {
      if let misfit = change.misfit { all[misfit.copyKey(of: key)] = .some(misfit.raw) }
    }
    return all
  }
}

/// A stored value of another type than the one that replaces it.
struct StorageMisfit: Sendable {
  let expectedType: String
  let raw: Data

  /// Returns the key under which the value is preserved: one for each key and expected type.
  func copyKey(of key: String) -> String { "\(key).damaged-\(expectedType)" }
}

/// A commit that waits for its answer.
struct SentOperations: Sendable {
  /// The new values, and copies of those of other types.
  let changes: [String: Data?]
  let expected: [String: Data?]
  /// The values of other types that it preserves.
  let misfits: [String: StorageMisfit]

  init(_ changes: [String: StorageAssignment], _ expected: [String: Data?]) {
    (self.changes, self.expected) = (changes.withCopies, expected)
    misfits = changes.compactMapValues(\.misfit)
  }

  /// The keys that it changes, without those of the copies.
  var keys: [String] {
    let copies = Set(misfits.map { $1.copyKey(of: $0) })
    return changes.keys.filter { !copies.contains($0) }.sorted()
  }
}
