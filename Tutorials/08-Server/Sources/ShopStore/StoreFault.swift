import Foundation

/// A reason why the database cannot be used, with what an operator does about it.
package enum StoreFault: LocalizedError, Sendable, Equatable, CustomStringConvertible {
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
  /// Others may read it, and that cannot be changed.
  case exposed(String, reason: String)
  /// Another process holds the database's lock.
  case locked(String)

  /// True for what does not pass by itself: from then on, the database is neither read nor written.
  package var isLasting: Bool { if case .locked = self { false } else { true } }

  /// What visitors may know of it.
  package var summary: String {
    switch self {
    case .missing, .orphaned: "The database is missing."
    case .replaced: "The database is not where it was."
    case .damaged: "The database is damaged."
    case .newer: "The database is of a later version."
    case .exposed: "Others may read the database."
    case .locked: "The database is locked."
    }
  }

  package var description: String {
    switch self {
    case .missing(let file):
      """
      \(file) does not exist, and no new database is to take its place. Restore a backup, or start the first node of a \
      new shop with --create yes.
      """
    case .orphaned(let file, let companion):
      """
      \(file) does not exist, but \(companion) does: the database was removed, perhaps under a node that still runs. No \
      new one takes its place. Stop all nodes and restore a backup, or remove \(companion) for a new shop.
      """
    case .replaced(let file):
      """
      \(file) is not the database any more that this node has opened: it, its -wal or its -shm was removed or replaced. \
      Nothing is read or written until an operator decides. Stop all nodes, put the right file back, and start them again.
      """
    case .damaged(let file, let reason):
      """
      \(file) is damaged: \(reason). Nothing is read or written until an operator decides. Stop all nodes, look at it \
      with --check, restore a backup, and start them again.
      """
    case .newer(let file, let version):
      "\(file) has version \(version), of a later shop than this one. Start that one, or restore a backup from before it."
    case .exposed(let file, let reason):
      "\(file) may be read by others, and that cannot be changed: \(reason). Have its owner run chmod 600 on it."
    case .locked(let file):
      """
      another process holds the lock of \(file) for longer than this one waits. Find it with "lsof \(file)", and end it \
      if it hangs.
      """
    }
  }

  package var errorDescription: String? { description }
}
