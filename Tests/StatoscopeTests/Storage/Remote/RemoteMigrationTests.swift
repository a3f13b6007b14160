import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Values in a remote store that change their shape with the app, while other machines use them.
@Suite struct RemoteMigrationTests {
  let table = RemoteTable()

  private static let toTimeout = StorageMigration(to: 2) { edit in
    let seconds = try edit.read(Int.self, forKey: "timeout")
    try edit.write(seconds.map { Timeout(seconds: $0) }, forKey: "timeout")
  }

  private func storage(_ migrations: StorageMigration...) -> StateStorage {
    .remote(RemoteTable.Line(to: table), migrations: migrations, clock: TestClock())
  }

  @Test func `steps run once, before anything is read`() async throws {
    table.set(["timeout": "5"])
    for _ in 1...2 {
      let storage = storage(Self.toTimeout)
      try await storage.load(["timeout"])
      #expect(try storage.read(Timeout.self, forKey: "timeout") == Timeout(seconds: 5))
    }
    #expect(table.texts == ["timeout": "{\"seconds\":5}", "statoscope.version": "2"])
    // A step that changes a type preserves no copy, and machines that begin together run it once.
    let (table, step) = (
      RemoteTable(),
      StorageMigration(to: 2) { edit in
        try edit.write((try edit.read(Int.self, forKey: "count") ?? 0) * 10, forKey: "count")
      }
    )
    table.set(["count": "1"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await StateStorage.remote(RemoteTable.Line(to: table), migrations: [step]).load(["count"])
        }
      }
      try await group.waitForAll()
    }
    #expect(table.texts["count"] == "10")
  }

  @Test func `a transaction and an operation come after the steps`() async throws {
    try await withLoggedLines { _ in
      table.set(["count": "1"])
      let step = StorageMigration(to: 2) { edit in
        try edit.write((try edit.read(Int.self, forKey: "count") ?? 0) * 10, forKey: "count")
      }
      let count = try await storage(step).transaction { edit in
        let count = (try edit.read(Int.self, forKey: "count") ?? 0) + 1
        try edit.write(count, forKey: "count")
        return count
      }
      #expect(count == 11)
      table.set(["count": "1", "statoscope.version": nil])
      let storage = storage(step)
      let tally = Tally().injectObject(storage)
      tally.$count.update { $0 += 1 }
      try await storage.flush()
      #expect(table.texts["count"] == "11")
      #expect(tally.count == 11)
    }
  }

  @Test func `a transaction may read the version of the values`() async throws {
    table.set(["statoscope.version": "2"])
    let version = try await storage(Self.toTimeout).transaction { edit in
      let version = try edit.read(Int.self, forKey: "statoscope.version")
      try edit.write(version, forKey: "count")
      return version
    }
    #expect(version == 2)
    #expect(table.texts == ["count": "2", "statoscope.version": "2"])
  }

  @Test func `when a step fails, nothing is read or written`() async throws {
    try await withLoggedLines { _ in
      table.set(["count": "5"])
      let isFixed = Locked(false)
      let storage = storage(
        StorageMigration(to: 2) { edit in
          try edit.write("half", forKey: "other")
          guard isFixed.withLock({ $0 }) else { throw Offline() }
        }
      )
      let error = StorageError.notMigrated(to: 2, place: "the table", reason: "\(Offline())")
      await #expect(throws: error) { try await storage.load(["count"]) }
      let tally = Tally().injectObject(storage)
      tally.$count.update { $0 += 1 }
      await #expect(throws: error) { try await storage.flush() }
      await #expect(throws: error) { try await storage.transaction { $0.remove(forKey: "count") } }
      #expect(table.texts == ["count": "5"])
      isFixed.exchange(true)
      try await storage.flush()
      #expect(tally.count == 6)
      #expect(table.texts == ["count": "6", "other": "\"half\"", "statoscope.version": "2"])
    }
  }

  @Test func `when another machine has a newer version, nothing is written`() async throws {
    let storage = storage(Self.toTimeout)
    try await storage.load(["count"])
    table.set(["statoscope.version": "3"], quietly: true)
    let tally = Tally().injectObject(storage).send(.set(7))
    let reason = "they have version 3, and this version of the app knows version 2 only"
    let error = StorageError.notMigrated(to: 2, place: "the table", reason: reason)
    await #expect(throws: error) { try await storage.flush() }
    await #expect(throws: error) { try await storage.transaction { $0.remove(forKey: "count") } }
    #expect(table.texts == ["statoscope.version": "3"])
    // It went back to the version of this app.
    table.set(["statoscope.version": "2"])
    try await storage.flush()
    #expect(table.texts["count"] == "7")
    #expect(tally.count == 7)
  }

  @Test func `values that were all removed get their version again`() async throws {
    let storage = storage(Self.toTimeout)
    try await storage.load(["count"])
    table.set(["statoscope.version": nil], quietly: true)
    try storage.write(7, forKey: "count")
    try await storage.flush()
    #expect(table.texts == ["count": "7", "statoscope.version": "2"])
    table.set(["statoscope.version": nil, "count": nil], quietly: true)
    try await storage.transaction { try $0.write(8, forKey: "count") }
    #expect(table.texts == ["count": "8", "statoscope.version": "2"])
  }
}
