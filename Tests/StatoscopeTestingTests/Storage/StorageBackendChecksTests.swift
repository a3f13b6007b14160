import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Back ends that break one promise each, and the report of the checks.
@Suite struct StorageBackendChecksTests {
  @Test func `a correct back end passes`() async throws {
    let table = BrokenTable(nil)
    try await withLoggedLines { _ in
      try await StorageBackendChecks(damage: { table.damage() }) { table }.run()
    }
  }

  @Test func `a value of a key that was never set is reported`() async throws {
    #expect(
      try await failures(of: .showsMissingKeys).first
        == "a key that was never set has no value: expected [:], found [missing: ?]"
    )
  }

  @Test func `a back end that is empty when it is opened again is reported`() async throws {
    let failures = try await failures { BrokenTable(nil) }
    #expect(
      failures.first
        == """
        one that is opened later reads all values that were committed, and leaves out keys without one: expected \
        [one: 1, other: "two"], found [:]
        """
    )
  }

  @Test func `a back end that does not compare is reported`() async throws {
    let failures = try await failures(of: .comparesNothing)
    #expect(failures.count == 8)
    #expect(
      failures.prefix(2) == [
        "a commit that expects another value returns false: expected false, found true",
        "a commit that expects another value changes nothing: expected [one: 1], found [one: 3, other: 3]",
      ]
    )
  }

  @Test func `a back end with half of a commit is reported`() async throws {
    let failures = try await failures(of: .mixesCommits)
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("a reader sees all changes of a commit, or none: expected ") == true)
  }

  @Test func `a back end that loses updates is reported`() async throws {
    #expect(
      try await failures(of: .losesCommits)
        == ["4 writers that add 1 25 times each come to the sum: expected 100, found 90"]
    )
  }

  @Test func `a back end that never notifies is reported`() async throws {
    #expect(
      try await failures(of: .neverNotifies, observation: true)
        == ["the observer is notified of what another back end changes: expected true, found false"]
    )
  }

  @Test func `a back end that reads damage as values is reported`() async throws {
    #expect(
      try await failures(of: .showsDamage)
        == ["what cannot be read is an error, or no value: expected [:], found [value: ?]"]
    )
  }

  @Test func `a back end that does not recover from damage is reported`() async throws {
    #expect(
      try await failures(of: .endsWithDamage)
        == ["after damage, values can be written and read again: expected 2, found nothing"]
    )
  }

  private func failures(of fault: BrokenTable.Fault, observation: Bool = false) async throws -> [String] {
    let table = BrokenTable(fault)
    return try await failures(observation: observation, damage: { table.damage() }) { table }
  }

  private func failures(
    observation: Bool = false,
    damage: (@Sendable () -> Void)? = nil,
    _ open: @escaping @Sendable () -> BrokenTable
  ) async throws -> [String] {
    let failure = try await withLoggedLines { _ in
      await #expect(throws: StorageBackendFailure.self) {
        try await StorageBackendChecks(observation: observation, damage: damage, patience: {}, open).run()
      }
    }
    let report = try #require(failure)
    #expect(report.place == "the table")
    let list = report.failures.map { "- " + $0 }.joined(separator: "\n")
    #expect(report.localizedDescription == "the table does not keep what a StorageBackend promises:\n\(list)")
    // The keys of one run are its own.
    return report.failures.map {
      $0.replacingOccurrences(of: "statoscope-check-[-0-9A-F]*-", with: "", options: .regularExpression)
    }
  }
}

/// A table in memory that keeps all promises but one.
private final class BrokenTable: StorageBackend {
  enum Fault: Sendable {
    case showsMissingKeys, comparesNothing, mixesCommits, losesCommits, neverNotifies, showsDamage
    case endsWithDamage
  }

  private struct Table: Sendable {
    var rows: [String: Data] = [:]
    var old: [String: Data] = [:]
    var counts = 0
    var isDamaged = false
    var observers: [@Sendable () -> Void] = []
  }

  let place = "the table"
  private let fault: Fault?
  private let table = Locked(Table())

  init(_ fault: Fault?) { self.fault = fault }

  /// Makes the values that are there unreadable.
  func damage() {
    table.withLock { table in
      table.isDamaged = true
      table.rows = fault == .showsDamage ? table.rows.mapValues { _ in Data("?".utf8) } : [:]
    }
  }

  func values(of keys: Set<String>) -> [String: Data] {
    table.withLock { table in
      var found = table.rows.filter { keys.contains($0.key) }
      switch fault {
      case .showsMissingKeys:
        for key in keys where key.hasSuffix("missing") { found[key] = Data("?".utf8) }
      case .mixesCommits:
        // The last of two keys shows the commit before.
        if found.count == 2, let last = keys.max(), let old = table.old[last] { found[last] = old }
      default: break
      }
      return found
    }
  }

  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) -> Bool {
    let (isCommitted, observers) = table.withLock { table -> (Bool, [@Sendable () -> Void]) in
      let counts = changes.keys.contains { $0.hasSuffix("counter") }
      let compares = fault != .comparesNothing || counts
      guard !compares || expected.allSatisfy({ table.rows[$0.key] == $0.value }) else { return (false, []) }
      if counts { table.counts += 1 }
      if fault == .losesCommits, counts, table.counts.isMultiple(of: 10) { return (true, []) }
      if fault == .endsWithDamage, table.isDamaged { return (true, []) }
      for (key, value) in changes {
        table.old[key] = table.rows[key]
        table.rows[key] = value
      }
      return (true, table.observers)
    }
    for observer in observers { observer() }
    return isCommitted
  }

  func observe(_ onChange: @escaping @Sendable () -> Void) {
    guard fault != .neverNotifies else { return }
    table.withLock { $0.observers.append(onChange) }
  }
}
