import Foundation
import Statoscope

/// The requirements of a `RemoteStorageBackend` alone, and what storages make of it while their connections break.
struct RemoteBackendChecks: Sendable {
  let open: @Sendable () async throws -> any RemoteStorageBackend
  let histories: Int
  let seed: UInt64
  let prefix: String

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

  /// Checks that no operation is lost or made twice while the connections break at random.
  func checkHistories() async throws -> [String] {
    var failures = CheckFailures()
    for number in 0..<histories {
      let history = try await RandomHistory(
        open: open,
        key: key("history \(number)"),
        seed: seed &+ UInt64(number)
      ).run()
      guard !history.isLinearizable else { continue }
      failures.note(
        """
        no operation is lost or made twice while connections break, in history \(number) of seed \(seed):
        \(history)
        """
      )
      break
    }
    return failures.texts
  }

  private func key(_ name: String) -> String { prefix + name }
}
