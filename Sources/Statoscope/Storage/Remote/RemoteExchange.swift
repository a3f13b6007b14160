import Foundation

/// The calls of a remote back end, one at a time, as a value that decides which is next.
///
/// Fetches and commits alternate where both are to be made, so that neither frequent changes by others nor a commit
/// that fails prevents the other.
struct RemoteExchange: Sendable {
  enum Step {
    case observe
    /// Bring the values to the version that this app expects.
    case migrate
    case fetch(Set<String>)
    case commit(SentOperations, as: StorageCommit)
    /// Make some transactions with one commit.
    case transact([QueuedTransaction])
    /// Nothing is left to be done.
    case rest
  }

  /// The kinds of calls that can fail.
  enum Call: Hashable {
    case observe
    case migrate
    case fetch
    /// A write of a back end that answers at once; it is made again with the next one.
    case write
    /// One commit, which is repeated until it is answered.
    case commit(UUID)
    /// A change that was refused again and again.
    case refusal
  }

  /// The version of the values, which each commit expects; empty without migrations.
  private(set) var signature: StoredValues = [:]
  private var isObserving = false
  private var isMigrated = true

  /// The keys to be read, because they are not known, or because others may have changed them.
  private(set) var wanted: Set<String> = []

  /// The keys that are being read.
  private(set) var fetched: Set<String> = []

  /// The commit in progress, or one whose answer was lost.
  private(set) var sent: (operations: SentOperations, commit: StorageCommit)?

  /// The transactions that wait, each with the number of the last operation before it.
  private var transactions: [(operation: UInt64, transaction: QueuedTransaction)] = []

  /// The limit of transactions with one commit: more would only make it large.
  private static let mostTransactions = 128

  /// The keys of that commit, whose values must not be shown with operations that they may contain already.
  var unanswered: Set<String> { sent.map { Set($0.operations.expected.keys) } ?? [] }
  private var hasJustFetched = false

  /// The limit of commits that are refused one after the other without a pause.
  private static let mostRefusals = 10

  /// The number of commits that were refused since one was made.
  private var refusals = 0

  /// The number of refusals, if they are so many that the next commit has to wait.
  var tooManyRefusals: Int? { refusals > Self.mostRefusals ? refusals : nil }

  /// The failures since the last time that all calls have succeeded.
  private(set) var failures = ConnectionFailures()

  init(signature: StoredValues = [:]) {
    self.signature = signature
    isMigrated = signature.isEmpty
  }

  /// Has some keys read that may have changed.
  mutating func want(_ keys: some Sequence<String>) { wanted.formUnion(keys) }

  /// Has some keys read that are not known, unless they are being read.
  mutating func need(_ keys: Set<String>) { wanted.formUnion(keys.subtracting(fetched)) }

  mutating func nextStep(_ operations: inout StorageOperations) -> Step {
    let fetchable = wanted.subtracting(unanswered)
    guard !fetchable.isEmpty || sent != nil || !operations.isEmpty || !transactions.isEmpty else {
      return .rest
    }
    guard isObserving else { return .observe }
    guard isMigrated else { return .migrate }
    if fetchable.isEmpty || hasJustFetched {
      hasJustFetched = false
      if sent == nil, let ready = takeTransactions(after: operations.oldest?.number) {
        return .transact(ready)
      }
      if sent == nil, let made = operations.makeCommit(with: StorageChanges(), expecting: signature),
        !made.changes.isEmpty
      {
        sent = (made, StorageCommit(changes: made.changes, expected: made.expected))
      }
      if let sent { return .commit(sent.operations, as: sent.commit) }
    }
    guard !fetchable.isEmpty else { return .rest }
    hasJustFetched = true
    wanted.subtract(fetchable)
    fetched = fetchable
    return .fetch(fetchable)
  }

  /// Returns true when the newest value of a key is not known.
  func isAwaiting(_ key: String) -> Bool { wanted.contains(key) || fetched.contains(key) }

  mutating func recordObservation() {
    isObserving = true
    failures.recover(from: .observe)
  }

  mutating func recordMigration() {
    isMigrated = true
    failures.recover(from: .migrate)
  }

  /// Has the values migrated again if they have got another version.
  ///
  /// - Returns: false in that case.
  mutating func checkVersion(in found: StoredValues) -> Bool {
    guard !found.match(signature.mapValues(Optional.some)) else { return true }
    isMigrated = false
    want(signature.keys)
    return false
  }

  /// Ends a fetch.
  ///
  /// - Returns: the keys whose values were read.
  mutating func finishFetch(_ found: Result<StoredValues, StorageError>) -> Set<String> {
    defer { fetched = [] }
    failures.recover(from: .fetch)
    if case .success(let found) = found, !fetched.isDisjoint(with: signature.keys) {
      _ = checkVersion(in: found)
    }
    return fetched
  }

  /// Ends a commit that was answered.
  mutating func finishCommit(_ commit: StorageCommit, isMade: Bool) {
    sent = nil
    failures.recover(from: .commit(commit.id))
    recordAnswer(isMade: isMade)
  }

  /// Records that a commit was made, or refused because another writer came first.
  mutating func recordAnswer(isMade: Bool) {
    refusals = isMade ? 0 : refusals + 1
    if isMade { failures.recover(from: .refusal) }
  }

  /// Records that a call has failed.
  ///
  /// - Returns: true when the error differs from the last one.
  mutating func fail(_ call: Call, _ error: StorageError) -> Bool {
    if call == .fetch {
      wanted.formUnion(fetched)
      fetched = []
    }
    return failures.record(call, error)
  }

  mutating func recover(from call: Call) { failures.recover(from: call) }

  // MARK: Transactions

  /// Adds a transaction, which is made after the operations up to a number.
  mutating func add(_ transaction: QueuedTransaction, after operation: UInt64) {
    transactions.append((operation, transaction))
  }

  /// Adds transactions again that could not be made yet.
  mutating func putBack(_ former: [QueuedTransaction]) {
    transactions = former.map { (0, $0) } + transactions
  }

  /// Removes the oldest transactions whose operations were all sent; nil if there are none.
  private mutating func takeTransactions(after oldest: UInt64?) -> [QueuedTransaction]? {
    let count = transactions.prefix(Self.mostTransactions).prefix { $0.operation < oldest ?? .max }.count
    guard count > 0 else { return nil }
    defer { transactions.removeFirst(count) }
    return transactions.prefix(count).map(\.transaction)
  }

  /// Removes a transaction that waits; does nothing for one that is being made, or has ended.
  mutating func remove(_ transaction: QueuedTransaction) {
    transactions.removeAll { $0.transaction === transaction }
  }

  /// Removes the transactions that a failure concerns: those that wait for operations, and all while nothing can be read.
  mutating func takeHeldTransactions(by oldest: UInt64?, before attempt: UInt64) -> [QueuedTransaction] {
    let isReady = isObserving && isMigrated
    let held = transactions.filter { (operation, transaction) in
      transaction.formerAttempt < attempt && (!isReady || operation >= oldest ?? .max)
    }.map(\.transaction)
    transactions.removeAll { waiting in held.contains { $0 === waiting.transaction } }
    return held
  }
}

/// The calls that have failed and not succeeded since.
struct ConnectionFailures: Sendable {
  private static let firstPause = Duration.milliseconds(100)
  private static let longestPause = Duration.seconds(5)

  private var calls: Set<RemoteExchange.Call> = []
  private var count = 0
  private(set) var since: Date?
  private(set) var error: StorageError?

  /// The time until the next attempt: twice as long each time, and for each process another one, so that a store that
  /// comes back is not met by all at once.
  func pause() -> Duration {
    let doubled = ConnectionFailures.firstPause * (1 << min(max(count - 1, 0), 10))
    return min(doubled, ConnectionFailures.longestPause) * Double.random(in: 0.5...1)
  }

  mutating func record(_ call: RemoteExchange.Call, _ error: StorageError) -> Bool {
    defer { self.error = error }
    calls.insert(call)
    count += 1
    since = since ?? .now
    return self.error != error
  }

  mutating func recover(from call: RemoteExchange.Call) {
    guard calls.remove(call) != nil, calls.isEmpty else { return }
    self = ConnectionFailures()
  }
}
