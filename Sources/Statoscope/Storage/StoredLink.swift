import Foundation

/// The connection between one `@Stored` property of one scope and the scope's current storage.
///
/// The scope is accessed only where it lives; everything else is protected by a lock.
final class StoredLink<Value: Codable & Sendable>: Sendable {
  private let key: String
  private let defaultValue: Value
  private let state = Locked(StoredLinkState())

  init(key: String, default defaultValue: Value) {
    self.key = key
    self.defaultValue = defaultValue
  }

  /// Observes the scope's storage from now on, wherever the scope moves.
  func attach(to scope: ScopeNode) {
    let reference = ScopeReference(scope, home: Home())
    state.update { $0.scope = reference }
    scope.addObserver(self)
    follow()
  }

  /// Observes the storage of a scope whose custom mirror hides the property from reflection.
  func attachIfHidden(to scope: ScopeNode) {
    if state.withLock({ $0.scope == nil }) { attach(to: scope) }
  }

  private var scope: ScopeNode? { state.withLock { $0.scope }?.scopeForItsTree() }

  /// The value that the property shows, read without registering it; nil before a storage is known.
  var shownValue: Value? {
    state.withLock { $0.storage }.map {
      $0.shownValue(of: $0.raw(ofKey: key), default: defaultValue, forKey: key)
    }
  }

  func read(through keyPath: PartialKeyPath<some ScopeNode>) -> Value {
    guard let storage = ensuredStorage else { return defaultValue }
    scope?.observation.outsideProperties[keyPath] = self
    state.withLock { $0.observer }?.recordRead()
    return storage.shownValue(of: storage.raw(ofKey: key), default: defaultValue, forKey: key)
  }

  func write(_ value: Value) {
    guard let storage = ensuredStorage, let scope else { return }
    let home = scope.context.home
    do {
      let raw = try storage.encode(value, forKey: key)
      let isNew = raw != storage.raw(ofKey: key)
      if isNew { storage.notifyComing(key, from: home) }
      let origin = StorageOrigin(home: home, notifiedKey: isNew ? key : nil)
      try storage.write(raw, as: Value.self, forKey: key, from: origin)
    } catch {
      scope.logStorageError(error)
    }
  }

  /// Changes the value atomically.
  func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let storage = ensuredStorage, let scope else {
      var value = defaultValue
      return try body(&value)
    }
    let home = scope.context.home
    let origin = StorageOrigin(home: home, notifiedKey: key)
    let end = StorageEdit.attempted(in: storage, from: origin) { edit throws(Failure) in
      let old = edit.lookUp(key)
      var value = storage.shownValue(of: old, default: defaultValue, forKey: key)
      let result = try body(&value)
      do throws(StorageError) { try edit.write(value, forKey: key) } catch { scope.logStorageError(error) }
      if edit.lookUp(key) != old { storage.notifyComing(key, from: home) }
      return result
    }
    if let error = end.error { scope.logStorageError(error) }
    return try end.result.get()
  }

  private var ensuredStorage: StateStorage? {
    if let storage = state.withLock({ $0.storage }) { return storage }
    guard let scope else { return nil }
    scope.makeFallbackStorage()
    follow()
    return state.withLock { $0.storage }
  }

  /// Switches to the scope's current storage.
  private func follow() {
    let (reference, known) = state.withLock { ($0.scope, $0.storage) }
    guard let reference, let scope = reference.scopeForItsTree() else { return }
    reference.home.become(scope.context.home)
    let type = StateStorage.self
    let fallback = scope.context.fallbacks[ObjectIdentifier(type)]
    let found = scope.lookUp(valueOf: type) ?? fallback?.value(as: type)
    guard let found, found !== known else { return }
    let observer = ScopeStorageObserver(reference, key: key)
    let observation = found.observe(observer, of: [key])
    let former = state.withLock { state in
      defer { (state.storage, state.observer, state.observation) = (found, observer, observation) }
      return state
    }
    for feed in former.feeds { feed.follow(found) }
    guard let formerObserver = former.observer else { return }
    formerObserver.notifyTrackers()
    scope.notifyOfOutsideChange()
  }
}

extension StoredLink: TreeObserver {
  var observedChanges: ObservedChanges { .place }

  func didMove() {
    follow()
  }
}

extension StoredLink: OutsideProperty {
  func feed(hasEnded: @escaping @Sendable () -> Bool, _ offer: @escaping @Sendable (Value) -> Void) {
    let subscription = Locked<StorageSubscription?>(nil)
    let feed = StoredFeed(hasEnded: hasEnded) { [key, defaultValue] storage in
      let next = storage.subscribe([key]) { values in
        offer(storage.shownValue(of: values[key] ?? nil, default: defaultValue, forKey: key))
      }
      subscription.exchange(next)
    }
    // Checked and released outside the lock: they hold values of the user.
    let current = state.withLock { $0.feeds }.filter { !$0.hasEnded() }
    state.update { $0.feeds = current + [feed] }
    state.withLock { $0.storage }.map(feed.follow)
  }
}

/// The scope and the storage of a link; not generic, because that would cost allocations at each access.
private struct StoredLinkState: Sendable {
  var scope: ScopeReference?
  var storage: StateStorage?
  var observer: ScopeStorageObserver?
  var observation: ReleaseToken?
  var feeds: [StoredFeed] = []
}

/// A consumer of each new value of a property, on the thread that sets it.
private struct StoredFeed: Sendable {
  let hasEnded: @Sendable () -> Bool
  /// Switches to the values of another storage.
  let follow: @Sendable (StateStorage) -> Void
}

extension ScopeNode {
  fileprivate final func logStorageError(_ error: any Error) {
    StatoscopeLogger.log(.errors) { "\(typeName): \(error)" }
  }

  /// Creates a storage for this scope's tree, which has none.
  fileprivate final func makeFallbackStorage() {
    let key = ObjectIdentifier(StateStorage.self)
    guard context.fallbacks[key] == nil else { return }
    context.fallbacks[key] = TypedInjectedValue(StateStorage.inMemory())
    StatoscopeLogger.log(.errors) {
      """
      \(typeName) found no StateStorage up its tree, so its @Stored values last as long as the tree. Give the root \
      one: injectObject(StateStorage.file(url)), or .inMemory() in tests.
      """
    }
    ScopeTree(self).root.notifyMoved()
  }
}
