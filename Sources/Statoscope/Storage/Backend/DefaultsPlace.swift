import Foundation

extension StateStorage {
  /// A storage in the user's defaults.
  ///
  /// Values that a property list can hold are stored as themselves, so `UserDefaults.string(forKey:)` reads what a
  /// scope wrote, and others as the data of their JSON. Changes that other processes make are announced; on Apple
  /// platforms not those of keys with a dot in their names.
  ///
  /// Within one process, updates lose nothing. The defaults have no comparison before a change across processes: of
  /// two processes that change one key at the same moment the last wins, also with ``StateStorage/update(_:)`` and
  /// ``StoredChanges/update(_:)``. Use a file where several processes count.
  ///
  /// On Apple platforms the system notifies observers of the defaults in the middle of a write, on its thread. They
  /// may use this storage, but must not wait for another thread that does.
  ///
  /// - Parameter defaults: those of a suite, or the standard ones.
  public static func userDefaults(_ defaults: UserDefaults = .standard) -> StateStorage {
    StateStorage(KeyedBackend(DefaultsPlace(defaults)))
  }
}

/// The user's defaults, as a place of values by keys.
package final class DefaultsPlace: KeyedPlace {
  /// One for all suites: two objects may be of one suite, and nothing says so.
  private static let turn = NSRecursiveLock()

  package let name = "the user's defaults"
  package let format = StorageFormat.propertyList
  package var turn: NSRecursiveLock { DefaultsPlace.turn }

  private let defaults: ThreadSafe<UserDefaults>
  private let state = Locked(State())

  private struct State: Sendable {
    var observation: DefaultsObservation?
    /// The object of each key when it was last looked up, and its encoding.
    var seen: [String: (object: ThreadSafe<NSArray>, raw: Data)] = [:]
  }

  package init(_ defaults: UserDefaults) {
    self.defaults = ThreadSafe(defaults)
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
    let observation = DefaultsObservation(of: defaults, onChange: onChange)
    state.withLock { $0.observation = observation }
  }

  package func prepare(_ keys: Set<String>) {
    let observation = state.withLock { $0.observation }
    observation?.observe(keys)
    observation?.readAnew(defaults.object)
  }

  package func value(forKey key: String) throws -> Data? {
    guard let object = defaults.object.object(forKey: key) else { return nil }
    let wrapped = ThreadSafe(copying: [object])
    // Two property lists of one dictionary may differ in their order.
    if let seen = state.withLock({ $0.seen[key] }), seen.object.object.isEqual(wrapped.object) {
      return seen.raw
    }
    let raw = try PropertyListSerialization.data(fromPropertyList: [object], format: .binary, options: 0)
    state.withLock { $0.seen[key] = (wrapped, raw) }
    return raw
  }

  package func set(_ raw: Data?, forKey key: String) throws {
    guard let raw else { return defaults.object.removeObject(forKey: key) }
    let list = try SystemCalls.propertyList(raw) as? [Any]
    guard let object = list?.first else { throw CocoaError(.propertyListReadCorrupt) }
    defaults.object.set(object, forKey: key)
  }

  package func save() throws {
    guard defaults.object.synchronize() else {
      throw PlaceFault(description: "the system refused to save them")
    }
  }
}

/// Notices when other code may have changed some defaults.
private final class DefaultsObservation: Sendable {
  private let notification: NotificationToken
  #if canImport(Darwin)
    private let observer: DefaultsObserver
  #else
    private let folder: FolderObservation?
    private let isStale = Locked(false)
  #endif

  init(of defaults: ThreadSafe<UserDefaults>, onChange: @escaping @Sendable () -> Void) {
    // The system notifies in the middle of setting a value, which is fine for a storage.
    notification = NotificationToken(UserDefaults.didChangeNotification) { _ in onChange() }
    #if canImport(Darwin)
      observer = DefaultsObserver(of: defaults, onChange: onChange)
    #else
      let isStale = isStale
      folder = try? FolderNotifier.shared.observe(DefaultsObservation.folder, for: .suffix(".plist")) {
        isStale.withLock { $0 = true }
        onChange()
      }
    #endif
  }

  func observe(_ keys: Set<String>) {
    #if canImport(Darwin)
      for key in keys { observer.observe(key) }
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
    /// The folder in which Foundation has the defaults of all suites.
    private static var folder: String {
      if let folder = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
        return folder
      }
      return NSHomeDirectory() + "/.config"
    }
  #endif
}
