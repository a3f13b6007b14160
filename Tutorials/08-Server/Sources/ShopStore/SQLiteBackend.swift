import Foundation
import GRDB
import Statoscope

/// Keeps the values of a `StateStorage` in one table of an SQLite database.
///
/// Each backend has a connection of its own. Any number of them, in any number of processes of one machine, may use one
/// file: SQLite gives the writers turns. What a crash of the process leaves is all of a commit or nothing of it; with
/// ``Durability/power`` that holds for a power cut, too.
package final class SQLiteBackend: StorageBackend {
  /// What a commit waits for before it returns.
  package enum Durability: Sendable {
    /// The operating system has it: it outlives the process.
    case process
    /// The disk has it: it outlives a power cut. Each commit costs what the disk takes for that.
    case power
  }

  package let place: String
  private let connection: Connection
  private let changes: ChangePolling

  /// Names the file; it is made when it is missing.
  ///
  /// - Parameters:
  ///   - file: the database; its folder exists.
  ///   - durability: what a commit waits for.
  ///   - interval: how often the file is looked at for changes of others, once something observes.
  ///   - clock: the clock of that interval.
  package init(
    file: URL,
    durability: Durability = .process,
    interval: Duration = .milliseconds(50),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    place = file.path
    connection = Connection(file: file, durability: durability)
    changes = ChangePolling(interval: interval, clock: clock)
  }

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
    } catch let error as DatabaseError where error.isDamage {
      // What cannot be understood is kept, and a new file takes its place.
      try connection.moveAside()
      return try connection.write { try SQLiteBackend.commit(changes, expecting: expected, in: $0) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw StorageError.locked(keys: changes.keys.sorted(), place: place, lock: place)
    }
  }

  package func observe(_ onChange: @escaping @Sendable () -> Void) {
    changes.start(asking: { [weak connection] in try connection?.dataVersion() }, onChange)
  }

  /// - Throws: `StorageError.damaged` when the file is no database, or one with errors in it.
  package func check() throws {
    try reading { database in
      let answer = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
      guard answer == "ok" else { throw damage(answer ?? "it does not answer") }
    }
  }

  private func reading<Value>(_ read: (Database) throws -> Value) throws -> Value {
    do { return try connection.read(read) } catch let error as DatabaseError where error.isDamage {
      throw damage(error.message ?? "\(error.resultCode)")
    }
  }

  private func damage(_ reason: String) -> StorageError {
    .damaged(
      key: nil,
      place: place,
      copiedTo: place + " (until the next write moves it aside)",
      reason: reason
    )
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

extension DatabaseError {
  /// Returns true when the file is not what SQLite wrote.
  fileprivate var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
  }
}
