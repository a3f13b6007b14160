import Foundation

/// A reason why the database cannot be used, with what an operator does about it.
enum StoreFault: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// There is no database, and none is to be made.
  case missing(String)
  /// There is no database, but there are files that belong to one.
  case orphaned(String, companion: String)
  /// The database that was opened is not at its path any more.
  case replaced(String)
  /// SQLite cannot make sense of the file.
  case damaged(String, reason: String)
  /// A later version of the shop has written it.
  case newer(String, version: Int)
  /// Another process holds the database's lock.
  case locked(String)

  var description: String {
    switch self {
    case .missing(let file):
      """
      \(file) does not exist, and no new database is to take its place. Restore a backup, or start a new shop with \
      --create yes.
      """
    case .orphaned(let file, let companion):
      """
      \(file) does not exist, but \(companion) does: the database was removed, perhaps under a shop that still runs. No \
      new one takes its place. Stop it and restore a backup, or remove \(companion) for a new shop.
      """
    case .replaced(let file):
      """
      \(file) is not the database any more that this shop has opened: it, its -wal or its -shm was removed or replaced. \
      Nothing is read or written until an operator decides. Stop the shop, put the right file back, and start it again.
      """
    case .damaged(let file, let reason):
      """
      \(file) is damaged: \(reason). Nothing is read or written until an operator decides. Stop the shop, restore \
      a backup, and start it again.
      """
    case .newer(let file, let version):
      "\(file) has version \(version), of a later shop than this one. Start that one, or restore a backup from before it."
    case .locked(let file):
      """
      another process holds the lock of \(file) for longer than this one waits. Find it with "lsof \(file)", and end it \
      if it hangs.
      """
    }
  }

  var errorDescription: String? { description }
}
