#if canImport(Darwin)
  import Foundation

  extension StateStorage {
    /// A storage in the user's iCloud, for small values that all devices of one user share.
    ///
    /// Each key is one of the store's, with a JSON value. A write returns when the value is on this device;
    /// the system sends it to other devices when it can, and if two devices change one key the last change
    /// wins. The store holds 1 MB and 1,024 keys in total: values beyond that are refused by the system, and
    /// logged at ``LogLevel/errors``.
    ///
    /// - Parameters:
    ///   - store: a store; it needs the entitlement for iCloud's key-value storage.
    ///   - migrations: the steps that bring older values into the shape that this version of the app expects.
    public static func iCloud(
      _ store: NSUbiquitousKeyValueStore = .default,
      migrations: [StorageMigration] = []
    ) -> StateStorage {
      StateStorage(KeyedBackend(CloudStore(store)), migrations: migrations)
    }
  }

  /// The user's iCloud as a key-value store.
  package final class CloudStore: KeyedStore {
    private static let lock = NSRecursiveLock()

    package let name = "the user's iCloud"
    package var lock: NSRecursiveLock { CloudStore.lock }

    private let store: ThreadSafe<NSUbiquitousKeyValueStore>
    private let notification = Locked<ReleaseToken?>(nil)

    package init(_ store: NSUbiquitousKeyValueStore) {
      self.store = ThreadSafe(store)
    }

    package func observe(_ onChange: @escaping @Sendable () -> Void) {
      let name = name
      let token = ReleaseToken(
        notification: NSUbiquitousKeyValueStore.didChangeExternallyNotification,
        of: store.object
      ) { notification in
        if notification.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
          == NSUbiquitousKeyValueStoreQuotaViolationChange
        {
          let keys = notification.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String] ?? []
          let error = StorageError.notSaved(
            keys: keys.sorted(),
            place: name,
            reason: "it holds at most 1 MB and 1,024 keys; store less, or use a file"
          )
          StatoscopeLogger.log(.errors) { "\(error)" }
        }
        onChange()
      }
      notification.exchange(token)
      // From now on the system reports what other devices have written, also while the app did not run.
      store.object.synchronize()
    }

    package func value(forKey key: String) -> Data? { store.object.data(forKey: key) }

    package func set(_ raw: Data?, forKey key: String) {
      if let raw { store.object.set(raw, forKey: key) } else { store.object.removeObject(forKey: key) }
    }

    package func save() throws {
      guard store.object.synchronize() else {
        throw SystemFault(
          reason:
            "the system refused to save them; check the app's entitlement for iCloud's key-value storage"
        )
      }
    }
  }
#endif
