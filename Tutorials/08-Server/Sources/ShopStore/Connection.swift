import Foundation
import GRDB
import Logging
import Synchronization

/// One connection to a database, opened when it is first used, and again after damage.
final class Connection: Sendable {
  private let file: URL
  private let configuration: Configuration
  private let open = Mutex<DatabaseQueue?>(nil)

  init(file: URL, durability: SQLiteBackend.Durability) {
    self.file = file
    var configuration = Configuration()
    configuration.label = "shop"
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
    }
    self.configuration = configuration
  }

  func read<Value>(_ read: (Database) throws -> Value) throws -> Value {
    try queue().read(read)
  }

  func write<Value>(_ write: (Database) throws -> Value) throws -> Value {
    try queue().write(write)
  }

  /// A number that is another one after each commit of another connection.
  func dataVersion() throws -> Int? {
    try queue().unsafeRead { try Int.fetchOne($0, sql: "PRAGMA data_version") }
  }

  /// Renames the file, so that the next use makes a new one.
  func moveAside() throws {
    if let old = open.withLock({ $0.take() }) { try? old.close() }
    let files = FileManager.default
    var (number, name) = (1, file.path + ".damaged-1")
    while files.fileExists(atPath: name) {
      number += 1
      name = file.path + ".damaged-\(number)"
    }
    try files.moveItem(atPath: file.path, toPath: name)
    // They belong to what was moved.
    for ending in ["-wal", "-shm"] where files.fileExists(atPath: file.path + ending) {
      try files.moveItem(atPath: file.path + ending, toPath: name + ending)
    }
    Logger(label: "shop.store").error(
      "\(file.path) was no database any more. It is kept as \(name); a new one takes its place."
    )
  }

  private func queue() throws -> DatabaseQueue {
    if let queue = open.withLock({ $0 }) { return queue }
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.write { database in
      try database.execute(
        sql:
          "CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID"
      )
    }
    return open.withLock { open in
      // Another thread may have been faster; both connections are to the same file.
      if let open { return open }
      open = queue
      return queue
    }
  }
}
