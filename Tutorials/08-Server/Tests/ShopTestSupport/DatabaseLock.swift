import Foundation
import GRDB

/// The exclusive lock of a database, held as by another process that hangs.
package final class DatabaseLock: Sendable {
  private let queue: DatabaseQueue

  /// Takes the lock.
  package init(_ file: URL) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(60)
    queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
  }

  package func release() throws {
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
  }
}

/// Overwrites a page in the middle of a database, as a failing disk does.
///
/// What others have in memory of it is outdated afterwards, as after any commit.
package func damagePage(inMiddleOf file: URL) throws {
  let (queue, size) = (try DatabaseQueue(path: file.path), 4_096)
  try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
  let handle = try FileHandle(forUpdating: file)
  let pages = Int(try handle.seekToEnd()) / size
  // The first one says what the file is, and the second one is the root of its table.
  guard pages > 4 else { throw TooSmall(pages: pages) }
  try handle.seek(toOffset: UInt64(pages / 2 * size))
  try handle.write(contentsOf: Data(repeating: 7, count: size))
  try handle.close()
  try queue.write { try $0.execute(sql: "PRAGMA user_version = 2") }
}

/// A database has too few pages to damage one in the middle.
private struct TooSmall: Error {
  let pages: Int
}

/// Copies a database as the command `.backup` of `sqlite3` does, while others use it.
package func backUp(_ file: URL, to copy: URL) throws {
  try DatabaseQueue(path: file.path).backup(to: try DatabaseQueue(path: copy.path))
}
