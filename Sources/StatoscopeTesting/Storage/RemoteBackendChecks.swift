import Foundation
import Statoscope

/// The requirements of a `RemoteStorageBackend` alone, and what storages make of it while their connections break.
struct RemoteBackendChecks: Sendable {
  let open: @Sendable () async throws -> any RemoteStorageBackend
  let seed: UInt64
  let prefix: String

  private static let rounds = 20
  private static let turns = 4

  /// Checks that a commit is made once, however often it is sent, and by whichever connection.
  func checkRepetition() async throws -> [String] {
    let backend = try await open()
    let value = key("repeated")
    let numbers = try (0...2).map { try backend.format.encode($0) }
    var failures = CheckFailures()
    let first = StorageCommit(changes: [value: numbers[1]], expected: [value: nil])
    for (backend, name) in [(backend, "once"), (backend, "again"), (try await open(), "again elsewhere")] {
      failures.expect(
        try await backend.commit(first),
        true,
        "a commit that was made returns true when it is sent \(name)"
      )
    }
    _ = try await backend.commit(StorageCommit(changes: [value: nil], expected: [value: numbers[1]]))
    failures.expect(
      try await backend.commit(first),
      true,
      "a commit that was made returns true after its expectation holds again"
    )
    failures.expect(
      try await open().values(of: [value]),
      [:],
      "a commit that was made and is sent again changes nothing"
    )
    // The same commit through three connections at once.
    let second = StorageCommit(changes: [value: numbers[2]], expected: [value: nil])
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 1...3 { group.addTask { try await open().commit(second) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    failures.expect(
      answers,
      [true, true, true],
      "a commit that is sent three times at once returns true each time"
    )
    _ = try await backend.commit(StorageCommit(changes: [value: nil], expected: [:]))
    return failures.texts
  }

  /// Checks that no change is lost or made twice while the connections break at random.
  func checkBrokenConnections() async throws -> [String] {
    var failures = CheckFailures()
    for round in 0..<Self.rounds where failures.texts.isEmpty {
      let value = key("sum \(round)")
      try await BreakingBackend.withWriters(seed: seed &+ UInt64(round), open) { backend, _ in
        try await add(to: value, backend)
      }
      let backend = try await open()
      let found = try await backend.values(of: [value])[value]
      failures.expect(
        try found.map { try backend.format.decode(Int.self, from: $0) } ?? 0,
        BreakingBackend.writers * Self.turns * 2,
        "no change is lost or made twice while connections break, in round \(round) of seed \(seed)"
      )
      while try await !backend.commit(StorageCommit(changes: [value: nil], expected: [:])) {}
    }
    return failures.texts
  }

  /// Adds 1 again and again: by the property of a scope, and as a transaction.
  private func add(to key: String, _ backend: BreakingBackend) async throws {
    let storage = StateStorage.remote(backend, clock: ImpatientClock(), logsFailures: false)
    try await BreakingBackend.persistently { try await storage.load([key]) }
    let scope = SumScope(key).injectObject(storage)
    for _ in 0..<Self.turns {
      scope.$sum.update { $0 += 1 }
      try await BreakingBackend.persistently {
        try await storage.transaction { edit in
          try edit.write((try edit.read(Int.self, forKey: key) ?? 0) + 1, forKey: key)
        }
      }
    }
    try await BreakingBackend.persistently { try await storage.flush() }
  }

  private func key(_ name: String) -> String { prefix + name }
}

/// The property that the checks add to.
private final class SumScope: Scope {
  enum When { case nothing }
  @Stored var sum: Int

  init(_ key: String) { _sum = Stored(wrappedValue: 0, key) }

  func update(_ when: When) {}
}
