import Foundation

#if canImport(Security)
  import Security
#endif

/// The system calls that Foundation has no form of, each with values in and values out.
///
/// This is the only file of the storage with anything unsafe. Every `unsafe` is of one kind: a C function that reads
/// a string, or fills a variable, before it returns, and keeps no pointer to either. Swift keeps both alive, and
/// where they are, until then. What is unchecked has its proof beside it.
enum SystemCalls {
  /// Opens a file; the handle closes it.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(FileFault) -> FileHandle {
    let descriptor = unsafe Foundation.open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileFault(errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// The status of the file that a path names, or nil when it names none.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  /// The status of an open file.
  static func status(_ file: FileHandle) -> stat? {
    var status = stat()
    return unsafe fstat(file.fileDescriptor, &status) == 0 ? status : nil
  }

  /// Gives a file another name, in place of the file that has it.
  static func rename(_ old: String, to new: String) throws(FileFault) {
    guard unsafe Foundation.rename(old, new) == 0 else { throw FileFault(errno) }
  }

  /// Gives a file one more name, unless another file has it.
  static func link(_ old: String, to new: String) throws(FileFault) {
    guard unsafe Foundation.link(old, new) == 0 else { throw FileFault(errno) }
  }

  /// Removes a name, if it is there.
  static func unlink(_ path: String) {
    _ = unsafe Foundation.unlink(path)
  }

  #if canImport(Glibc) || canImport(Musl)
    /// Adds a folder to those of an inotify instance.
    ///
    /// - Returns: the number that its events have.
    static func addFolder(_ queue: Int32, _ folder: String, _ events: Int32) throws(FileFault) -> Int32 {
      let number = unsafe inotify_add_watch(queue, folder, UInt32(bitPattern: events))
      guard number >= 0 else { throw FileFault(errno) }
      return number
    }

    /// Waits for bytes, and reads at most as many as there is room for.
    static func read(_ file: Int32, into bytes: inout [UInt8]) -> Int {
      unsafe Foundation.read(file, &bytes, bytes.count)
    }
  #endif

  #if canImport(Security)
    /// The data of an item in the keychain, and the system's answer.
    static func keychainItem(_ query: [CFString: Any]) -> (status: OSStatus, data: Data?) {
      var found: CFTypeRef?
      let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
      return (status, found as? Data)
    }

    /// Adds an item to the keychain.
    static func addKeychainItem(_ item: [CFString: Any]) -> OSStatus {
      var added: CFTypeRef?
      return unsafe SecItemAdd(item as CFDictionary, &added)
    }
  #endif

  /// The objects that a property list was encoded from.
  static func propertyList(_ data: Data) throws -> Any {
    unsafe try PropertyListSerialization.propertyList(from: data, format: nil)
  }

  /// The system's text for one of its error numbers.
  static func text(ofError code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}

/// An object of the system that any thread may use, though its type is not marked so.
///
/// Unchecked and sound: it is made of the types below only, each for the reason beside it.
struct ThreadSafe<Object>: @unchecked Sendable {
  let object: Object

  private init(checked object: Object) { self.object = object }
}

extension ThreadSafe where Object == UserDefaults {
  /// Sound: the documentation of `UserDefaults` says that the class is thread-safe.
  init(_ defaults: UserDefaults) { self.init(checked: defaults) }
}

extension ThreadSafe where Object == NSArray {
  /// Sound: the array is copied, and `UserDefaults` gives values that never change.
  init(copying values: [Any]) { self.init(checked: NSArray(array: values)) }
}

extension ThreadSafe where Object == any NSObjectProtocol {
  /// Sound: the token is only handed back to the notification center, which any thread may use.
  init(notificationToken: any NSObjectProtocol) { self.init(checked: notificationToken) }
}

#if canImport(Darwin)
  extension ThreadSafe where Object == NSUbiquitousKeyValueStore {
    /// Sound: the store may be used from any thread.
    init(_ store: NSUbiquitousKeyValueStore) { self.init(checked: store) }
  }

  extension ThreadSafe where Object == any DispatchSourceFileSystemObject {
    /// Sound: objects of Dispatch may be used from any thread.
    init(_ source: any DispatchSourceFileSystemObject) { self.init(checked: source) }
  }

  /// Calls a closure when a key of some defaults changes, in any process.
  ///
  /// Unchecked and sound: all of it is constant and `Sendable`, and so is `NSObject`, though not to the compiler.
  final class DefaultsObserver: NSObject, @unchecked Sendable {
    private let defaults: ThreadSafe<UserDefaults>
    private let onChange: @Sendable () -> Void
    private let keys = Locked<Set<String>>([])

    init(of defaults: ThreadSafe<UserDefaults>, onChange: @escaping @Sendable () -> Void) {
      self.defaults = defaults
      self.onChange = onChange
    }

    deinit {
      for key in keys.withLock({ $0 }) { defaults.object.removeObserver(self, forKeyPath: key) }
    }

    /// Observes a key, unless it is observed.
    ///
    /// Keys that would be taken for key paths are left out: to observe them traps.
    func observe(_ key: String) {
      guard !key.contains("."), !key.hasPrefix("@"), keys.withLock({ $0.insert(key).inserted })
      else { return }
      let context: UnsafeMutableRawPointer? = nil
      unsafe defaults.object.addObserver(self, forKeyPath: key, options: [], context: context)
    }

    /// Sound: the pointer is the one that was given above, nil, and is not read.
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
