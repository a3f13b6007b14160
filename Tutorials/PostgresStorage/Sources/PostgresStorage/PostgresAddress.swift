import CPostgres
import Foundation

/// A connection string, and what may be shown of it.
struct PostgresAddress: Sendable {
  /// The connection string, which may have a password in it.
  let text: String
  /// The user, hosts, ports and database, for errors and logs.
  let place: String

  /// - Parameter text: a connection string, such as `postgresql://app@db1,db2/app?target_session_attrs=read-write`.
  init(_ text: String) throws(PostgresFault) {
    // Not libpq's own text: it repeats the connection string.
    guard let options = PostgresAddress.options(of: text) else {
      throw .noAddress(reason: "cannot be parsed")
    }
    let hosts = PostgresAddress.list(options["host"] ?? options["hostaddr"])
    // A password with this character in it, which would be shown as a host.
    guard !hosts.contains(where: { $0.contains("@") && !$0.hasPrefix("/") && !$0.hasPrefix("@") }) else {
      throw .noAddress(reason: "has an @ in the name of a host, or in its password")
    }
    let ports = PostgresAddress.list(options["port"])
    let servers = hosts.enumerated().map { index, host in
      let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
      return (host.contains(":") ? "[\(host)]" : host) + (port.isEmpty ? "" : ":\(port)")
    }
    let user = options["user"].map { "\($0)@" } ?? ""
    self.text = text
    place = "postgresql://\(user)\(servers.joined(separator: ","))/\(options["dbname"] ?? "")"
  }

  /// The options that a connection string gives; nil when it is none.
  private static func options(of text: String) -> [String: String]? {
    guard let first = PQconninfoParse(text, nil) else { return nil }
    defer { PQconninfoFree(first) }
    var options: [String: String] = [:]
    var option = first
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return options
  }

  private static func list(_ text: String?) -> [String] {
    text?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
  }
}
