#if canImport(Darwin)
  import Foundation

  extension StateStorage {
    /// A storage in the user's iCloud, for small values that all devices of one user share.
    ///
    /// Each key is one of the store's, as JSON. A write returns when the value is on this device; the system sends it
    /// to others when it can, and of two devices that change one key the last wins. The store holds 1 MB and 1,024
    /// keys in all: what the system refuses because there is more is logged at ``LogLevel/errors``.
    ///
    /// - Parameter store: needs the entitlement for iCloud's key-value storage.
    public static func iCloud(_ store: NSUbiquitousKeyValueStore = .default) -> StateStorage {
      StateStorage(CloudBackend(store))
    }
  }

  /// Keeps values in the user's iCloud.
  ///
  /// It knows no comparison before a change, so that of one process is made with all others kept out.
  ///
  /// Unchecked and sound: the store may be used from any thread, and the rest is behind a lock.
  package final class CloudBackend: StorageBackend, @unchecked Sendable {
    package let place = "the user's iCloud"

    /// Kept while values are compared and changed; no user code runs meanwhile.
    private static let comparing = NSLock()

    private let store: NSUbiquitousKeyValueStore
    private let notification = Locked<CloudNotification?>(nil)

    package init(_ store: NSUbiquitousKeyValueStore) {
      self.store = store
    }

    package func observe(_ onChange: @escaping @Sendable () -> Void) {
      let place = place
      let token = NotificationCenter.default.addObserver(
        forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification,
        object: store,
        queue: nil
      ) { note in
        if note.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
          == NSUbiquitousKeyValueStoreQuotaViolationChange
        {
          let keys = note.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String] ?? []
          let error = StorageError.notSaved(
            keys: keys.sorted(),
            place: place,
            reason: "there is more than the 1 MB and 1,024 keys that it holds; store less, or in a file"
          )
          StatoscopeLogger.log(.errors) { "\(error)" }
        }
        onChange()
      }
      notification.withLock { $0 = CloudNotification(token: token) }
    }

    package func values(of keys: Set<String>) -> [String: Data] {
      keys.reduce(into: [:]) { values, key in values[key] = store.data(forKey: key) }
    }

    package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
      try CloudBackend.comparing.withLock {
        guard values(of: Set(expected.keys)).match(expected) else { return false }
        for (key, raw) in changes {
          if let raw { store.set(raw, forKey: key) } else { store.removeObject(forKey: key) }
        }
        guard store.synchronize() else {
          throw StorageError.notSaved(
            keys: changes.keys.sorted(),
            place: place,
            reason: "the system refused; check the app's entitlement for iCloud's key-value storage"
          )
        }
        return true
      }
    }
  }

  /// Ends the notifications when it is released.
  ///
  /// Unchecked and sound: the token is only handed back.
  private final class CloudNotification: @unchecked Sendable {
    private let token: any NSObjectProtocol

    init(token: any NSObjectProtocol) { self.token = token }

    deinit { NotificationCenter.default.removeObserver(token) }
  }
#endif
