import Foundation
import GRDB
import Logging
import Synchronization

/// One connection to a database, which blocks its caller: at most for its patience while another process has it locked.
///
/// Damage, or a file that is not at its place any more, ends its use for good, and that of all connections with the same
/// ``StoreCondition``.
final class Connection: Sendable {
  private struct Waiting {
    /// Until then, a lock is hardly waited for: it was, in vain, and many may be in the queue.
    var hopelessUntil: ContinuousClock.Instant?
    /// The milliseconds that SQLite waits for a lock at present.
    var applied = -1
  }

  private let queue: DatabaseQueue
  private let file: DatabaseFile
  private let condition: StoreCondition
  private let patience: Duration
  private let laterPatience: Duration
  private let waiting = Mutex(Waiting())

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - file: the database, which exists.
  ///   - condition: what all connections to it know of it.
  ///   - durability: what a commit waits for.
  ///   - patience: how long a lock of another process is waited for.
  ///   - laterPatience: how long it is for some time after that was in vain; as long as others take for a commit.
  /// - Throws: ``StoreFault``, or SQLite's error.
  init(
    _ file: DatabaseFile,
    _ condition: StoreCondition,
    durability: SQLiteBackend.Durability,
    patience: Duration,
    laterPatience: Duration = .milliseconds(10)
  ) throws {
    (self.file, self.condition, self.patience) = (file, condition, patience)
    self.laterPatience = min(patience, laterPatience)
    var configuration = Configuration()
    configuration.label = "shop"
    configuration.busyMode = .timeout(patience / .seconds(1))
    configuration.prepareDatabase { database in
      guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "its file system has no shared memory")
      }
      try database.execute(sql: "PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
    }
    queue = try condition.translating { try DatabaseQueue(path: file.path, configuration: configuration) }
  }

  /// Reads in one transaction.
  func read<Value>(_ read: (Database) throws -> Value) throws -> Value {
    try using(.deferred, .commit, read)
  }

  /// Reads and writes in one transaction, which begins with the lock.
  func write<Value>(_ write: (Database) throws -> Value) throws -> Value {
    try using(.immediate, .commit, write)
  }

  /// Takes the lock, reads something, and gives the lock back.
  func probe() throws {
    try using(.immediate, .rollback) { database in
      _ = try Row.fetchOne(database, sql: "SELECT key FROM state LIMIT 1")
    }
  }

  /// A number that is another one after each commit of another connection.
  func dataVersion() throws -> Int? {
    try attempt {
      try queue.unsafeRead { database in
        try file.checkIdentity()
        return try Int.fetchOne(database, sql: "PRAGMA data_version")
      }
    }
  }

  /// Moves what was committed from the log to the database, and empties the log.
  func emptyLog() throws {
    try attempt {
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }
  }

  private func using<Value>(
    _ kind: Database.TransactionKind,
    _ completion: Database.TransactionCompletion,
    _ body: (Database) throws -> Value
  ) throws -> Value {
    try attempt {
      try queue.writeWithoutTransaction { database in
        try applyPatience(to: database)
        var value: Value?
        try database.inTransaction(kind) {
          // In the transaction: no later commit is made on another file than this check was.
          try file.checkIdentity()
          value = try body(database)
          return completion
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
        // Readers need no lock, so they say nothing of it.
        if kind == .immediate { waiting.withLock { $0.hopelessUntil = nil } }
        return value
      }
    }
  }

  private func attempt<Value>(_ body: () throws -> Value) throws -> Value {
    if let fault = condition.fault { throw fault }
    do {
      return try condition.translating(body)
    } catch StoreFault.locked(let file) {
      waiting.withLock { $0.hopelessUntil = .now + patience }
      throw StoreFault.locked(file)
    } catch let error as DatabaseError {
      // SQLite has many errors for a file that is not there any more.
      try condition.translating { try file.checkIdentity() }
      throw error
    }
  }

  private func applyPatience(to database: Database) throws {
    let milliseconds: Int? = waiting.withLock { waiting in
      let isHopeless = waiting.hopelessUntil.map { $0 > .now } ?? false
      let wanted = Int((isHopeless ? laterPatience : patience) / .milliseconds(1))
      defer { waiting.applied = wanted }
      return wanted == waiting.applied ? nil : wanted
    }
    if let milliseconds { try database.execute(sql: "PRAGMA busy_timeout = \(milliseconds)") }
  }
}

/// Whether a database can be used, as far as all of its connections know.
final class StoreCondition: Sendable {
  private let path: String
  private let lasting = Mutex<StoreFault?>(nil)

  init(path: String) {
    self.path = path
  }

  /// The reason why nothing is read or written any more.
  var fault: StoreFault? { lasting.withLock { $0 } }

  /// Does something with the database.
  ///
  /// - Throws: ``StoreFault`` for what SQLite says of the file and its lock; other errors as they are.
  func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let fault as StoreFault {
      throw noted(fault)
    } catch let error as DatabaseError {
      guard let fault = StoreFault(error, of: path) else { throw error }
      throw noted(fault)
    }
  }

  private func noted(_ fault: StoreFault) -> StoreFault {
    guard fault.isLasting else { return fault }
    let first: StoreFault? = lasting.withLock { lasting in
      if let known = lasting { return known }
      lasting = fault
      return nil
    }
    if let first { return first }
    Logger(label: "shop.store").critical("\(fault)")
    return fault
  }
}

extension StoreFault {
  /// What an error of SQLite says of the file and its lock; nil for others, such as a full disk.
  init?(_ error: DatabaseError, of path: String) {
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self = .damaged(path, reason: error.message ?? "\(error.resultCode)")
    case .SQLITE_BUSY: self = .locked(path)
    default: return nil
    }
  }
}
