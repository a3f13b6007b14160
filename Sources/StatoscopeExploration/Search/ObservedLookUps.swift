import Statoscope

/// The injected objects that the explored scopes look up, alone or in structures: what changes in them is state that no
/// scope has.
///
/// An object that never changes cannot tell states apart, so each is compared with what it was when it was looked up
/// for the first time.
final class ObservedLookUps {
  private let keys: StateKeyMaker
  private let readsEffects: () -> Void
  /// The contents of each value when it was first looked up, by its name.
  private var contents: [String: StateKey] = [:]
  /// The names of the values that have changed, or of which reflection does not show all.
  private(set) var changed: Set<String> = []

  /// - Parameter readsEffects: is called when the app reads the effects of a scope.
  init(keys: StateKeyMaker, readsEffects: @escaping () -> Void) {
    (self.keys, self.readsEffects) = (keys, readsEffects)
  }

  /// Observes the look-ups in a tree.
  func observe(_ root: ScopeNode) {
    root.objectLookUps = ObjectLookUps(storageReaders: keys.storageReaders, readsEffects: readsEffects) {
      [weak self] in
      self?.compare($0) ?? false
    }
  }

  /// Compares the values that scopes of a tree have looked up with what they were.
  func compare(in root: ScopeNode) {
    guard let lookUps = root.objectLookUps?.ofObjects, !lookUps.isEmpty else { return }
    for lookUp in lookUps { compare(lookUp) }
  }

  /// - Returns: whether the value refers to objects; without any it never changes.
  @discardableResult
  private func compare(_ lookUp: ObjectLookUps.LookUp) -> Bool {
    let value = lookUp.value
    let name = "\(typeName(type(of: value))), injected into \(typeName(lookUp.scope))"
    guard !changed.contains(name) else { return true }
    let key = keys.key(of: value)
    guard key.hasObjects else { return false }
    if key.isWhole, contents[name, default: key] == key {
      contents[name] = key
    } else {
      changed.insert(name)
    }
    return true
  }
}
