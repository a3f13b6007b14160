import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Remote back ends that break one promise each, the report of the checks, and histories of the storage itself.
@Suite struct RemoteBackendChecksTests {
  @Test func `a correct remote back end passes`() async throws {
    let table = RemoteTable()
    try await withLoggedLines { _ in
      try await StorageBackendChecks(remote: { RemoteTable.Line(to: table) }).run()
    }
    #expect(table.texts == [:])
  }

  @Test(.computes) func `in 10,000 histories with broken connections nothing is lost or made twice`()
    async throws
  {
    let table = RemoteTable()
    let settings = ProcessInfo.processInfo.environment
    let seed = settings["STATOSCOPE_FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0...(.max))
    // The sanitizers, and other work beside it, make each of them take many times as long.
    let count = settings["STATOSCOPE_HISTORIES"].flatMap { Int($0) } ?? 10_000
    for number in 0..<count {
      let history = try await RandomHistory(
        open: { RemoteTable.Line(to: table) },
        key: "history \(number)",
        seed: seed &+ UInt64(number)
      ).run()
      try #require(history.isLinearizable, "history \(number) of seed \(seed): \(history)")
    }
  }

  @Test func `a remote back end that does not compare is reported`() async throws {
    let failures = try await failures(of: .comparesNothing)
    #expect(failures.first == "a commit that expects another value returns false: expected false, found true")
  }

  @Test func `a remote back end that makes a commit twice is reported`() async throws {
    let failures = try await failures(of: .repeats)
    #expect(
      failures == [
        "a commit that was made returns true when it is sent again: expected true, found false",
        "a commit that was made returns true when it is sent again elsewhere: expected true, found false",
        "a commit that was made and is sent again changes nothing: expected [:], found [repeated: 1]",
        "a commit that is sent three times at once returns true each time: expected [true, true, true], found "
          + "[false, false, false]",
      ]
    )
  }

  @Test func `a remote back end that forgets commits is reported`() async throws {
    let failures = try await failures(of: .losesCommits)
    #expect(failures.count == 1)
    #expect(
      failures.first?.hasPrefix(
        "no change is lost or made twice while connections break, in round 0 of seed 1: expected 24, found "
      ) == true
    )
  }

  @Test func `a remote back end that never notifies is reported`() async throws {
    #expect(
      try await failures(of: .neverNotifies, observation: true)
        == ["the observer is notified of what another back end changes: expected true, found false"]
    )
  }

  @Test func `a remote back end that does not recover from damage is reported`() async throws {
    let table = RemoteTable()
    #expect(
      try await failures(damage: { table.set(["x": "1"]) }) {
        BrokenLine(RemoteTable.Line(to: table), .endsWithDamage)
      }
        == ["what cannot be read is an error, or no value: expected [:], found [value: 1]"]
    )
  }

  private func failures(of fault: BrokenLine.Fault, observation: Bool = false) async throws -> [String] {
    let table = RemoteTable()
    return try await failures(observation: observation) { BrokenLine(RemoteTable.Line(to: table), fault) }
  }

  private func failures(
    observation: Bool = false,
    damage: (@Sendable () -> Void)? = nil,
    _ open: @escaping @Sendable () -> BrokenLine
  ) async throws -> [String] {
    let failure = try await withLoggedLines { _ in
      await #expect(throws: StorageBackendFailure.self) {
        try await StorageBackendChecks(
          observation: observation,
          damage: damage,
          seed: 1,
          patience: {},
          remote: open
        )
        .run()
      }
    }
    let report = try #require(failure)
    #expect(report.place == "the table")
    // The keys of one run are its own.
    return report.failures.map {
      $0.replacingOccurrences(of: "statoscope-check-[-0-9A-F]*-", with: "", options: .regularExpression)
    }
  }
}

/// A connection that keeps all promises but one.
private struct BrokenLine: RemoteStorageBackend {
  enum Fault: Sendable { case comparesNothing, repeats, losesCommits, neverNotifies, endsWithDamage }

  let line: RemoteTable.Line
  let fault: Fault
  var place: String { line.place }

  init(_ line: RemoteTable.Line, _ fault: Fault) { (self.line, self.fault) = (line, fault) }

  func values(of keys: Set<String>) async throws -> [String: Data] { try await line.values(of: keys) }

  func commit(_ commit: StorageCommit) async throws -> Bool {
    switch fault {
    case .comparesNothing:
      try await line.commit(StorageCommit(changes: commit.changes, expected: [:], id: commit.id))
    case .repeats: try await line.commit(StorageCommit(changes: commit.changes, expected: commit.expected))
    case .losesCommits where commit.changes.keys.contains { $0.contains("sum") } && commit.id.uuid.0 < 64:
      true
    default: try await line.commit(commit)
    }
  }

  func observe(_ onChange: @escaping @Sendable (Set<String>?) -> Void) async throws {
    if fault != .neverNotifies { try await line.observe(onChange) }
  }
}
