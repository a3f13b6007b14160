import Foundation

extension StateStorage {
  /// The value of a key as it is stored now, or nil when nothing is.
  ///
  /// It waits for a write in progress, as ``StateStorage`` describes.
  ///
  /// Complexity: O(1) unless the value has changed. With a file, O(size of the file) when the file has changed, or is
  /// younger than three seconds: until then another one in its place could not be distinguished from it.
  ///
  /// - Parameters:
  ///   - type: the type that the value was written as.
  ///   - key: its name.
  /// - Throws: ``StorageError`` when what is stored is no such value, or cannot be understood at all.
  public func read<Value: Codable & Sendable>(
    _ type: Value.Type,
    forKey key: String
  ) throws(StorageError) -> Value? {
    if let trouble = refresh([key]) { throw trouble.naming(key) }
    guard let raw = knownRaw(ofKey: key) else { return nil }
    return try decode(type, from: raw, forKey: key)
  }

  /// Stores a value, or removes it when it is nil.
  ///
  /// - Parameters:
  ///   - value: is encoded before anything is replaced.
  ///   - key: its name.
  /// - Throws: ``StorageError``: when the value cannot be encoded, the old one stays; when it cannot be kept, it is
  ///   in memory.
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
    _ = try commit(StorageCommit(changes: [key: nil]))
  }

  /// Stores an encoded value, keeping what it replaces beside if that is of another type.
  func write<Value: Codable & Sendable>(
    _ raw: Data?,
    as type: Value.Type,
    forKey key: String,
    from origin: StorageOrigin? = nil
  ) throws(StorageError) {
    for _ in 0..<StorageEdit.mostTries {
      let old = self.raw(ofKey: key)
      var edit = StorageCommit(changes: [key: raw], expected: [key: old])
      if let old, old != raw { edit.misfits[key] = misfit(of: old, for: type, forKey: key) }
      if try commit(edit, from: origin) {
        // The next write need not decode it to find out whether it is of another type.
        if let raw { _ = memory.withLock { $0.noteEncoded(raw, from: type, forKey: key) } }
        return
      }
    }
    throw .overtaken(keys: [key], place: backend.place)
  }

  /// A value that is to be kept beside when one of a type replaces it, or nil when it is of that type.
  func misfit<Value: Codable & Sendable>(
    of old: Data,
    for type: Value.Type,
    forKey key: String
  ) -> StorageMisfit? {
    let isKnown = memory.withLock { $0.isValue(old, of: type, forKey: key) }
    guard !isKnown, (try? decode(type, from: old, forKey: key)) == nil else { return nil }
    return StorageMisfit(expectedType: typeName(type), raw: old)
  }

  // MARK: Coding

  /// Encodes a value; nil when it is nil.
  func encode<Value: Encodable>(_ value: Value?, forKey key: String) throws(StorageError) -> Data? {
    guard let value, (value as? any OptionalValue)?.isNil != true else { return nil }
    do { return try backend.format.encode(value) } catch {
      throw .notEncodable(key: key, type: typeName(Value.self), reason: StateStorage.reason(error))
    }
  }

  /// Decodes a value; the last one of each key is not decoded twice.
  func decode<Value: Codable & Sendable>(
    _ type: Value.Type,
    from raw: Data,
    forKey key: String
  ) throws(StorageError) -> Value {
    if let known = memory.withLock({ $0.decodedValue(type, of: raw, forKey: key) }) { return known }
    let value: Value
    do { value = try backend.format.decode(type, from: raw) } catch {
      throw .wrongType(
        key: key,
        type: typeName(type),
        place: backend.place,
        reason: StateStorage.reason(error)
      )
    }
    // The one before is released outside the lock.
    _ = memory.withLock { $0.noteDecoded(value, of: raw, forKey: key) }
    return value
  }

  /// The value that a key shows, or its default; an error is logged once.
  func shownValue<Value: Codable & Sendable>(
    of raw: Data?,
    default defaultValue: Value,
    forKey key: String
  ) -> Value {
    do throws(StorageError) {
      if let raw { return try decode(Value.self, from: raw, forKey: key) }
      if let trouble = memory.withLock({ $0.trouble }) { throw trouble.naming(key) }
    } catch {
      if memory.withLock({ $0.isNews(error, forKey: key) }) { StatoscopeLogger.log(.errors) { "\(error)" } }
    }
    return memory.withLock { $0.firstDefault(defaultValue, forKey: key) }
  }

  /// The value of a key as far as it is known; used for the first time, it is looked up.
  func raw(ofKey key: String) -> Data? {
    if backend.changesSilently { refresh([key]) }
    return knownRaw(ofKey: key)
  }

  private func knownRaw(ofKey key: String) -> Data? {
    while true {
      if let known = memory.withLock({ $0.known(key) }) { return known }
      refresh([key])
    }
  }

  /// Foundation's errors say more in their details than in their text.
  private static func reason(_ error: any Error) -> String {
    let (text, path): (String, [any CodingKey]) =
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
        (context.debugDescription, context.codingPath)
      case EncodingError.invalidValue(_, let context): (context.debugDescription, context.codingPath)
      default: ("\(error)", [])
      }
    return text + (path.isEmpty ? "" : " (at \(path.map(\.stringValue).joined(separator: ".")))")
  }
}
