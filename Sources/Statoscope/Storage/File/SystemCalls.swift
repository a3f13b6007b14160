import Foundation

#if canImport(Security)
  import Security
#endif

/// The system calls that Foundation does not offer, each with values as input and output.
///
/// This is the only file of the storage with unsafe code. Every `unsafe` is of one kind: a C function that
/// reads a string, or fills a variable, before it returns, and retains no pointer to either. Swift keeps both
/// alive, and at their addresses, until then. Each unchecked conformance has its proof next to it.
enum SystemCalls {
  /// Opens a file; the handle closes it.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemFault) -> FileHandle {
    let descriptor = unsafe Foundation.open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SystemFault(errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Returns the status of the file at a path, or nil when there is none.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  /// Returns the status of an open file.
  static func status(_ file: FileHandle) -> stat? {
    var status = stat()
    return unsafe fstat(file.fileDescriptor, &status) == 0 ? status : nil
  }

  /// Renames a file, replacing the file of that name.
  static func rename(_ old: String, to new: String) throws(SystemFault) {
    guard unsafe Foundation.rename(old, new) == 0 else { throw SystemFault(errno) }
  }

  /// Adds a link to a file, unless another file has that name.
  static func link(_ old: String, to new: String) throws(SystemFault) {
    guard unsafe Foundation.link(old, new) == 0 else { throw SystemFault(errno) }
  }

  /// Removes a link, if it exists.
  static func unlink(_ path: String) {
    _ = unsafe Foundation.unlink(path)
  }

  #if canImport(Glibc) || canImport(Musl)
    /// Adds a folder to an inotify instance.
    ///
    /// - Returns: the number of its events.
    static func addFolder(_ queue: Int32, _ folder: String, _ events: Int32) throws(SystemFault) -> Int32 {
      let number = unsafe inotify_add_watch(queue, folder, UInt32(bitPattern: events))
      guard number >= 0 else { throw SystemFault(errno) }
      return number
    }

    /// Waits for bytes, and reads at most the capacity of the buffer.
    static func read(_ file: Int32, into bytes: inout [UInt8]) -> Int {
      unsafe Foundation.read(file, &bytes, bytes.count)
    }
  #endif

  #if canImport(Security)
    /// Returns the data of an item in the keychain, and the status of the call.
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

    /// Returns the system's text for a status of the keychain.
    static func keychainText(ofError status: OSStatus) -> String {
      let reserved: UnsafeMutableRawPointer? = nil
      let text = unsafe SecCopyErrorMessageString(status, reserved)
      return "\(text.map { "\($0)" } ?? "the keychain's error") (\(status))"
    }
  #endif

  /// Decodes the objects of a property list.
  static func propertyList(_ data: Data) throws -> Any {
    unsafe try PropertyListSerialization.propertyList(from: data, format: nil)
  }

  /// Returns the system's text for one of its error numbers.
  static func text(ofError code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}

/// An object of the system that any thread may use, although its type is not `Sendable`.
///
/// Unchecked and sound: it is created from the types below only, each for the reason stated there.
struct ThreadSafe<Object>: @unchecked Sendable {
  let object: Object

  private init(checked object: Object) { self.object = object }
}

extension ThreadSafe where Object == UserDefaults {
  /// Sound: the documentation of `UserDefaults` says that the class is thread-safe.
  init(_ defaults: UserDefaults) { self.init(checked: defaults) }
}

extension ThreadSafe where Object == NSArray {
  /// Sound: the array is copied, and `UserDefaults` returns immutable values.
  init(copying values: [Any]) { self.init(checked: NSArray(array: values)) }
}

extension ThreadSafe where Object == any NSObjectProtocol {
  /// Sound: the token is only passed back to the notification center, which any thread may use.
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

  /// An observer of some keys of the user's defaults, for changes by any process.
  ///
  /// Unchecked and sound: all of its state is constant and `Sendable`, and so is `NSObject`, although the
  /// compiler does not know.
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

    /// Observes a key, unless it is observed already.
    ///
    /// Keys that look like key paths are left out: observing them traps.
    func observe(_ key: String) {
      guard !key.contains("."), !key.hasPrefix("@"), keys.withLock({ $0.insert(key).inserted })
      else { return }
      let context: UnsafeMutableRawPointer? = nil
      unsafe defaults.object.addObserver(self, forKeyPath: key, options: [], context: context)
    }

    /// Sound: the pointer is the one passed above, nil, and is not read.
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

/// The reason for which the system refused an operation, in plain words.
package struct SystemFault: Error, CustomStringConvertible {
  package let description: String

  /// The system's error number, if there is one.
  let code: Int32?

  init(reason: String) {
    description = reason
    code = nil
  }

  /// Creates a fault from the error number in an error of Foundation.
  init(_ error: any Error) {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let cause, cause.domain == NSPOSIXErrorDomain else {
      self.init(reason: "\(error)")
      return
    }
    self.init(Int32(truncatingIfNeeded: cause.code))
  }

  /// Creates a fault from one of the system's error numbers.
  package init(_ code: Int32) {
    self.code = code
    description =
      switch code {
      case ENOENT: "its folder does not exist"
      case ENOTDIR: "a part of its path is a file, not a folder"
      case EACCES, EPERM: "permission is denied by its folder or the file itself"
      case EROFS: "the disk is read-only"
      case ENOSPC, EDQUOT: "the disk is full"
      case EFBIG: "it would exceed the system's limit for the size of a file"
      case EMFILE, ENFILE: "too many files are open or observed"
      case ELOOP: "the symbolic links that lead to it form a cycle"
      default: SystemCalls.text(ofError: code)
      }
  }
}
