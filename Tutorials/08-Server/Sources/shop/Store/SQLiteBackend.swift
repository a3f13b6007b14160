import Foundation
import GRDB
import Logging
import Statoscope
import Synchronization

/// Keeps the values of a `StateStorage` in one table of an SQLite database, for one process.
///
/// What a crash of the process leaves is all of a commit or nothing of it; with ``Durability/power`` that holds for a power cut, too.
///
/// Its calls block their thread. A database that is damaged, or not at its place any more, is not replaced by an empty
/// one: from then on nothing is read or written, and ``fault`` says why.
final class SQLiteBackend: StorageBackend {
  /// What a commit waits for before it returns.
  enum Durability: Sendable {
    /// The operating system has it: it outlives the process.
    case process
    /// The disk has it: it outlives a power cut. Each commit costs what the disk takes for that.
    case power
  }

  private struct State {
    var fault: StoreFault?
    /// Until then, a lock is not waited for: it was, in vain, and others are in the queue.
    var lockedUntil: ContinuousClock.Instant?
  }

  let place: String
  private let file: DatabaseFile
  private let queue: DatabaseQueue
  private let patience: Duration
  private let state = Mutex(State())

  /// The version of what a database has in it, in its `user_version`.
  private static let version = 2

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - file: the database; its folder exists.
  ///   - creates: a new one is made when it is missing.
  ///   - durability: what a commit waits for.
  ///   - patience: how long a lock of another process is waited for.
  /// - Throws: ``StoreFault``, or the error of SQLite or the system.
  init(
    file: URL,
    creates: Bool = true,
    durability: Durability = .process,
    patience: Duration = .seconds(2)
  ) throws {
    (place, self.file, self.patience) = (file.path, DatabaseFile(file.path), patience)
    try self.file.prepare(creates: creates)
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience / .seconds(1))
    configuration.prepareDatabase { database in
      guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "its file system has no shared memory")
      }
      try database.execute(sql: "PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
    }
    do {
      queue = try DatabaseQueue(path: file.path, configuration: configuration)
      try queue.write { [place] in try SQLiteBackend.prepare($0, at: place, creates: creates) }
    } catch let error as DatabaseError {
      throw StoreFault(error, of: file.path) ?? error
    }
    // SQLite has made the log and its index by now.
    self.file.recordIdentity()
  }

  private static func prepare(_ database: Database, at place: String, creates: Bool) throws {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard found <= version else { throw StoreFault.newer(place, version: found) }
    if found == 0 {
      guard creates else { throw StoreFault.missing(place) }
      try database.execute(
        sql: "CREATE TABLE state (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID"
      )
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }
    let answer = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    guard answer == "ok" else { throw StoreFault.damaged(place, reason: answer ?? "it does not answer") }
  }

  /// The reason why nothing is read or written any more; nil while the database can be used.
  var fault: StoreFault? { state.withLock { $0.fault } }

  func values(of keys: Set<String>) throws -> [String: Data] {
    do {
      return try inTransaction(.deferred) { database in
        let reading = try database.cachedStatement(sql: "SELECT value FROM state WHERE key = ?")
        var found: [String: Data] = [:]
        for key in keys { found[key] = try Data.fetchOne(reading, arguments: [key]) }
        return found
      }
    } catch let fault as StoreFault {
      // Not `damaged`: what was read before is still shown.
      throw StorageError.unreadable(key: nil, place: place, reason: "\(fault)")
    }
  }

  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool {
    do {
      return try inTransaction(.immediate) { database in
        let reading = try database.cachedStatement(sql: "SELECT value FROM state WHERE key = ?")
        for (key, value) in expected {
          guard try Data.fetchOne(reading, arguments: [key]) == value else { return false }
        }
        let writing = try database.cachedStatement(sql: "REPLACE INTO state (key, value) VALUES (?, ?)")
        let removing = try database.cachedStatement(sql: "DELETE FROM state WHERE key = ?")
        for (key, value) in changes {
          if let value {
            try writing.execute(arguments: [key, value])
          } else {
            try removing.execute(arguments: [key])
          }
        }
        return true
      }
    } catch StoreFault.locked {
      throw StorageError.locked(keys: changes.keys.sorted(), place: place, lock: place)
    } catch let fault as StoreFault {
      throw StorageError.notSaved(keys: changes.keys.sorted(), place: place, reason: "\(fault)")
    }
  }

  /// Finds out whether a commit can be made.
  ///
  /// - Throws: ``StoreFault``, or the error of SQLite.
  func probe() throws {
    try inTransaction(.immediate) { _ = try Row.fetchOne($0, sql: "SELECT key FROM state LIMIT 1") }
  }

  private func inTransaction<Value>(
    _ kind: Database.TransactionKind,
    _ body: (Database) throws -> Value
  ) throws -> Value {
    let (fault, lockedUntil) = state.withLock { ($0.fault, $0.lockedUntil) }
    if let fault { throw fault }
    if kind == .immediate, let lockedUntil, .now < lockedUntil { throw StoreFault.locked(place) }
    do {
      return try queue.writeWithoutTransaction { database in
        var value: Value?
        try database.inTransaction(kind) {
          // In the transaction: no later commit is made on another file than this check was.
          try file.checkIdentity()
          value = try body(database)
          return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
        return value
      }
    } catch {
      throw noted(error)
    }
  }

  private func noted(_ error: any Error) -> any Error {
    // SQLite has many errors for a file that is not there any more.
    do { try file.checkIdentity() } catch { return lasting(error) }
    guard let error = error as? DatabaseError, let fault = StoreFault(error, of: place) else { return error }
    guard case .locked = fault else { return lasting(fault) }
    state.withLock { $0.lockedUntil = .now + patience }
    return fault
  }

  private func lasting(_ fault: StoreFault) -> StoreFault {
    let first = state.withLock { state in
      defer { state.fault = state.fault ?? fault }
      return state.fault
    }
    if first == nil { Logger(label: "shop.store").critical("\(fault)") }
    return first ?? fault
  }
}

extension StoreFault {
  /// What an error of SQLite says of the file and its lock; nil for others, such as a full disk.
  fileprivate init?(_ error: DatabaseError, of path: String) {
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self = .damaged(path, reason: error.message ?? "\(error.resultCode)")
    case .SQLITE_BUSY: self = .locked(path)
    default: return nil
    }
  }
}
