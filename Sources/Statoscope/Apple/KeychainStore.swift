#if canImport(Security)
  import Foundation
  import Security

  extension StateStorage {
    /// A storage in the keychain, for secrets.
    ///
    /// Each key is a generic password of the service, with a JSON value, readable after the first unlock on
    /// this device only. On macOS it is in the data protection keychain; that of a binary without a signature is in the
    /// user's keychain file. Changes of other processes become visible when a value is read by hand; the keychain
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
      var data: Data?
      let status = call(key) { item in
        let query = item.merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 }
        let (status, found) = SystemCalls.keychainItem(query)
        data = found
        return status
      }
      if status == errSecItemNotFound { return nil }
      try check(status)
      return data
    }

    package func set(_ raw: Data?, forKey key: String) throws {
      guard let raw else {
        let status = call(key) { SecItemDelete($0 as CFDictionary) }
        return try check(status == errSecItemNotFound ? errSecSuccess : status)
      }
      let value: [CFString: Any] = [kSecValueData: raw]
      let access: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
      let status = call(key) { item in
        let status = SecItemUpdate(item as CFDictionary, value as CFDictionary)
        guard status == errSecItemNotFound else { return status }
        return SystemCalls.addKeychainItem(item.merging(value) { $1 }.merging(access) { $1 })
      }
      try check(status)
    }

    /// Calls a function of the keychain with an item of the data protection keychain; or, where the process has no
    /// entitlement for that, such as an unsigned binary on macOS, with one of the user's keychain file.
    private func call(_ key: String, _ function: (_ item: [CFString: Any]) -> OSStatus) -> OSStatus {
      let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: key,
      ]
      let status = function(item.merging([kSecUseDataProtectionKeychain: true]) { $1 })
      return status == errSecMissingEntitlement ? function(item) : status
    }

    private func check(_ status: OSStatus) throws {
      guard status == errSecSuccess else {
        throw SystemFault(reason: SystemCalls.keychainText(ofError: status))
      }
    }
  }
#endif
