import Foundation

extension StateStorage {
  /// A storage in the user's defaults.
  ///
  /// Values that a property list can hold are stored as themselves, so `UserDefaults.string(forKey:)` reads
  /// what a scope wrote, and all others as the data of their JSON. Changes of other processes are observed; on
  /// Apple platforms except those of keys with a dot in their names.
  ///
  /// Within one process, updates lose nothing. The defaults cannot compare before a change across processes:
  /// if two processes change one key at the same moment the last change wins, even with
  /// ``StateStorage/update(_:)`` and ``StoredChanges/update(_:)``. Use a file where several processes matter.
  ///
  /// On Apple platforms the system notifies observers of the defaults in the middle of a write, on its thread. They
  /// may use this storage, but must not wait for another thread that does.
  ///
  /// - Parameters:
  ///   - defaults: the defaults of a suite, or the standard ones.
  ///   - migrations: the steps that bring older values into the shape that this version of the app expects.
  public static func userDefaults(
    _ defaults: UserDefaults = .standard,
    migrations: [StorageMigration] = []
  ) -> StateStorage {
    StateStorage(KeyedBackend(DefaultsStore(defaults)), migrations: migrations)
  }
}

/// The user's defaults as a key-value store.
package final class DefaultsStore: KeyedStore {
  /// One lock for all suites: two objects may represent the same suite, and there is no way to find out.
  private static let lock = NSRecursiveLock()

  package let name = "the user's defaults"
  package let format = StorageFormat.propertyList
  package var lock: NSRecursiveLock { DefaultsStore.lock }

  private let defaults: ThreadSafe<UserDefaults>
  private let state = Locked(State())

  private struct State: Sendable {
    var notification: ReleaseToken?
    #if canImport(Darwin)
      var observer: DefaultsObserver?
    #else
      var observation: FolderObservation?
    #endif
    /// The object of each key at its last look-up, with its encoding.
    var cached: [String: (object: ThreadSafe<NSArray>, raw: Data)] = [:]
  }

  /// A Boolean value that indicates whether another process may have written values.
  private let isStale = Locked(false)

  package init(_ defaults: UserDefaults) {
    self.defaults = ThreadSafe(defaults)
  }

  package func value(forKey key: String) throws -> Data? {
    guard let object = defaults.object.object(forKey: key) else { return nil }
    let wrapped = ThreadSafe(copying: [object])
    // Two property lists of one dictionary may differ in their order.
    if let cached = state.withLock({ $0.cached[key] }), cached.object.object.isEqual(wrapped.object) {
      return cached.raw
    }
    let raw = try PropertyListSerialization.data(fromPropertyList: [object], format: .binary, options: 0)
    // The former object is released outside the lock.
    _ = state.withLock { $0.cached.updateValue((wrapped, raw), forKey: key) }
    return raw
  }

  package func set(_ raw: Data?, forKey key: String) throws {
    guard let raw else { return defaults.object.removeObject(forKey: key) }
    let list = try SystemCalls.propertyList(raw) as? [Any]
    guard let object = list?.first else { throw CocoaError(.propertyListReadCorrupt) }
    defaults.object.set(object, forKey: key)
  }

  // MARK: The platform

  #if canImport(Darwin)
    package func observe(_ onChange: @escaping @Sendable () -> Void) {
      let notification = DefaultsStore.notification(onChange)
      let observer = DefaultsObserver(of: defaults, onChange: onChange)
      state.update { ($0.notification, $0.observer) = (notification, observer) }
    }

    package func prepare(_ keys: Set<String>) {
      let observer = state.withLock { $0.observer }
      for key in keys { observer?.observe(key) }
    }
  #else
    /// Saves the values; Apple's system does that by itself, outside the process.
    package func save() throws {
      guard defaults.object.synchronize() else {
        throw SystemFault(reason: "the system refused to save them")
      }
    }

    /// True: only Apple's system notifies one part of a process of changes by another.
    package var changesSilently: Bool { true }

    package func observe(_ onChange: @escaping @Sendable () -> Void) {
      let notification = DefaultsStore.notification(onChange)
      let listener = CoalescedCall { [isStale] in
        isStale.exchange(true)
        onChange()
      }
      let anyFile = FilePath(folder: DefaultsStore.folder, name: "")
      let observation = try? FolderNotifier.shared.observe(anyFile, listener)
      state.update { ($0.notification, $0.observation) = (notification, observation) }
    }

    /// Makes the defaults load what another process has written.
    package func prepare(_ keys: Set<String>) {
      if isStale.exchange(false) { defaults.object.synchronize() }
    }

    /// The folder in which Foundation stores the defaults of all suites.
    private static var folder: String {
      if let folder = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
        return folder
      }
      return NSHomeDirectory() + "/.config"
    }
  #endif

  /// The system notifies in the middle of setting a value, which a storage supports.
  private static func notification(_ onChange: @escaping @Sendable () -> Void) -> ReleaseToken {
    ReleaseToken(notification: UserDefaults.didChangeNotification) { _ in onChange() }
  }
}
