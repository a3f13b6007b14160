import Foundation

/// A place of the system that holds one value a key, and compares nothing before a change, such as the keychain.
package protocol KeyedPlace: Sendable {
  /// The name of the place in errors.
  var name: String { get }

  /// The encoding of values; JSON by default.
  var format: StorageFormat { get }

  /// A value of true when other code may change values without a call of the closure given to ``observe(_:)``.
  var changesSilently: Bool { get }

  /// Held while values are compared and changed; the same for all objects that share values.
  var turn: NSRecursiveLock { get }

  /// Prepares to read some keys, before the turn is taken.
  func prepare(_ keys: Set<String>)

  /// The value of a key, or nil when there is none.
  func value(forKey key: String) throws -> Data?

  /// Sets the value of a key, or removes it when it is nil.
  func set(_ raw: Data?, forKey key: String) throws

  /// Makes the values that were set outlive the process.
  func save() throws

  /// Takes a closure to be called when other code may have changed something.
  func observe(_ onChange: @escaping @Sendable () -> Void)
}

extension KeyedPlace {
  package var format: StorageFormat { .json }
  package var changesSilently: Bool { false }
  package func prepare(_ keys: Set<String>) {}
  package func save() throws {}
  package func observe(_ onChange: @escaping @Sendable () -> Void) {}
}

/// The back end of a place that compares nothing: it compares and changes while it keeps out the rest of the process.
///
/// Of two processes that change one key at the same moment, the last wins.
///
/// A place may run code of its users while a value is set, as the user's defaults do. So the lock is recursive: on
/// the same thread, that code may use the place and every storage of it. Other threads wait.
package final class KeyedBackend: StorageBackend {
  private let keyed: any KeyedPlace

  package init(_ place: some KeyedPlace) {
    keyed = place
  }

  package var place: String { keyed.name }
  package var format: StorageFormat { keyed.format }
  package var changesSilently: Bool { keyed.changesSilently }

  package func observe(_ onChange: @escaping @Sendable () -> Void) {
    keyed.observe(onChange)
  }

  package func values(of keys: Set<String>) throws -> [String: Data] {
    keyed.prepare(keys)
    return try keyed.turn.withLock { try presentValues(of: keys) }
  }

  package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    keyed.prepare([])
    return try keyed.turn.withLock {
      let old = try presentValues(of: Set(changes.keys).union(expected.keys))
      guard old.match(expected) else { return false }
      var touched: [String] = []
      do {
        for (key, raw) in changes {
          touched.append(key)
          try keyed.set(raw, forKey: key)
        }
        try keyed.save()
      } catch {
        // All or nothing: what was there fitted in, so it does again.
        for key in touched { try? keyed.set(old[key], forKey: key) }
        throw StorageError.notSaved(keys: changes.keys.sorted(), place: place, reason: "\(error)")
      }
      return true
    }
  }

  private func presentValues(of keys: Set<String>) throws -> StoredValues {
    var values: StoredValues = [:]
    for key in keys {
      do { values[key] = try keyed.value(forKey: key) } catch {
        throw StorageError.unreadable(key: key, place: place, reason: "\(error)")
      }
    }
    return values
  }
}

/// The reason why a place of the system refused something, as a text for people.
struct PlaceFault: Error, CustomStringConvertible {
  let description: String
}
