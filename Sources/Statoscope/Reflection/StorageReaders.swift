/// The ways to the storage of property wrappers that a reader of states knows: key paths instead of mirrors.
///
/// To reach one property with a mirror takes a microsecond, as Swift finds out its type each time. A property wrapper is
/// handed the key path to its own storage at each access, and passes it on here while its tree is explored. The storage is
/// read each time, so nothing has to be known about what changes it.
package final class StorageReaders {
  /// The readers by the class that declares the property, and by the name of the storage.
  private var readers: [ObjectIdentifier: [String: StorageReader]] = [:]
  /// The key paths seen so far, retained so that none of another property has the same identity.
  private var seen: [ObjectIdentifier: AnyKeyPath] = [:]
  /// The number of readers.
  private(set) var count = 0

  package init() {}

  /// Key paths of generic classes are made anew for each access.
  private static var mostSeen: Int { 4_096 }

  /// Learns the way to the storage of a property, unless it is known.
  func learn<Owner: AnyObject, Storage: ShownState>(_ keyPath: KeyPath<Owner, Storage>) {
    guard seen[ObjectIdentifier(keyPath)] == nil, seen.count < StorageReaders.mostSeen else { return }
    seen[ObjectIdentifier(keyPath)] = keyPath
    // It is found by the offset of the property. A name that no property of that type has is never looked for.
    guard let name = keyPath.debugDescription.split(separator: ".").last.map(String.init) else { return }
    let owner = ObjectIdentifier(Owner.self)
    guard readers[owner]?[name] == nil else { return }
    readers[owner, default: [:]][name] = TypedStorageReader(keyPath)
    count += 1
  }

  /// Returns the reader of a property, if it is known.
  ///
  /// - Parameters:
  ///   - owner: the class that declares the property.
  ///   - storage: the declared type of the storage.
  func reader(of owner: Any.Type, named name: String, _ storage: Any.Type) -> StorageReader? {
    guard let reader = readers[ObjectIdentifier(owner)]?[name], reader.storage == storage else { return nil }
    return reader
  }
}

/// The way to the storage of one property wrapper; a subclass knows the types.
class StorageReader {
  /// The type of the storage.
  let storage: Any.Type

  fileprivate init(_ storage: Any.Type) {
    self.storage = storage
  }

  /// Returns the value that the property wrapper shows in an object.
  func shownState(of object: AnyObject) -> Any? { nil }
}

private final class TypedStorageReader<Owner: AnyObject, Storage: ShownState>: StorageReader {
  private let keyPath: KeyPath<Owner, Storage>

  init(_ keyPath: KeyPath<Owner, Storage>) {
    self.keyPath = keyPath
    super.init(Storage.self)
  }

  override func shownState(of object: AnyObject) -> Any? {
    guard let owner = object as? Owner else {
      preconditionFailure("a property is read in objects of the class that declares it")
    }
    return owner[keyPath: keyPath].shownState
  }
}
