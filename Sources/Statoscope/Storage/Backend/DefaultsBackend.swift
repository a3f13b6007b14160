import Foundation

extension StateStorage {
  /// A storage in the user's defaults.
  ///
  /// Values that a property list can hold are stored as themselves, so `UserDefaults.string(forKey:)` reads what a
  /// scope wrote, and others as the data of their JSON. Changes that other processes make are announced; on Apple
  /// platforms not those of keys with a dot in their names.
  ///
  /// - Parameter defaults: those of a suite, or the standard ones.
  public static func userDefaults(_ defaults: UserDefaults = .standard) -> StateStorage {
    StateStorage(DefaultsBackend(defaults))
  }
}

/// Keeps values in the user's defaults.
///
/// They know no comparison before a change, so that of one process is made with all others kept out; of two
/// processes that change one key at once, the last wins.
///
/// Unchecked and sound: `UserDefaults` may be used from any thread, and the rest is behind a lock.
package final class DefaultsBackend: StorageBackend, @unchecked Sendable {
  package let format = StorageFormat.propertyList
  package let place = "the user's defaults"

  /// Kept while values are compared and changed: all suites are one file system's, and no user code runs meanwhile.
  private static let comparing = NSLock()

  private let defaults: UserDefaults
  private let state = Locked(State())

  private struct State: Sendable {
    var observation: DefaultsObservation?
    /// What each key held when it was last looked up, and how that is encoded.
    var seen: [String: SeenObject] = [:]
  }

  package init(_ defaults: UserDefaults) {
    self.defaults = defaults
  }

  /// Only Apple's system notifies one part of a process of what another has set.
  package var changesSilently: Bool {
    #if canImport(Darwin)
      false
    #else
      true
    #endif
  }

  package func observe(_ onChange: @escaping @Sendable () -> Void) {
    state.withLock { $0.observation = DefaultsObservation(of: defaults, onChange: onChange) }
  }

  package func values(of keys: Set<String>) throws -> [String: Data] {
    let observation = state.withLock { $0.observation }
    observation?.follow(keys)
    observation?.readAnew(defaults)
    return try presentValues(of: keys)
  }

  package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    state.withLock { $0.observation }?.readAnew(defaults)
    return try DefaultsBackend.comparing.withLock {
      guard try presentValues(of: Set(expected.keys)).match(expected) else { return false }
      let objects = try changes.mapValues { raw in try raw.map(object) }
      for (key, object) in objects {
        if let object { defaults.set(object, forKey: key) } else { defaults.removeObject(forKey: key) }
      }
      guard defaults.synchronize() else {
        throw StorageError.notSaved(
          keys: changes.keys.sorted(),
          place: place,
          reason: "the system refused to save them"
        )
      }
      return true
    }
  }

  private func presentValues(of keys: Set<String>) throws -> StoredValues {
    var values: StoredValues = [:]
    for key in keys {
      guard let object = defaults.object(forKey: key) else { continue }
      let wrapped = NSArray(array: [object])
      // Two property lists of one dictionary may differ in their order.
      if let seen = state.withLock({ $0.seen[key] }), seen.object.isEqual(wrapped) {
        values[key] = seen.raw
        continue
      }
      do {
        let raw = try PropertyListSerialization.data(fromPropertyList: [object], format: .binary, options: 0)
        values[key] = raw
        state.withLock { $0.seen[key] = SeenObject(object: wrapped, raw: raw) }
      } catch {
        throw StorageError.unreadable(key: key, place: place, reason: "\(error)")
      }
    }
    return values
  }

  private func object(_ raw: Data) throws -> Any {
    let list = try SystemCalls.propertyList(raw) as? [Any]
    guard let object = list?.first else { throw CocoaError(.propertyListReadCorrupt) }
    return object
  }
}

/// An object of the defaults, and how it is encoded.
///
/// Unchecked and sound: the object is a copy that never changes.
private struct SeenObject: @unchecked Sendable {
  let object: NSArray
  let raw: Data
}

/// Notices when others may have changed some defaults.
///
/// Unchecked and sound: everything is set once, and may be used from any thread.
private final class DefaultsObservation: @unchecked Sendable {
  private let notification: any NSObjectProtocol
  #if canImport(Darwin)
    private let observer: DefaultsObserver
  #else
    private let folder: FolderWatchToken?
    private let isStale = Locked(false)
  #endif

  init(of defaults: UserDefaults, onChange: @escaping @Sendable () -> Void) {
    // The system notifies in the middle of setting a value, which is fine for a storage.
    notification = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification,
      object: nil,
      queue: nil
    ) { _ in onChange() }
    #if canImport(Darwin)
      observer = DefaultsObserver(of: defaults, onChange: onChange)
    #else
      let isStale = isStale
      folder = try? FolderWatcher.shared.watch(DefaultsObservation.folder, for: .suffix(".plist")) {
        isStale.withLock { $0 = true }
        onChange()
      }
    #endif
  }

  deinit {
    NotificationCenter.default.removeObserver(notification)
  }

  func follow(_ keys: Set<String>) {
    #if canImport(Darwin)
      for key in keys { observer.follow(key) }
    #endif
  }

  /// Makes the defaults take over what another process has written.
  func readAnew(_ defaults: UserDefaults) {
    #if !canImport(Darwin)
      let wasStale = isStale.withLock { isStale in
        defer { isStale = false }
        return isStale
      }
      if wasStale { defaults.synchronize() }
    #endif
  }

  #if !canImport(Darwin)
    /// Where Foundation keeps the defaults of all suites.
    private static var folder: String {
      if let folder = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
        return folder
      }
      return NSHomeDirectory() + "/.config"
    }
  #endif
}

#if canImport(Darwin)
  /// Notices when a key of some defaults changes, in whichever process.
  ///
  /// Unchecked and sound: it is set once, but for the keys, which are behind a lock.
  private final class DefaultsObserver: NSObject, @unchecked Sendable {
    private let defaults: UserDefaults
    private let onChange: @Sendable () -> Void
    private let keys = Locked<Set<String>>([])

    init(of defaults: UserDefaults, onChange: @escaping @Sendable () -> Void) {
      self.defaults = defaults
      self.onChange = onChange
    }

    deinit {
      for key in keys.withLock({ $0 }) { defaults.removeObserver(self, forKeyPath: key) }
    }

    /// Keys that would be taken for key paths are left out: to follow them traps.
    func follow(_ key: String) {
      guard !key.contains("."), !key.hasPrefix("@"), keys.withLock({ $0.insert(key).inserted })
      else { return }
      defaults.addObserver(self, forKeyPath: key, options: [], context: nil)
    }

    override func observeValue(
      forKeyPath keyPath: String?,
      of object: Any?,
      change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      onChange()
    }
  }
#endif
