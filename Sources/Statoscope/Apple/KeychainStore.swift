#if canImport(Security)
  import Foundation
  import Security

  extension StateStorage {
    /// A storage in the keychain, for secrets.
    ///
    /// Each key is a generic password of the service, with a JSON value, readable after the first unlock on
    /// this device only. Changes of other processes become visible when a value is read by hand; the keychain
    /// does not report them. If two processes change one key at the same moment the last change wins.
    ///
    /// - Parameters:
    ///   - service: the service of the items, such as the app's identifier.
    ///   - migrations: the steps that bring older values into the shape that this version of the app expects.
    public static func keychain(service: String, migrations: [StorageMigration] = []) -> StateStorage {
      StateStorage(KeyedBackend(KeychainStore(service: service)), migrations: migrations)
    }
  }

  /// The keychain items of one service as a key-value store.
  package struct KeychainStore: KeyedStore {
    private static let lock = NSRecursiveLock()

    package let name: String
    package var lock: NSRecursiveLock { KeychainStore.lock }
    private let service: String

    package init(service: String) {
      self.service = service
      name = "the keychain's service \"\(service)\""
    }

    package func value(forKey key: String) throws -> Data? {
      let query = query(key).merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 }
      let (status, data) = SystemCalls.keychainItem(query)
      if status == errSecItemNotFound { return nil }
      try check(status)
      return data
    }

    package func set(_ raw: Data?, forKey key: String) throws {
      guard let raw else {
        let status = SecItemDelete(query(key) as CFDictionary)
        return try check(status == errSecItemNotFound ? errSecSuccess : status)
      }
      let value: [CFString: Any] = [kSecValueData: raw]
      var status = SecItemUpdate(query(key) as CFDictionary, value as CFDictionary)
      if status == errSecItemNotFound {
        let access: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
        status = SystemCalls.addKeychainItem(query(key).merging(value) { $1 }.merging(access) { $1 })
      }
      try check(status)
    }

    private func query(_ key: String) -> [CFString: Any] {
      [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: key]
    }

    private func check(_ status: OSStatus) throws {
      guard status == errSecSuccess else {
        let error = NSError(domain: NSOSStatusErrorDomain, code: Int(status))
        throw SystemFault(reason: error.localizedDescription)
      }
    }
  }
#endif
