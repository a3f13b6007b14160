import Foundation

/// The operations that a store has not confirmed, by key, and the values that they lead to.
///
/// The operations of a key are at most one assignment, which replaces all before it, and the updates after it. They
/// are sent together with those of all other keys, so only the order within a key matters. Updates are code of the
/// app: the owner of this value applies them outside its lock (``PendingOperations/applied(in:)``).
struct StorageOperations: Sendable {
  /// The limit of updates that wait for a store: what a store that is away for some minutes leaves.
  static let mostUpdates = 10_000

  /// A change that depends on the value before it, and is applied again when that has changed.
  typealias Update = @Sendable (_ edit: inout StorageEdit) throws -> Void

  private(set) var pending: [String: PendingOperations] = [:]
  private(set) var updateCount = 0

  /// Operations that are no longer needed, to be released outside the lock.
  private(set) var removed: [OperationSegment] = []

  /// The number of the latest operation.
  private(set) var latest: UInt64 = 0

  var isEmpty: Bool { pending.isEmpty }

  /// The number of operations that wait.
  var count: Int { updateCount + pending.values.count { $0.hasAssignment } }

  /// The oldest operation that waits: its number and its time.
  var oldest: (number: UInt64, since: Date)? {
    pending.values.lazy.compactMap(\.oldest).min { $0.number < $1.number }
  }

  /// Adds the changes of an edit as assignments, or as one update that led to them.
  ///
  /// - Parameter known: returns the last known value of a key; nil when it was not loaded.
  mutating func add(_ edit: StorageChanges, _ update: Update?, known: (_ key: String) -> Data??) {
    for (key, assignment) in edit.changes {
      latest += 1
      if let update {
        // In place: there may be many updates.
        pending[key, default: PendingOperations(base: known(key))].add(update, number: latest)
        pending[key]?.show(assignment)
        updateCount += 1
      } else {
        // Not in place, which takes allocations.
        var operations = pending[key] ?? PendingOperations(base: known(key))
        let replaced = operations.assign(assignment, number: latest)
        operations.show(assignment)
        pending.updateValue(operations, forKey: key)
        guard let replaced, !replaced.updates.isEmpty else { continue }
        updateCount -= replaced.updates.count
        removed.append(replaced)
      }
    }
  }

  /// Records the value that the store has.
  mutating func adopt(_ value: Data?, forKey key: String) {
    guard let known = pending[key], !known.isLoaded || known.base != value else { return }
    pending[key]?.rebase(on: value)
  }

  /// Returns the keys whose operations are to be applied again.
  func outdated() -> [(key: String, operations: PendingOperations)] {
    pending.filter(\.value.isOutdated).map { ($0.key, $0.value) }
  }

  /// Records what the operations of a key lead to.
  ///
  /// - Returns: false when the value has changed in the meantime, or operations were added, which are applied next.
  mutating func record(_ applied: AppliedOperations, forKey key: String) -> Bool {
    guard var operations = pending[key], operations.basis == applied.basis else { return false }
    var count = applied.count
    let first = (operations.sent?.count ?? 0) + (operations.unsent?.assignment == nil ? 0 : 1)
    if !applied.failures.isEmpty, let unsent = operations.unsent { removed.append(unsent) }
    for failure in applied.failures.reversed() where failure.index >= first {
      operations.unsent?.updates.remove(at: failure.index - first)
      (updateCount, count) = (updateCount - 1, count - 1)
    }
    let isDone = count == operations.count
    if isDone { (operations.result, operations.misfit) = (applied.result, applied.misfit) }
    operations.isOutdated = !isDone
    operations.progress = isDone ? nil : .init(count: count, result: applied.result, misfit: applied.misfit)
    pending[key] = operations.isEmpty ? nil : operations
    return isDone
  }

  // MARK: Commits of all that waits

  /// Begins a commit of an edit together with the operations that can be sent, also of those that change nothing: they may
  /// change a newer value of the store.
  ///
  /// - Parameters:
  ///   - edit: changes that are based on the results of the operations.
  ///   - signature: further values that the commit expects.
  /// - Returns: nil when the edit is based on other results.
  mutating func makeCommit(with edit: StorageChanges, expecting signature: StoredValues) -> SentOperations? {
    let isBasedOnResults = edit.expected.allSatisfy { key, value in
      pending[key].map { !$0.isOutdated && $0.result == value } ?? true
    }
    guard isBasedOnResults else { return nil }
    var (changes, expected) = (edit.changes, edit.expected)
    for (key, operations) in pending {
      // The store has another value than its result.
      expected[key] = nil
      guard operations.isLoaded, !operations.isOutdated, operations.sent == nil else { continue }
      expected[key] = .some(operations.base)
      if changes[key] == nil { changes[key] = StorageAssignment(raw: operations.result) }
      if let misfit = operations.misfit { changes[key]?.misfit = misfit }
      pending[key]?.send()
    }
    for (key, value) in signature { expected[key] = .some(value) }
    return SentOperations(changes, expected)
  }

  /// Removes the operations of a commit that was made.
  ///
  /// - Returns: the keys whose value has changed since it was sent, so that it has to be read.
  mutating func confirm(_ commit: SentOperations) -> Set<String> {
    var doubtful: Set<String> = []
    for (key, expected) in commit.expected {
      guard var operations = pending[key] else { continue }
      if let sent = operations.sent {
        updateCount -= sent.updates.count
        removed.append(sent)
      }
      operations.sent = nil
      operations.beginAgain()
      let made = commit.changes[key] ?? expected
      if operations.base == expected {
        operations.base = made
      } else {
        doubtful.insert(key)
        operations.rebase(on: made)
      }
      pending[key] = operations.isEmpty ? nil : operations
    }
    return doubtful
  }

  /// Takes the operations of a commit back that was refused, to be applied to the newest values.
  mutating func takeBack(_ commit: SentOperations) {
    for key in commit.expected.keys {
      guard let before = pending[key] else { continue }
      removed += [before.sent, before.unsent].compactMap(\.self)
      pending[key]?.takeBack()
      updateCount += (pending[key]?.updateCount ?? 0) - before.updateCount
    }
  }

  /// Returns the operations that are no longer needed, to be released outside the lock.
  mutating func takeRemoved() -> [OperationSegment] {
    defer { removed = [] }
    return removed
  }
}

/// The operations of one key.
struct PendingOperations: Sendable {
  /// The last known value in the store.
  fileprivate(set) var base: Data?
  /// A Boolean value that indicates whether the store's value is known.
  fileprivate(set) var isLoaded: Bool
  /// The operations of a commit that was not answered yet.
  fileprivate(set) var sent: OperationSegment?
  fileprivate(set) var unsent: OperationSegment?
  /// The value that the operations lead to, which properties show.
  fileprivate(set) var result: Data?
  /// The value of another type in the store that is to be preserved.
  fileprivate(set) var misfit: StorageMisfit?
  /// A Boolean value that indicates whether the operations have to be applied again.
  fileprivate(set) var isOutdated = false
  /// What the first operations lead to, where others were added while these were applied.
  fileprivate var progress: Progress?
  /// Counts what makes such a result useless: all but the addition of an update.
  fileprivate var basis: UInt64 = 0

  fileprivate struct Progress {
    let count: Int
    let result: Data?
    let misfit: StorageMisfit?
  }

  fileprivate init(base: Data??) {
    isLoaded = base != nil
    self.base = base ?? nil
  }

  fileprivate var isEmpty: Bool {
    sent == nil && unsent.map { $0.assignment == nil && $0.updates.isEmpty } ?? true
  }

  fileprivate var hasAssignment: Bool { sent?.assignment != nil || unsent?.assignment != nil }
  fileprivate var updateCount: Int { (sent?.updates.count ?? 0) + (unsent?.updates.count ?? 0) }
  fileprivate var count: Int { (sent?.count ?? 0) + (unsent?.count ?? 0) }
  fileprivate var oldest: (number: UInt64, since: Date)? { (sent ?? unsent)?.first }

  fileprivate mutating func add(_ update: @escaping StorageOperations.Update, number: UInt64) {
    if unsent == nil { unsent = OperationSegment(first: (number, .now)) }
    unsent?.updates.append(update)
  }

  /// Adds an assignment.
  ///
  /// - Returns: the operations that it replaces.
  fileprivate mutating func assign(_ assignment: StorageAssignment, number: UInt64) -> OperationSegment? {
    let replaced = unsent
    beginAgain()
    // An older number stays: those who wait for the replaced operations wait for this one.
    unsent = OperationSegment(first: replaced?.first ?? (number, .now), assignment: assignment)
    return replaced
  }

  fileprivate mutating func show(_ assignment: StorageAssignment) {
    result = assignment.raw
    misfit = misfit ?? assignment.misfit
  }

  fileprivate mutating func beginAgain() {
    (basis, progress) = (basis + 1, nil)
  }

  fileprivate mutating func rebase(on value: Data?) {
    (base, isLoaded) = (value, true)
    beginAgain()
    // An assignment leads to its own value; only the preserved value may be another one.
    let isPlain = updateCount == 0 && sent?.assignment?.type == nil && unsent?.assignment?.type == nil
    isOutdated = !isPlain
  }

  fileprivate mutating func send() {
    (sent, unsent, misfit) = (unsent, nil, nil)
  }

  fileprivate mutating func takeBack() {
    guard let sent else { return }
    self.sent = nil
    beginAgain()
    isOutdated = true
    guard let later = unsent else { return unsent = sent }
    guard later.assignment == nil else { return }
    unsent = OperationSegment(
      first: sent.first,
      assignment: sent.assignment,
      updates: sent.updates + later.updates
    )
  }

  /// Applies the operations to the last known value; runs code of the app.
  func applied(to key: String, in storage: StateStorage) -> AppliedOperations {
    var edit = StorageEdit(storage, knowing: [key: base])
    if let progress { edit.assign(StorageAssignment(raw: progress.result), forKey: key) }
    let done = progress?.count ?? 0
    var failures: [(index: Int, error: any Error)] = []
    var index = 0
    for segment in [sent, unsent].compactMap(\.self) {
      if let assignment = segment.assignment {
        if index >= done { edit.assign(assignment, forKey: key) }
        index += 1
      }
      for update in segment.updates {
        if index >= done { do { try update(&edit) } catch { failures.append((index, error)) } }
        index += 1
      }
    }
    let change = edit.finish().changes[key]
    return AppliedOperations(
      basis: basis,
      count: index,
      result: change.map(\.raw) ?? base,
      misfit: progress?.misfit ?? change?.misfit,
      failures: failures
    )
  }
}

/// The operations of one key that are sent together.
struct OperationSegment: Sendable {
  /// The number and the time of the oldest operation.
  let first: (number: UInt64, since: Date)
  var assignment: StorageAssignment?
  var updates: [StorageOperations.Update] = []

  var count: Int { updates.count + (assignment == nil ? 0 : 1) }
}

/// The result of applying the operations of one key.
struct AppliedOperations {
  fileprivate let basis: UInt64
  /// The number of operations that were applied.
  fileprivate let count: Int
  let result: Data?
  let misfit: StorageMisfit?
  /// The updates that threw, by their position among all operations.
  let failures: [(index: Int, error: any Error)]
}
