// What Apple's Foundation, Dispatch and C library have beyond those of Linux, as far as the library uses it. It is
// compiled into the module, because only there may a declaration take the place of an imported one.

import Foundation

class NSObject: Foundation.NSObject {
  func observeValue(
    forKeyPath keyPath: String?,
    of object: Any?,
    change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}
}

struct NSKeyValueChangeKey: Hashable {}

struct NSKeyValueObservingOptions: OptionSet {
  let rawValue: UInt
}

extension UserDefaults {
  func addObserver(
    _ observer: NSObject,
    forKeyPath keyPath: String,
    options: NSKeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) {}

  func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {}
}

extension ProcessInfo {
  func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

let O_EVTONLY: Int32 = 0x8000
let F_BARRIERFSYNC: Int32 = 85
let F_FULLFSYNC: Int32 = 51

extension stat {
  var st_mtimespec: timespec { st_mtim }
}

protocol DispatchSourceFileSystemObject: AnyObject, DispatchSourceProtocol {
  var data: DispatchSource.FileSystemEvent { get }
}

extension DispatchSource {
  static func makeFileSystemObjectSource(
    fileDescriptor: Int32,
    eventMask: FileSystemEvent,
    queue: DispatchQueue? = nil
  ) -> any DispatchSourceFileSystemObject {
    fatalError("only compiled")
  }
}

/// Apple's.
@_documentation(visibility: internal)
public class NSUbiquitousKeyValueStore: Foundation.NSObject {
  /// Apple's.
  @_documentation(visibility: internal)
  public static var `default`: NSUbiquitousKeyValueStore { fatalError("only compiled") }
  static let didChangeExternallyNotification = NSNotification.Name("only compiled")

  func data(forKey key: String) -> Data? { nil }
  func set(_ value: Any?, forKey key: String) {}
  func removeObject(forKey key: String) {}
  @discardableResult func synchronize() -> Bool { false }
}

let NSUbiquitousKeyValueStoreChangeReasonKey = "only compiled"
let NSUbiquitousKeyValueStoreChangedKeysKey = "only compiled"
let NSUbiquitousKeyValueStoreQuotaViolationChange = 2
