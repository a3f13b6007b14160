import Foundation

/// Connects one `@Stored` property of one scope with the storage that the scope finds now.
///
/// It lives where the scope lives; what other threads hold is its ``ScopeStorageObserver``.
final class StoredLink<Value: Codable & Sendable> {
  private let key: String
  private let defaultValue: Value
  private weak var scope: ScopeNode?
  private var storage: StateStorage?
  private var observer: ScopeStorageObserver?
  private var feeds: [Feed] = []

  /// What reads are tracked on besides the storage's key, for when the scope gets another storage.
  private lazy var placement = TrackedKey()

  init(key: String, default defaultValue: Value) {
    self.key = key
    self.defaultValue = defaultValue
  }

  deinit {
    observer?.end()
  }

  /// Follows the scope's storage from now on, wherever the scope moves.
  func attach(to scope: ScopeNode) {
    self.scope = scope
    scope.addObserver(self)
    follow()
  }

  /// What the property shows, without a trace; nil before a storage is known.
  var shownValue: Value? {
    storage.map { $0.shownValue(of: $0.raw(ofKey: key), default: defaultValue, forKey: key) }
  }

  func read<Owner: ScopeNode>(through keyPath: KeyPath<Owner, Value>) -> Value {
    guard let storage = ensuredStorage else { return defaultValue }
    scope?.observation.outsideProperties[keyPath] = self
    placement.noteRead()
    storage.memory.withLock { $0.notifier.tracker(of: key) }.noteRead()
    return storage.shownValue(of: storage.raw(ofKey: key), default: defaultValue, forKey: key)
  }

  func write(_ value: Value) {
    guard let storage = ensuredStorage, let scope else { return }
    let home = scope.context.home
    do {
      let raw = try storage.encode(value, forKey: key)
      let isNew = raw != storage.raw(ofKey: key)
      if isNew { storage.announceComing(key, from: home) }
      let origin = StorageOrigin(home: home, announcedKey: isNew ? key : nil)
      try storage.write(raw, as: Value.self, forKey: key, from: origin)
    } catch {
      scope.logStorageError(error)
    }
  }

  /// Changes the value in one step.
  func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let storage = ensuredStorage, let scope else {
      var value = defaultValue
      return try body(&value)
    }
    let home = scope.context.home
    let origin = StorageOrigin(home: home, announcedKey: key)
    let end = StorageEdit.attempted(in: storage, from: origin) { edit in
      let old = edit.lookUp(key)
      var value = storage.shownValue(of: old, default: defaultValue, forKey: key)
      let result = Swift.Result { () throws(Failure) in try body(&value) }
      guard case .success = result else { return result }
      do throws(StorageError) { try edit.write(value, forKey: key) } catch { scope.logStorageError(error) }
      if edit.changes(key, from: old) { storage.announceComing(key, from: home) }
      return result
    }
    if let error = end.error { scope.logStorageError(error) }
    return try end.result.get()
  }

  private var ensuredStorage: StateStorage? {
    if storage == nil, let scope {
      scope.makeFallbackStorage()
      follow()
    }
    return storage
  }

  /// Takes the storage that the scope has now, in place of another.
  private func follow() {
    guard let scope else { return }
    observer?.home.become(scope.context.home)
    let found = scope.injectedValue(for: StateStorage.self) ?? scope.context.fallbackStorage as? StateStorage
    guard let found, found !== storage else { return }
    observer?.end()
    let isAnother = storage != nil
    storage = found
    observer = ScopeStorageObserver(scope: scope, key: key, storage: found)
    for feed in feeds { subscribe(feed) }
    guard isAnother else { return }
    placement.noteChange()
    scope.announceOutsideChange()
  }
}

extension StoredLink: TreeObserver {
  var interests: TreeInterests { .place }

  func didMove() {
    follow()
  }
}

extension StoredLink: OutsideProperty {
  /// A closure that is called with each new value, on the thread that makes it.
  private final class Feed {
    let offer: @Sendable (Value) -> Void
    let hasEnded: @Sendable () -> Bool
    var subscription: StorageSubscription?

    init(offer: @escaping @Sendable (Value) -> Void, hasEnded: @escaping @Sendable () -> Bool) {
      self.offer = offer
      self.hasEnded = hasEnded
    }
  }

  func feed(hasEnded: @escaping @Sendable () -> Bool, _ offer: @escaping @Sendable (Value) -> Void) {
    feeds.removeAll { $0.hasEnded() }
    let feed = Feed(offer: offer, hasEnded: hasEnded)
    feeds.append(feed)
    subscribe(feed)
  }

  private func subscribe(_ feed: Feed) {
    guard let storage else { return }
    feed.subscription = storage.subscribe([key]) {
      [weak storage, key, defaultValue, offer = feed.offer] values in
      guard let storage else { return }
      offer(storage.shownValue(of: values[key], default: defaultValue, forKey: key))
    }
  }
}

extension ScopeNode {
  fileprivate final func logStorageError(_ error: any Error) {
    StatoscopeLogger.log(.errors) { "\(typeName): \(error)" }
  }

  /// Gives this scope's tree a storage of its own, for want of one.
  fileprivate final func makeFallbackStorage() {
    guard context.fallbackStorage == nil else { return }
    context.fallbackStorage = StateStorage.inMemory()
    StatoscopeLogger.log(.errors) {
      """
      \(typeName) found no StateStorage up its tree, so its @Stored values last as long as the tree. Give the root \
      one: injectObject(StateStorage.file(url)), or .inMemory() in tests.
      """
    }
    ScopeTree(self).root.announceMove()
  }
}
