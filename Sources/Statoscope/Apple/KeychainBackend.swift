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
  private final class KeychainBackend: StorageBackend {
    let format = StorageFormat.json
    let place: String
    private let service: String
    private let askedKeys = Locked<Set<String>>([])

    init(service: String) {
      self.service = service
      place = "the keychain's service \"\(service)\""
    }

    func watch(_ onChange: @escaping @Sendable () -> Void) {}

    func contents(of keys: Set<String>) throws(StorageError) -> StoredContents? {
      StoredContents(values: try values(of: keys))
    }

    func commit(_ edit: StorageCommit) throws(StorageError) -> StorageCommit.Outcome {
      let present = try values(of: Set(edit.changes.keys).union(edit.expected.keys))
      guard edit.isExpected(of: present) else { return .overtaken(StoredContents(values: present)) }
      var done: [String] = []
      do throws(KeychainFault) {
        for (key, raw) in edit.changes {
          try put(raw, forKey: key)
          done.append(key)
        }
      } catch {
        // All or nothing: what was there fitted in, so it does again.
        for key in done { try? put(present[key], forKey: key) }
        throw .notSaved(keys: edit.changes.keys.sorted(), place: place, reason: error.description)
      }
      return .committed(present.applying(edit.changes), keptAs: nil)
    }

    private func values(of keys: Set<String>) throws(StorageError) -> StoredValues {
      let keys = askedKeys.withLock { asked in
        asked.formUnion(keys)
        return asked
      }
      var values: StoredValues = [:]
      for key in keys {
        do throws(KeychainFault) { values[key] = try find(key) } catch {
          throw .unreadable(key: key, place: place, reason: error.description)
        }
      }
      return values
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
