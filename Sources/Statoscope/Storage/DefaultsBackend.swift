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
/// Unchecked and sound: `UserDefaults` may be used from any thread, and the rest is touched by one thread at a time
/// as ``StorageBackend`` says.
private final class DefaultsBackend: StorageBackend, @unchecked Sendable {
  let format = StorageFormat.propertyList
  let place = "the user's defaults"

  private let defaults: UserDefaults
  private var watch: DefaultsWatch?
  private var askedKeys: Set<String> = []
  /// What each key held when it was last asked for, and how that is written down.
  private var seen: [String: (object: NSArray, raw: Data)] = [:]

  init(_ defaults: UserDefaults) {
    self.defaults = defaults
  }

  /// Only Apple's system tells one part of a process what another has set.
  var isQuiet: Bool {
    #if canImport(Darwin)
      false
    #else
      true
    #endif
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) {
    watch = DefaultsWatch(of: defaults, onChange: onChange)
  }

  func contents(of keys: Set<String>) throws(StorageError) -> StoredContents? {
    watch?.follow(keys.subtracting(askedKeys))
    askedKeys.formUnion(keys)
    watch?.readAnew(defaults)
    return StoredContents(values: try presentValues())
  }

  func commit(_ edit: StorageCommit) throws(StorageError) -> StorageCommit.Outcome {
    askedKeys.formUnion(edit.changes.keys)
    watch?.readAnew(defaults)
    let present = try presentValues()
    guard edit.isExpected(of: present) else { return .overtaken(StoredContents(values: present)) }
    var objects: [String: Any?] = [:]
    for (key, raw) in edit.changes { objects[key] = .some(try raw.flatMap(object)) }
    var keptAs: [String] = []
    for key in edit.misfits.keys.sorted() {
      defaults.set(defaults.object(forKey: key), forKey: key + ".damaged")
      keptAs.append(key + ".damaged")
    }
    for (key, object) in objects {
      if let object { defaults.set(object, forKey: key) } else { defaults.removeObject(forKey: key) }
    }
    guard defaults.synchronize() else {
      throw .notSaved(
        keys: edit.changes.keys.sorted(),
        place: place,
        reason: "the system refused to save them"
      )
    }
    return .committed(try presentValues(), keptAs: keptAs.isEmpty ? nil : keptAs.joined(separator: ", "))
  }

  private func presentValues() throws(StorageError) -> StoredValues {
    var values: StoredValues = [:]
    for key in askedKeys {
      guard let object = defaults.object(forKey: key) else {
        seen[key] = nil
        continue
      }
      let wrapped = NSArray(array: [object])
      // Two property lists of one dictionary may differ in their order.
      if let known = seen[key], known.object.isEqual(wrapped) {
        values[key] = known.raw
        continue
      }
      do {
        let raw = try PropertyListSerialization.data(fromPropertyList: [object], format: .binary, options: 0)
        values[key] = raw
        seen[key] = (wrapped, raw)
      } catch {
        throw .unreadable(key: key, place: place, reason: "\(error)")
      }
    }
    return values
  }

  private func object(_ raw: Data) throws(StorageError) -> Any? {
    do {
      return (try PropertyListSerialization.propertyList(from: raw, format: nil) as? [Any])?.first
    } catch {
      throw .notSaved(keys: [], place: place, reason: "\(error)")
    }
  }
}

/// Tells when somebody else may have changed some defaults.
///
/// Unchecked and sound: everything is set once, except the observed keys, which the storage's one thread at a time
/// adds to.
private final class DefaultsWatch: @unchecked Sendable {
  private let notification: any NSObjectProtocol
  #if canImport(Darwin)
    private let observer: DefaultsObserver
  #else
    private let folder: FolderWatch?
    private let isStale = Locked(false)
  #endif

  init(of defaults: UserDefaults, onChange: @escaping @Sendable () -> Void) {
    // Not from within: it is told in the middle of setting a value.
    let tell: @Sendable () -> Void = { DispatchQueue.global().async(execute: onChange) }
    notification = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification,
      object: nil,
      queue: nil
    ) { _ in tell() }
    #if canImport(Darwin)
      observer = DefaultsObserver(of: defaults, onChange: tell)
    #else
      let isStale = isStale
      folder = try? FolderWatch(of: DefaultsWatch.folder, isOfInterest: { $0.hasSuffix(".plist") }) {
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
  /// Tells when a key of some defaults changes, in whichever process.
  private final class DefaultsObserver: NSObject {
    private let defaults: UserDefaults
    private let onChange: () -> Void
    private var keys: Set<String> = []

    init(of defaults: UserDefaults, onChange: @escaping () -> Void) {
      self.defaults = defaults
      self.onChange = onChange
    }

    deinit {
      for key in keys { defaults.removeObserver(self, forKeyPath: key) }
    }

    /// Keys that would be taken for key paths are left out: to follow them traps.
    func follow(_ key: String) {
      guard !key.contains("."), !key.hasPrefix("@"), keys.insert(key).inserted else { return }
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
