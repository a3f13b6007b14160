import Foundation

extension StateStorage {
  /// Returns the stored value of a key, or nil when there is none.
  ///
  /// It waits for a write in progress, as described for ``StateStorage``.
  ///
  /// Complexity: O(1) unless the value has changed. With a file, O(size of the file) when another program has replaced it.
  ///
  /// - Parameters:
  ///   - type: the type of the value when it was written.
  ///   - key: the key.
  /// - Throws: ``StorageError`` when the stored value has another type, or cannot be parsed at all.
  public func read<Value: Codable & Sendable>(
    _ type: Value.Type,
    forKey key: String
  ) throws(StorageError) -> Value? {
    if let readError = refresh([key]) { throw readError.naming(key) }
    guard let raw = knownRaw(ofKey: key) else { return nil }
    return try decode(type, from: raw, forKey: key)
  }

  /// Stores a value, or removes it when it is nil.
  ///
  /// - Parameters:
  ///   - value: the value; it is encoded before anything is replaced.
  ///   - key: the key.
  /// - Throws: ``StorageError``: when the value cannot be encoded, the old one stays; when it cannot be
  ///   stored, it stays in memory.
  public func write<Value: Codable & Sendable>(_ value: Value?, forKey key: String) throws(StorageError) {
    try write(try encode(value, forKey: key), as: Value.self, forKey: key)
  }

  /// Removes the value of a key, as ``remove(forKey:)`` does.
  public func write(_ value: Never?, forKey key: String) throws(StorageError) {
    try remove(forKey: key)
  }

  /// Removes the value of a key, so that scopes show its default; does nothing when there is none.
  ///
  /// - Throws: ``StorageError`` when it is removed in memory only.
  public func remove(forKey key: String) throws(StorageError) {
    if let error = StorageEdit.attempted(in: self, { $0.remove(forKey: key) }).error { throw error }
  }

  /// Stores an encoded value, and preserves the replaced one if it has another type.
  func write<Value: Codable & Sendable>(
    _ raw: Data?,
    as type: Value.Type,
    forKey key: String,
    from origin: StorageOrigin? = nil
  ) throws(StorageError) {
    let end = StorageEdit.attempted(in: self, from: origin) { $0.replace(by: raw, type: type, forKey: key) }
    if let error = end.error { throw error }
    // The next write need not decode it to determine its type.
    if let raw { _ = memory.withLock { $0.recordDecoded(nil, as: type, of: raw, forKey: key) } }
  }

  /// Returns a value that must be preserved when a value of another type replaces it; nil if the types are
  /// the same.
  func misfit<Value: Codable & Sendable>(
    of old: Data,
    for type: Value.Type,
    forKey key: String
  ) -> StorageMisfit? {
    let isKnown = memory.withLock { $0.decoded(type, from: old, forKey: key) != nil }
    guard !isKnown, (try? decode(type, from: old, forKey: key)) == nil else { return nil }
    return StorageMisfit(expectedType: typeName(type), raw: old)
  }

  // MARK: Coding

  /// Encodes a value; returns nil for nil.
  func encode<Value: Encodable>(_ value: Value?, forKey key: String) throws(StorageError) -> Data? {
    guard let value, (value as? any OptionalValue)?.isNil != true else { return nil }
    do { return try format.encode(value) } catch {
      throw .notEncodable(key: key, type: typeName(Value.self), reason: StateStorage.reason(error))
    }
  }

  /// Decodes a value; the last one of each key is not decoded twice.
  func decode<Value: Codable & Sendable>(
    _ type: Value.Type,
    from raw: Data,
    forKey key: String
  ) throws(StorageError) -> Value {
    let known = memory.withLock { $0.decoded(type, from: raw, forKey: key)?.value }
    if let known, let known = known as? Value { return known }
    let value: Value
    do { value = try format.decode(type, from: raw) } catch {
      throw .wrongType(
        key: key,
        type: typeName(type),
        place: place,
        reason: StateStorage.reason(error)
      )
    }
    // The former value is released outside the lock.
    _ = memory.withLock { $0.recordDecoded(value, as: type, of: raw, forKey: key) }
    return value
  }

  /// Returns the value that a property with a key shows: the stored one, or the default; an error is logged once.
  func shownValue<Value: Codable & Sendable>(default defaultValue: Value, forKey key: String) -> Value {
    // One access for most reads: all trees of a process may share the storage. What it finds is unwrapped before it is
    // cast: nil would be cast to a value of an optional type.
    if backend?.changesSilently != true,
      let known = memory.withLock({ $0.shown(Value.self, forKey: key)?.value }), let known = known as? Value
    {
      return known
    }
    return shownValue(of: raw(ofKey: key), default: defaultValue, forKey: key)
  }

  /// Returns the value that a property shows for a value of its key.
  func shownValue<Value: Codable & Sendable>(
    of raw: Data?,
    default defaultValue: Value,
    forKey key: String
  ) -> Value {
    do throws(StorageError) {
      if let raw { return try decode(Value.self, from: raw, forKey: key) }
      if let remote, !memory.withLock({ $0.hasLoaded(key) }) { throw remote.notLoaded([key]) }
      if let readError = memory.withLock({ $0.readErrors[key] }) { throw readError.naming(key) }
    } catch {
      if memory.withLock({ $0.isNew(error, forKey: key) }) { StatoscopeLogger.log(.errors) { "\(error)" } }
    }
    let first = memory.withLock { $0.firstDefault(defaultValue, forKey: key) }
    return first?.value.flatMap { $0 as? Value } ?? defaultValue
  }

  /// Returns the known value of a key, which is looked up on first use.
  func raw(ofKey key: String) -> Data? {
    if backend?.changesSilently == true { refresh([key]) }
    return knownRaw(ofKey: key)
  }

  private func knownRaw(ofKey key: String) -> Data? {
    while true {
      if let known = memory.withLock({ $0.values[key] }) { return known }
      refresh([key])
      if remote != nil { return nil }
    }
  }

  /// Errors of Foundation give more information in their details than in their text.
  private static func reason(_ error: any Error) -> String {
    let (text, path): (String, [any CodingKey]) =
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
        (context.debugDescription, context.codingPath)
      case EncodingError.invalidValue(_, let context): (context.debugDescription, context.codingPath)
      case let fault as JSONFault: (fault.reason, [])
      default: ("\(error)", [])
      }
    return text + (path.isEmpty ? "" : " (at \(path.map(\.stringValue).joined(separator: ".")))")
  }
}
