import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport

/// Random operations of three writers on one key, each with a storage of its own whose connection breaks at random.
struct RandomHistory: Sendable {
  let open: @Sendable () async throws -> any RemoteStorageBackend
  let key: String
  let seed: UInt64

  private static let turns = 3

  /// Performs the operations, and removes the key at the end.
  func run() async throws -> OperationHistory {
    let journal = HistoryJournal()
    try await BreakingBackend.withWriters(seed: seed, open) { backend, seed in
      try await write(to: backend, SeededGenerator(seed: seed), journal)
    }
    let backend = try await open()
    let start = journal.tick()
    let found = try await backend.values(of: [key])[key]
    let last = try found.map { try JSONDecoder().decode(Int.self, from: $0) } ?? 0
    journal.record(.read(last), start: start, end: journal.tick())
    while try await !backend.commit(StorageCommit(changes: [key: nil], expected: [:])) {}
    return journal.history
  }

  /// The operations of one writer: on a property, and as transactions.
  private func write(
    to backend: BreakingBackend,
    _ generator: SeededGenerator,
    _ journal: HistoryJournal
  ) async throws {
    var random = generator
    let storage = StateStorage.remote(backend, clock: ImpatientClock(), logsFailures: false)
    // A property that was not loaded cannot be assigned.
    let isLoaded = Bool.random(using: &random)
    if isLoaded { try await BreakingBackend.persistently { try await storage.load([key]) } }
    let scope = HistoryScope(key).injectObject(storage)
    for _ in 0..<Self.turns {
      let number = Int.random(in: 1...9, using: &random)
      let start = journal.tick()
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        if isLoaded { scope.number = number } else { scope.$number.update { $0 = number } }
        try await BreakingBackend.persistently { try await storage.flush() }
        journal.record(.set(number), start: start, end: journal.tick())
      case 1:
        scope.$number.update { $0 += number }
        try await BreakingBackend.persistently { try await storage.flush() }
        journal.record(.add(number), start: start, end: journal.tick())
      case 2:
        try await transact(number, storage, journal)
      case 3:
        async let first: Void = transact(number, storage, journal)
        async let second: Void = transact(10 * number, storage, journal)
        _ = try await (first, second)
      default:
        // Two operations that are sent together.
        scope.$number.update { $0 += number }
        let second = journal.tick()
        scope.$number.update { $0 += 10 * number }
        try await BreakingBackend.persistently { try await storage.flush() }
        journal.record(.add(number), start: start, end: journal.tick())
        journal.record(.add(10 * number), start: second, end: journal.tick())
      }
    }
  }

  private func transact(_ number: Int, _ storage: StateStorage, _ journal: HistoryJournal) async throws {
    let start = journal.tick()
    let seen = try await BreakingBackend.persistently {
      try await storage.transaction { try add(number, in: &$0) }
    }
    journal.record(.add(number, seen: seen), start: start, end: journal.tick())
  }

  private func add(_ number: Int, in edit: inout StorageEdit) throws -> Int {
    let seen = try edit.read(Int.self, forKey: key) ?? 0
    try edit.write(seen + number, forKey: key)
    return seen
  }
}

/// The property that a history is about.
private final class HistoryScope: Scope {
  enum When { case nothing }
  @Stored var number: Int

  init(_ key: String) { _number = Stored(wrappedValue: 0, key) }

  func update(_ when: When) {}
}

/// The operations so far, and the counter that orders them.
private final class HistoryJournal: Sendable {
  private let state = Locked((history: OperationHistory(), ticks: 0))

  var history: OperationHistory { state.withLock { $0.history } }

  func tick() -> Int {
    state.withLock { state in
      state.ticks += 1
      return state.ticks
    }
  }

  func record(_ action: OperationHistory.Action, start: Int, end: Int) {
    state.withLock { $0.history.record(.init(action, start: start, end: end)) }
  }
}
