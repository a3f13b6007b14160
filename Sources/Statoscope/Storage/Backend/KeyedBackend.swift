import Foundation

/// A key-value store of the system that cannot compare before a change, such as the keychain.
package protocol KeyedStore: Sendable {
  /// The name of the store in errors.
  var name: String { get }

  /// The encoding of values; JSON by default.
  var format: StorageFormat { get }

  /// A Boolean value that indicates whether other code may change values without a call of the closure given
  /// to ``observe(_:)``.
  var changesSilently: Bool { get }

  /// The lock held while values are compared and changed; the same for all objects that share values.
  var lock: NSRecursiveLock { get }

  /// Prepares reading some keys, before the lock is acquired.
  func prepare(_ keys: Set<String>)

  /// Returns the value of a key, or nil when there is none.
  func value(forKey key: String) throws -> Data?

  /// Sets the value of a key, or removes it when it is nil.
  func set(_ raw: Data?, forKey key: String) throws

  /// Makes the current values persistent.
  func save() throws

  /// Registers a closure that is called when other code may have changed something.
  func observe(_ onChange: @escaping @Sendable () -> Void)
}

extension KeyedStore {
  package var format: StorageFormat { .json }
  package var changesSilently: Bool { false }
  package func prepare(_ keys: Set<String>) {}
  package func save() throws {}
  package func observe(_ onChange: @escaping @Sendable () -> Void) {}
}

/// The back end of a key-value store of the system, which compares and changes values under a lock of the
/// process.
///
/// If two processes change one key at the same moment, the last change wins.
///
/// The store may run code of the app while a value is set, as the user's defaults do. The lock is therefore
/// recursive: on the same thread, that code may use the store and every storage of it. Other threads wait.
package final class KeyedBackend: StorageBackend {
  private let store: any KeyedStore

  package init(_ store: some KeyedStore) {
    self.store = store
  }

  package var place: String { store.name }
  package var format: StorageFormat { store.format }
  package var changesSilently: Bool { store.changesSilently }

  package func observe(_ onChange: @escaping @Sendable () -> Void) {
    store.observe(onChange)
  }

  package func values(of keys: Set<String>) throws -> [String: Data] {
    store.prepare(keys)
    return try store.lock.withLock { try presentValues(of: keys) }
  }

  package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    store.prepare([])
    return try store.lock.withLock {
      let old = try presentValues(of: Set(changes.keys).union(expected.keys))
      guard old.match(expected) else { return false }
      var touched: [String] = []
      do {
        for (key, raw) in changes {
          touched.append(key)
          try store.set(raw, forKey: key)
        }
        try store.save()
      } catch {
        // All or nothing: the store has held the former values, so it accepts them again.
        for key in touched { try? store.set(old[key], forKey: key) }
        throw StorageError.notSaved(keys: changes.keys.sorted(), place: place, reason: "\(error)")
      }
      return true
    }
  }

  /// The key of changes that are being made in one step.
  private static let journalKey = "statoscope.migration"

  private struct Journal: Codable {
    var values: [String: Data] = [:]
    var removedKeys: [String] = []
  }

  /// Makes changes like ``commit(_:expecting:)``, so that a crash in the middle leaves all or none of them: they are written
  /// down first, and made again by ``finishInterruptedCommit()``.
  func commitInOneStep(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    store.prepare([])
    return try store.lock.withLock {
      guard try presentValues(of: Set(expected.keys)).match(expected) else { return false }
      var journal = Journal()
      for (key, raw) in changes {
        if let raw { journal.values[key] = raw } else { journal.removedKeys.append(key) }
      }
      try store.set(try store.format.encode(journal), forKey: Self.journalKey)
      try store.save()
      let isDone = Result { try commit(changes, expecting: expected) }
      try store.set(nil, forKey: Self.journalKey)
      try store.save()
      return try isDone.get()
    }
  }

  /// Makes the changes of a step that a crash has interrupted; does nothing without one.
  func finishInterruptedCommit() throws {
    store.prepare([Self.journalKey])
    try store.lock.withLock {
      guard let raw = try presentValues(of: [Self.journalKey])[Self.journalKey] else { return }
      let journal = try store.format.decode(Journal.self, from: raw)
      for (key, value) in journal.values { try store.set(value, forKey: key) }
      for key in journal.removedKeys { try store.set(nil, forKey: key) }
      try store.save()
      try store.set(nil, forKey: Self.journalKey)
      try store.save()
    }
  }

  private func presentValues(of keys: Set<String>) throws -> StoredValues {
    var values: StoredValues = [:]
    for key in keys {
      do { values[key] = try store.value(forKey: key) } catch {
        throw StorageError.unreadable(key: key, place: place, reason: "\(error)")
      }
    }
    return values
  }
}

extension ReleaseToken {
  /// Creates a token that calls a closure for each notification of a name, until it is released.
  ///
  /// - Parameter receive: is called on the thread that posts the notification.
  convenience init(
    notification name: Notification.Name,
    of object: AnyObject? = nil,
    _ receive: @escaping @Sendable (Notification) -> Void
  ) {
    let center = NotificationCenter.default
    let observer = center.addObserver(forName: name, object: object, queue: nil, using: receive)
    let token = ThreadSafe(notificationToken: observer)
    self.init { NotificationCenter.default.removeObserver(token.object) }
  }
}
