import Foundation

/// The known contents of a storage, and the observers of changes, all protected by one lock.
struct StorageMemory: Sendable {
  /// The values of the keys that were looked up, with the pending operations applied; nil for none.
  private(set) var values: [String: Data?] = [:]

  /// The number of known keys at which those without an observer are removed.
  private var mostKnown = StorageMemory.leastKnown
  private static let leastKnown = 1_024

  /// The keys without an observer at the last removal, if the back end is a remote one: there they are loaded
  /// before they are observed.
  private var spared: Set<String>?

  /// The operations that the back end has not confirmed.
  private(set) var operations = StorageOperations()

  /// The calls of a remote back end.
  var exchange = RemoteExchange()

  /// The reasons why values may be missing although they are stored, by their keys.
  private(set) var readErrors: [String: StorageError] = [:]

  /// The reason why all values are lost, until others replace them.
  private var damage: StorageError?

  var isWriteScheduled = false

  /// The keys whose former keys have been looked at.
  var renamedKeys: Set<String> = []

  var notifier = StorageNotifier()

  private var decoded: [String: DecodedValue] = [:]

  /// The defaults of keys without a stored value: the first one shown.
  private var defaults: [String: DecodedValue] = [:]

  /// The last error that was logged about each key.
  private var logged: [String: StorageError] = [:]

  /// - Parameter signature: the version of the values, which each commit expects.
  init(signature: StoredValues) { exchange = RemoteExchange(signature: signature) }

  init(remote signature: StoredValues) {
    self.init(signature: signature)
    spared = []
  }

  // MARK: Stored values

  /// Returns the reason why one of some values may be missing although it is stored.
  func readError(of keys: some Sequence<String>) -> StorageError? {
    readErrors.isEmpty ? nil : keys.lazy.compactMap { readErrors[$0] }.first
  }

  func knows(_ keys: Set<String>) -> Bool { keys.allSatisfy { values[$0] != nil } }

  /// Returns true when the value in the store is known; an update may show a value before that.
  func hasLoaded(_ key: String) -> Bool { operations.pending[key]?.isLoaded ?? (values[key] != nil) }

  func values(of keys: Set<String>) -> [String: Data?] {
    keys.reduce(into: [:]) { found, key in
      if let value = values[key] { found[key] = .some(value) }
    }
  }

  /// Removes the keys without an observer and without a pending operation: they are looked up on their next use.
  ///
  /// - Returns: decoded values of the user, to be released outside the lock.
  mutating func discardUnobserved() -> [DecodedValue] {
    var released: [DecodedValue] = []
    var unobserved = values.keys.filter { !notifier.isObserved($0) && operations.pending[$0] == nil }
    if let former = spared {
      spared = Set(unobserved)
      unobserved.removeAll { !former.contains($0) }
    }
    for key in unobserved {
      values[key] = nil
      readErrors[key] = nil
      logged[key] = nil
      released += [decoded.removeValue(forKey: key), defaults.removeValue(forKey: key)].compactMap(\.self)
    }
    // Keeps the amortized cost of a call proportional to the look-ups since the last one.
    mostKnown = max(StorageMemory.leastKnown, 2 * values.count)
    return released
  }

  /// Stores values that were read from the back end.
  mutating func adopt(_ found: Result<StoredValues, StorageError>, of keys: Set<String>)
    -> StorageNotification
  {
    switch found {
    case .success(let found):
      damage = nil
      if !readErrors.isEmpty { for key in keys { readErrors[key] = nil } }
      return replace(keys) { found[$0] }
    case .failure(let error):
      if error.isDamage { damage = error }
      for key in keys { readErrors[key] = error }
      // Old values are better than none, unless the stored ones are lost.
      let known = values
      if error.isDamage { return replace(keys) { _ in nil } }
      return replace(keys) { known[$0] ?? nil }
    }
  }

  /// Begins a commit of an edit together with the operations that wait, in a back end that answers at once.
  ///
  /// - Returns: nil when an expected value has changed in memory.
  mutating func makeCommit(of edit: StorageChanges) -> SentOperations? {
    let signature = edit.isMigration ? [:] : exchange.signature
    guard !operations.pending.isEmpty || !signature.isEmpty else {
      return SentOperations(edit.changes, edit.expected)
    }
    return operations.makeCommit(with: edit, expecting: signature)
  }

  /// Adds operations, which are visible at once.
  ///
  /// - Returns: nil when a value that they are based on has changed.
  mutating func enqueue(_ edit: StorageChanges, _ update: StorageOperations.Update? = nil)
    -> StorageNotification?
  {
    guard edit.expected.allSatisfy({ (values[$0.key] ?? nil) == $0.value }) else { return nil }
    return record(edit, update)
  }

  /// Takes a commit back that could not be made at once, and adds the assignments of its edit to those that wait.
  mutating func record(_ edit: StorageChanges, of sent: SentOperations, failure: StorageError)
    -> StorageNotification
  {
    _ = exchange.fail(.write, failure)
    operations.takeBack(sent)
    var notification = edit.isUpdate ? show([]) { _ in nil } : record(edit)
    notification.concernsConnection = true
    return notification
  }

  /// Adds operations, also where others have changed the values that they are based on.
  private mutating func record(_ edit: StorageChanges, _ update: StorageOperations.Update? = nil)
    -> StorageNotification
  {
    // In a remote store, what an edit has found may be nothing because it was not loaded.
    operations.add(edit, update) { key in
      values[key].map(Optional.some) ?? (spared == nil ? edit.expected[key] : nil)
    }
    // One that was known may have been removed from memory in the meantime.
    if spared != nil { exchange.want(edit.changes.keys.filter { !hasLoaded($0) }) }
    return show(edit.changes.keys) { edit.changes[$0]?.raw ?? nil }
  }

  /// Replaces the values of some keys in the back end.
  private mutating func replace(
    _ keys: some Sequence<String>,
    by newValue: (_ key: String) -> Data?
  ) -> StorageNotification {
    if !operations.pending.isEmpty { for key in keys { operations.adopt(newValue(key), forKey: key) } }
    return show(keys, newValue)
  }

  /// Shows the values of some keys, except where operations lead to others.
  private mutating func show(
    _ keys: some Sequence<String>,
    _ newValue: (_ key: String) -> Data?
  ) -> StorageNotification {
    var released: [any Sendable] = operations.removed.isEmpty ? [] : operations.takeRemoved()
    if values.count > mostKnown { released += discardUnobserved() }
    var changed: [String] = []
    for key in keys {
      let old = values[key]
      let value = if let pending = operations.pending[key] { pending.result } else { newValue(key) }
      guard old != .some(value) else { continue }
      values[key] = .some(value)
      if value != (old ?? nil) { changed.append(key) }
    }
    let observers = changed.isEmpty ? [] : notifier.observers(of: changed)
    return StorageNotification(observers: observers, released: released)
  }

  // MARK: A remote back end

  mutating func nextStep() -> (step: RemoteExchange.Step, released: [OperationSegment]) {
    (exchange.nextStep(&operations), operations.takeRemoved())
  }

  /// Stores the values of a fetch that has ended.
  mutating func adopt(fetched found: Result<StoredValues, StorageError>) -> StorageNotification {
    adopt(found, of: exchange.finishFetch(found))
  }

  /// Records the answer to a commit.
  mutating func adopt(_ sent: SentOperations, isMade: Bool) -> StorageNotification {
    guard isMade else {
      operations.takeBack(sent)
      var notification = show([]) { _ in nil }
      notification.unread = Set(sent.expected.keys)
      return notification
    }
    let doubtful = operations.pending.isEmpty ? [] : operations.confirm(sent)
    for key in sent.changes.keys { logged[key] = nil }
    // What was damaged was replaced.
    if !readErrors.isEmpty {
      readErrors = readErrors.filter { sent.changes[$0.key] == nil && !$0.value.isDamage }
    }
    // What no property uses is not known here: a preserved value, for example.
    var notification = show(sent.expected.keys) { sent.changes[$0] ?? sent.expected[$0] ?? nil }
    notification.unread = doubtful
    if exchange.failures.since != nil {
      exchange.recover(from: .write)
      notification.concernsConnection = true
    }
    notification.loss = damage.take()
    return notification
  }

  /// Adds a transaction after the operations that wait.
  mutating func add(_ transaction: QueuedTransaction) {
    exchange.add(transaction, after: operations.latest)
  }

  /// Removes the transactions that a failure concerns.
  ///
  /// - Parameter attempt: the attempt that has failed.
  mutating func takeHeldTransactions(before attempt: UInt64) -> [QueuedTransaction] {
    exchange.takeHeldTransactions(by: operations.oldest?.number, before: attempt)
  }

  /// The values in the store, as far as they are known, without the operations that wait.
  var storeValues: [String: Data?] {
    var known = values
    for (key, pending) in operations.pending { known[key] = pending.isLoaded ? .some(pending.base) : nil }
    return known
  }

  /// Stores the values that a transaction has made.
  mutating func adopt(transaction: StorageCommit) -> StorageNotification {
    replace(transaction.changes.keys) { transaction.changes[$0] ?? nil }
  }

  /// Records what the operations of a key lead to.
  mutating func record(_ applied: AppliedOperations, forKey key: String) -> StorageNotification {
    show(operations.record(applied, forKey: key) ? [key] : []) { _ in applied.result }
  }

  // MARK: Decoded values

  /// Returns what is known of a value that was decoded as a type, or encoded from it.
  func decoded<Value>(_ type: Value.Type, from raw: Data, forKey key: String) -> DecodedValue? {
    guard let known = decoded[key], known.raw == raw, known.type == ObjectIdentifier(type) else { return nil }
    return known
  }

  /// Returns the value that a property shows; nil where it has to be looked up, decoded or reported first.
  func shown<Value>(_ type: Value.Type, forKey key: String) -> DecodedValue? {
    guard let known = values[key] else { return nil }
    if let known { return decoded(type, from: known, forKey: key) }
    guard readErrors[key] == nil, hasLoaded(key) else { return nil }
    return firstDefault(type, forKey: key)
  }

  /// Stores a decoded value, or the type alone that a value was encoded from.
  ///
  /// - Returns: the former value, to be released outside the lock.
  mutating func recordDecoded<Value: Sendable>(
    _ value: Value?,
    as type: Value.Type,
    of raw: Data,
    forKey key: String
  ) -> DecodedValue? {
    // A key may have been removed from memory in the meantime.
    guard values[key] != nil, value != nil || decoded(type, from: raw, forKey: key) == nil else { return nil }
    return decoded.updateValue(
      DecodedValue(raw: raw, type: ObjectIdentifier(type), value: value),
      forKey: key
    )
  }

  /// Returns the default that was shown first, if it had the same type; stores the given one as such if there
  /// was none.
  ///
  /// The caller casts it, outside the lock.
  mutating func firstDefault<Value: Sendable>(_ value: Value, forKey key: String) -> DecodedValue? {
    if defaults[key] != nil { return firstDefault(Value.self, forKey: key) }
    if values[key] != nil {
      defaults[key] = DecodedValue(raw: Data(), type: ObjectIdentifier(Value.self), value: value)
    }
    return nil
  }

  private func firstDefault<Value>(_ type: Value.Type, forKey key: String) -> DecodedValue? {
    guard let known = defaults[key], known.type == ObjectIdentifier(type) else { return nil }
    return known
  }

  /// Stores an error about a key.
  ///
  /// - Returns: true when it differs from the last error about the key.
  mutating func isNew(_ error: StorageError, forKey key: String) -> Bool {
    guard logged[key] != error else { return false }
    logged[key] = error
    return true
  }
}

/// An encoded value, its type, and the value itself once it was decoded.
struct DecodedValue: Sendable {
  let raw: Data
  let type: ObjectIdentifier
  let value: (any Sendable)?
}

/// The observers of a storage, by key.
///
/// A change of one key has no cost for the observers of others.
struct StorageNotifier: Sendable {
  private var observers: [String: [UInt64: any StorageObserver]] = [:]
  private var lastNumber: UInt64 = 0

  func isObserved(_ key: String) -> Bool { observers[key] != nil }

  /// Adds an observer of some keys.
  ///
  /// - Returns: the number with which to remove it.
  mutating func add(_ observer: any StorageObserver, of keys: Set<String>) -> UInt64 {
    lastNumber += 1
    for key in keys { observers[key, default: [:]][lastNumber] = observer }
    return lastNumber
  }

  /// Removes an observer.
  ///
  /// - Returns: the observer, to be released outside the lock: it may hold closures of the user.
  mutating func remove(_ number: UInt64, of keys: Set<String>) -> (any StorageObserver)? {
    var removed: (any StorageObserver)?
    for key in keys {
      if let observer = observers[key]?.removeValue(forKey: number) { removed = observer }
      if observers[key]?.isEmpty == true { observers[key] = nil }
    }
    return removed
  }

  /// Returns the observers of some keys, in the order in which they were added.
  func observers(of keys: some Sequence<String>) -> [any StorageObserver] {
    var concerned: [UInt64: any StorageObserver] = [:]
    for key in keys {
      guard let observers = observers[key] else { continue }
      if concerned.isEmpty { concerned = observers } else { concerned.merge(observers) { $1 } }
    }
    return concerned.sorted { $0.key < $1.key }.map(\.value)
  }
}
