import Foundation

/// The tables of a storage in a database.
enum PostgresSchema {
  /// The version that this package expects.
  static let version = 1
  private static let prefix = "statoscope version "

  /// Makes the tables in a database that has none.
  ///
  /// - Parameter creates: false where a database without them is to be refused.
  static func prepare(_ link: ServerLink, _ place: String, creates: Bool) throws(PostgresFault) {
    guard try found(link, place) == nil else { return }
    guard creates else { throw .missing(place) }
    try link.run(script: String(decoding: PackageResources.schema_sql, as: UTF8.self))
  }

  /// Returns the version of the tables; nil when there are none.
  static func found(_ link: ServerLink, _ place: String) throws(PostgresFault) -> Int? {
    let rows = try link.run("SELECT obj_description(to_regclass('statoscope_state')::oid, 'pg_class')")
    guard let text = rows.first?.first?.flatMap({ String(data: $0, encoding: .utf8) }) else { return nil }
    guard let number = Int(text.dropFirst(prefix.count)), text.hasPrefix(prefix), number <= version else {
      throw .newer(place, version: text)
    }
    return number
  }
}
