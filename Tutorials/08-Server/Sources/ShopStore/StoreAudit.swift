import Foundation
import GRDB

extension SQLiteBackend {
  /// Looks for damage in a database, and changes nothing; the shop may use it meanwhile.
  ///
  /// - Returns: what was found, for an operator.
  /// - Throws: ``StoreFault`` when it is missing, damaged or of a later version; other errors of SQLite as they are.
  package static func audit(_ file: URL) throws -> String {
    guard FileManager.default.fileExists(atPath: file.path) else { throw StoreFault.missing(file.path) }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(SQLiteBackend.patience / .seconds(1))
    do {
      return try DatabaseQueue(path: file.path, configuration: configuration).read { database in
        let answers = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
        guard answers == ["ok"] else {
          throw StoreFault.damaged(file.path, reason: answers.joined(separator: "; "))
        }
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version <= StoreVersion.latest else { throw StoreFault.newer(file.path, version: version) }
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM state") ?? 0
        return "\(file.path) is in order (version \(version), keys: \(count))."
      }
    } catch let error as DatabaseError {
      throw StoreFault(error, of: file.path) ?? error
    }
  }
}
