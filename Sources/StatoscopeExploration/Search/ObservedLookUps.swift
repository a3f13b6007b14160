import Statoscope

/// The injected objects that the explored scopes look up: what changes in them is state that no scope has.
///
/// An object that never changes cannot tell states apart, so each is compared with what it was when it was looked up
/// for the first time.
final class ObservedLookUps {
  private let keys: StateKeyMaker
  /// The contents of each object when it was first looked up, by its name.
  private var contents: [String: StateKey] = [:]
  /// The names of the objects that have changed, or of which reflection does not show all.
  private(set) var changed: Set<String> = []

  init(keys: StateKeyMaker) {
    self.keys = keys
  }

  /// Observes the look-ups in a tree.
  func observe(_ root: ScopeNode) {
    root.objectLookUps = ObjectLookUps(storageReaders: keys.storageReaders) { [weak self] in
      self?.compare($0, of: $1)
    }
  }

  /// Compares the objects that scopes of a tree have looked up with what they were.
  func compare(in root: ScopeNode) {
    for (object, scope) in root.objectLookUps?.found ?? [] { compare(object, of: scope) }
  }

  private func compare(_ object: AnyObject, of scope: Any.Type) {
    let name = "\(typeName(type(of: object))), injected into \(typeName(scope))"
    guard !changed.contains(name) else { return }
    let key = keys.key(ofObject: object)
    if key.isWhole, contents[name, default: key] == key {
      contents[name] = key
    } else {
      changed.insert(name)
    }
  }
}
