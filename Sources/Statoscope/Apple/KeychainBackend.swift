#if canImport(Security)
  import Foundation
  import Security

  extension StateStorage {
    /// A storage in the keychain, for what must stay secret.
    ///
    /// Each key is a generic password of the service, as JSON, readable after the first unlock on this device only.
    /// Changes that other processes make are seen when a value is read by hand; the keychain announces none.
    ///
    /// - Parameter service: what the items are filed under, such as the app's identifier.
    public static func keychain(service: String) -> StateStorage {
      StateStorage(KeychainBackend(service: service))
    }
  }

  /// Keeps values in the keychain, one item a key.
  ///
  /// It knows no comparison before a change, so that of one process is made with all others kept out; of two
  /// processes that change one key at once, the last wins.
  package final class KeychainBackend: StorageBackend {
    package let place: String
    private let service: String

    /// Kept while values are compared and changed; no user code runs meanwhile.
    private static let comparing = NSLock()

    package init(service: String) {
      self.service = service
      place = "the keychain's service \"\(service)\""
    }

    package func values(of keys: Set<String>) throws -> [String: Data] {
      var values: StoredValues = [:]
      for key in keys {
        do throws(KeychainFault) { values[key] = try find(key) } catch {
          throw StorageError.unreadable(key: key, place: place, reason: error.description)
        }
      }
      return values
    }

    package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
      try KeychainBackend.comparing.withLock {
        let present = try values(of: Set(changes.keys).union(expected.keys))
        guard present.match(expected) else { return false }
        var done: [String] = []
        do throws(KeychainFault) {
          for (key, raw) in changes {
            try put(raw, forKey: key)
            done.append(key)
          }
        } catch {
          // All or nothing: what was there fitted in, so it does again.
          for key in done { try? put(present[key], forKey: key) }
          throw StorageError.notSaved(keys: changes.keys.sorted(), place: place, reason: error.description)
        }
        return true
      }
    }

    private func query(_ key: String) -> [CFString: Any] {
      [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: key]
    }

    private func find(_ key: String) throws(KeychainFault) -> Data? {
      let query = query(key).merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 }
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess else { throw KeychainFault(status: status) }
      return found as? Data
    }

    private func put(_ raw: Data?, forKey key: String) throws(KeychainFault) {
      guard let raw else {
        let status = SecItemDelete(query(key) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else {
          throw KeychainFault(status: status)
        }
        return
      }
      let value: [CFString: Any] = [kSecValueData: raw]
      var status = SecItemUpdate(query(key) as CFDictionary, value as CFDictionary)
      if status == errSecItemNotFound {
        let access: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
        let item = query(key).merging(value) { $1 }.merging(access) { $1 }
        status = SecItemAdd(item as CFDictionary, nil)
      }
      guard status == errSecSuccess else { throw KeychainFault(status: status) }
    }
  }

  /// Why the keychain refused something.
  private struct KeychainFault: Error, CustomStringConvertible {
    let status: OSStatus

    var description: String {
      (SecCopyErrorMessageString(status, nil) as String?) ?? "error \(status)"
    }
  }
#endif
