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
  /// The values that the closure has read are the same when its changes are made, even if others write, in this
  /// process or another; else it runs again. So it does nothing but read and write what it is given.
  ///
  /// - Parameter body: when it throws, nothing is changed.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws, or ``StorageError`` when a value cannot be encoded or the changes cannot be
  ///   stored. If the closure has read, nothing is changed then; if it only writes, its changes are in memory, as
  ///   those of a write are.
  public func update<Result>(_ body: (_ edit: inout StorageEdit) throws -> Result) throws -> Result {
    let end = try StorageEdit.repeated(in: self) { edit in
      let end = Swift.Result { try body(&edit) }
      if case .failure = end { edit.discard() }
      return end
    }
    return try end.get()
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
      for case let property as any StoredProperty in Mirror(reflecting: values).children.map(\.value) {
        try property.writeIfSet(to: &edit)
      }
      return result
    }
  }
}

/// Changes to a storage that are made together, and the values that they are made of.
public struct StorageEdit {
  /// More tries are given up: what changes the values each time is the closure itself.
  static let mostTries = 1_000

  private let storage: StateStorage
  /// The values of one moment.
  private var values: StoredValues
  private let knownKeys: Set<String>
  /// The values that were looked up or written since.
  private var own: [String: Data?] = [:]
  private var commit = StorageCommit()

  private init(_ storage: StateStorage) {
    self.storage = storage
    (values, knownKeys) = storage.memory.withLock { ($0.values, $0.knownKeys) }
  }

  /// The value of a key, as it is stored or as it was written before in this update; nil when there is none.
  ///
  /// - Throws: ``StorageError`` when what is stored is no such value.
  public mutating func read<Value: Codable & Sendable>(
    _ type: Value.Type,
    forKey key: String
  ) throws(StorageError) -> Value? {
    guard let raw = lookUp(key) else { return nil }
    return try storage.decode(type, from: raw, forKey: key)
  }

  /// Stores a value when the update is over, or removes it when it is nil.
  ///
  /// - Throws: ``StorageError`` when the value cannot be encoded.
  public mutating func write<Value: Codable & Sendable>(
    _ value: Value?,
    forKey key: String
  ) throws(StorageError) {
    replace(by: try storage.encode(value, forKey: key), type: Value.self, forKey: key)
  }

  /// Removes the value of a key when the update is over, as ``remove(forKey:)`` does.
  public mutating func write(_ value: Never?, forKey key: String) {
    remove(forKey: key)
  }

  /// Removes the value of a key when the update is over.
  public mutating func remove(forKey key: String) {
    put(nil, forKey: key)
  }

  // MARK: How it is made

  /// Runs a closure on what is stored and commits its changes, until no other writer was faster.
  static func repeated<Result>(
    in storage: StateStorage,
    from origin: StorageOrigin? = nil,
    _ body: (_ edit: inout StorageEdit) -> Result
  ) throws(StorageError) -> Result {
    let (result, error) = attempted(in: storage, from: origin, body)
    if let error { throw error }
    return result
  }

  /// The same, with the closure's last result besides the error.
  static func attempted<Result>(
    in storage: StateStorage,
    from origin: StorageOrigin? = nil,
    _ body: (_ edit: inout StorageEdit) -> Result
  ) -> (result: Result, error: StorageError?) {
    var tries = 0
    while true {
      var edit = StorageEdit(storage)
      let result = body(&edit)
      let commit = edit.finish()
      if commit.changes.isEmpty { return (result, nil) }
      do throws(StorageError) {
        if try storage.commit(commit, from: origin) { return (result, nil) }
      } catch {
        return (result, error)
      }
      tries += 1
      guard tries < mostTries else {
        return (result, .overtaken(keys: commit.expected.keys.sorted(), place: storage.backend.place))
      }
    }
  }

  /// The value of a key, as something that the changes depend on.
  mutating func lookUp(_ key: String) -> Data? {
    commit.isUpdate = true
    return look(at: key)
  }

  /// Returns true when a key is to hold another value than before.
  func changes(_ key: String, from old: Data?) -> Bool {
    commit.changes[key].map { $0 != old } ?? false
  }

  /// The changes to be made; the values are released, so that a change of them need not copy them all.
  private mutating func finish() -> StorageCommit {
    (values, own) = ([:], [:])
    return commit
  }

  /// Forgets all changes.
  mutating func discard() {
    commit = StorageCommit()
  }

  /// The value of a key, which is expected to be the same when the changes are made.
  private mutating func look(at key: String) -> Data? {
    let raw: Data?
    if let known = own[key] {
      raw = known
    } else {
      raw = knownKeys.contains(key) ? values[key] : storage.raw(ofKey: key)
      own[key] = .some(raw)
    }
    if commit.changes[key] == nil { commit.expected[key] = .some(raw) }
    return raw
  }

  /// Puts an encoded value in the place of what is there, which is kept beside if it is of another type.
  mutating func replace<Value: Codable & Sendable>(by raw: Data?, type: Value.Type, forKey key: String) {
    if let old = look(at: key) { commit.misfits[key] = storage.misfit(of: old, for: type, forKey: key) }
    put(raw, forKey: key)
  }

  private mutating func put(_ raw: Data?, forKey key: String) {
    own[key] = .some(raw)
    commit.changes[key] = .some(raw)
  }

  /// The values of a schema's keys, all of which are expected to be so still when the changes are made.
  mutating func readAll<Schema: StorageSchema>(of schema: Schema.Type) -> Schema {
    let keys = SchemaReading(storage, values: [:], isForKeysOnly: true).read(schema).keys
    var present: StoredValues = [:]
    for key in keys { present[key] = lookUp(key) }
    return SchemaReading(storage, values: present).read(schema).schema
  }
}
