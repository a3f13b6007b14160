import Foundation
import GRDB
import Statoscope

/// Keeps the values of a `StateStorage` in one table of an SQLite database.
///
/// Each backend has a connection of its own. Any number of them, in any number of processes of one machine, may use one
/// file: SQLite gives the writers turns. What a crash of the process leaves is all of a commit or nothing of it; with
/// ``Durability/power`` that holds for a power cut, too.
///
/// Its calls block their thread. A database that is damaged, or not at its place any more, is not replaced by an empty
/// one: from then on nothing is read or written, and ``fault`` says why.
package final class SQLiteBackend: StorageBackend {
  /// What a commit waits for before it returns.
  package enum Durability: Sendable {
    /// The operating system has it: it outlives the process.
    case process
    /// The disk has it: it outlives a power cut. Each commit costs what the disk takes for that.
    case power
  }

  package let place: String
  private let file: DatabaseFile
  private let condition: StoreCondition
  private let connection: Connection
  private let changes: ChangePolling

  /// How long a commit waits for a lock of another process, unless another time is given.
  package static let patience = Duration.seconds(2)

  /// Opens a database, and brings one of a former version up to date.
  ///
  /// - Parameters:
  ///   - file: the database; its folder exists.
  ///   - creates: a new one is made when it is missing.
  ///   - durability: what a commit waits for.
  ///   - patience: how long a commit waits for a lock of another process.
  ///   - interval: how often the file is looked at for changes of others, once something observes.
  ///   - clock: the clock of that interval.
  /// - Throws: ``StoreFault``, or the error of SQLite or the system.
  package init(
    file: URL,
    creates: Bool = true,
    durability: Durability = .process,
    patience: Duration = SQLiteBackend.patience,
    interval: Duration = .milliseconds(50),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    place = file.path
    self.file = DatabaseFile(file)
    condition = StoreCondition(path: file.path)
    changes = ChangePolling(interval: interval, clock: clock)
    try self.file.prepare(creates: creates)
    connection = try Connection(self.file, condition, durability: durability, patience: patience)
    try StoreVersion.bringUpToDate(connection, place: file.path, creates: creates)
    // SQLite has made the log and its index by now.
    try self.file.recordIdentity()
  }

  /// The reason why nothing is read or written any more; nil while the database can be used.
  package var fault: StoreFault? { condition.fault }

  package func values(of keys: Set<String>) throws -> [String: Data] {
    try reading { database in
      var found: [String: Data] = [:]
      // SQLite limits how many values a statement takes.
      let all = Array(keys)
      for start in stride(from: 0, to: all.count, by: 500) {
        let some = all[start..<min(start + 500, all.count)]
        let places = repeatElement("?", count: some.count).joined(separator: ",")
        let rows = try Row.fetchCursor(
          try database.cachedStatement(sql: "SELECT key, value FROM state WHERE key IN (\(places))"),
          arguments: StatementArguments(some)
        )
        while let row = try rows.next() { found[row[0]] = row[1] }
      }
      return found
    }
  }

  /// All values whose keys begin with a text, for audits.
  package func values(withPrefix prefix: String) throws -> [String: Data] {
    try reading { database in
      let rows = try Row.fetchCursor(
        database,
        sql: "SELECT key, value FROM state WHERE substr(key, 1, length(?1)) = ?1",
        arguments: [prefix]
      )
      var found: [String: Data] = [:]
      while let row = try rows.next() { found[row[0]] = row[1] }
      return found
    }
  }

  package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    do {
      return try connection.write { try SQLiteBackend.commit(changes, expecting: expected, in: $0) }
    } catch StoreFault.locked {
      throw StorageError.locked(keys: changes.keys.sorted(), place: place, lock: place)
    } catch let fault as StoreFault {
      throw StorageError.notSaved(keys: changes.keys.sorted(), place: place, reason: "\(fault)")
    }
  }

  package func observe(_ onChange: @escaping @Sendable () -> Void) {
    changes.start(asking: { [weak connection] in try connection?.dataVersion() }, onChange)
  }

  /// Looks for damage in the whole file.
  ///
  /// - Throws: ``StoreFault/damaged(_:reason:)``.
  package func check() throws {
    try connection.read { database in
      let answer = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
      guard answer == "ok" else { throw StoreFault.damaged(place, reason: answer ?? "it does not answer") }
    }
  }

  /// Another connection to the same database, for what is not to wait behind commits.
  func otherConnection(patience: Duration) throws -> Connection {
    try Connection(file, condition, durability: .process, patience: patience, laterPatience: patience)
  }

  private func reading<Value>(_ read: (Database) throws -> Value) throws -> Value {
    do { return try connection.read(read) } catch let fault as StoreFault {
      // Not `damaged`: what was read before is still shown.
      throw StorageError.unreadable(key: nil, place: place, reason: "\(fault)")
    }
  }

  private static func commit(
    _ changes: [String: Data?],
    expecting expected: [String: Data?],
    in database: Database
  ) throws -> Bool {
    let reading = try database.cachedStatement(sql: "SELECT value FROM state WHERE key = ?")
    for (key, value) in expected {
      guard try Data.fetchOne(reading, arguments: [key]) == value else { return false }
    }
    for (key, value) in changes {
      if let value {
        let sql =
          "INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        try database.cachedStatement(sql: sql).execute(arguments: [key, value])
      } else {
        try database.cachedStatement(sql: "DELETE FROM state WHERE key = ?").execute(arguments: [key])
      }
    }
    return true
  }
}
