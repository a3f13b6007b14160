import Foundation

/// A back end that keeps values until the process exits.
package final class MemoryBackend: StorageBackend {
  package let place = "memory"
  private let stored = Locked<StoredValues>([:])

  package init() {}

  package func values(of keys: Set<String>) -> [String: Data] {
    stored.withLock { stored in
      keys.reduce(into: [:]) { values, key in values[key] = stored[key] }
    }
  }

  package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) -> Bool {
    stored.withLock { stored in
      guard stored.match(expected) else { return false }
      for (key, value) in changes { stored[key] = value }
      return true
    }
  }
}
