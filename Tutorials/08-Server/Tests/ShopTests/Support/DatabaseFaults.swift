import Foundation
import GRDB

/// The exclusive lock of a database, held as by another process that hangs.
final class DatabaseLock: Sendable {
  private let queue: DatabaseQueue

  /// Takes the lock.
  init(_ file: URL) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(60)
    queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
  }

  func release() throws {
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
  }
}

/// Overwrites a page in the middle of a database of more than four pages, as a failing disk does.
///
/// What others have in memory of it is outdated afterwards, as after any commit.
func damagePage(inMiddleOf file: URL) throws {
  let (queue, size) = (try DatabaseQueue(path: file.path), 4_096)
  try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
  let handle = try FileHandle(forUpdating: file)
  let pages = Int(try handle.seekToEnd()) / size
  try handle.seek(toOffset: UInt64(pages / 2 * size))
  try handle.write(contentsOf: Data(repeating: 7, count: size))
  try handle.close()
  try queue.write { try $0.execute(sql: "PRAGMA user_version = 2") }
}

/// All values in a database of the shop, by their keys.
func values(in file: URL) throws -> [String: Data] {
  try DatabaseQueue(path: file.path).read { database in
    let rows = try Row.fetchAll(database, sql: "SELECT key, value FROM state")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["key"], $0["value"]) })
  }
}
