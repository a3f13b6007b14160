import GRDB
import Logging
import ShopDomain

/// The version of what a database has in it, in its `user_version`.
///
/// | version | what |
/// |---|---|
/// | 0 | no table yet; or, with one, the names of sessions in the keys |
/// | 2 | the digests of sessions in the keys |
enum StoreVersion {
  static let latest = 2

  /// Makes the table of a new database, or moves the values of a former one to their new keys, in one transaction.
  ///
  /// - Parameter creates: a database without the table is a new one.
  /// - Throws: ``StoreFault`` for a database of a later shop, or for one without the table that is not to be made.
  static func bringUpToDate(_ connection: Connection, place: String, creates: Bool) throws {
    // Not with the lock, which another node may have: nothing is to be done nearly always.
    let version = try connection.read(version)
    guard version <= latest else { throw StoreFault.newer(place, version: version) }
    guard version < latest else { return }
    let moved = try connection.write { database in
      guard try self.version(of: database) < latest else { return 0 }
      guard try creates || database.tableExists("state") else { throw StoreFault.missing(place) }
      // What is replaced is overwritten, in the free parts of the file, too.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      try database.execute(
        sql:
          "CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID"
      )
      let moved = try moveSessions(in: database)
      try database.execute(sql: "PRAGMA user_version = \(latest)")
      return moved
    }
    guard moved > 0 else { return }
    try connection.emptyLog()
    Logger(label: "shop.store").notice(
      "The keys of \(place) have the digests of sessions in them from now on, and its names no more.",
      metadata: ["values": "\(moved)"]
    )
  }

  private static func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  private static func moveSessions(in database: Database) throws -> Int {
    var moved = 0
    for key in try String.fetchAll(database, sql: "SELECT key FROM state WHERE key LIKE 'session/%'") {
      let parts = key.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 3, let session = SessionID(parts[1]) else { continue }
      try database.execute(
        sql: "UPDATE state SET key = ? WHERE key = ?",
        arguments: ["session/\(session.digest)/\(parts[2])", key]
      )
      moved += 1
    }
    return moved
  }
}
