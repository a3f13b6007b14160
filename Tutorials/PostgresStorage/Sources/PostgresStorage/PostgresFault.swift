import Foundation

/// A reason why a database server cannot be used, with what an operator does about it; without passwords.
public enum PostgresFault: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// A text is no connection string; it is not repeated, because it may have a password in it.
  case noAddress(reason: String)
  /// There is no connection.
  case unreachable(String, reason: String)
  /// The connection was lost, or the server ends.
  case lost(String, reason: String)
  /// A statement was not answered in time; it may have been executed.
  case unanswered(String, limit: Duration)
  /// All connections are in use.
  case busy(String, connections: Int, limit: Duration)
  /// The server has become a standby.
  case readOnly(String)
  /// The server does not execute a statement.
  case refused(String, state: String, reason: String)
  /// The database has no tables of a storage, and none are to be made.
  case missing(String)
  /// A later version of this package has made the tables.
  case newer(String, version: String)
  /// The text of the database is not in UTF-8.
  case damaged(String, reason: String)

  /// True for what may pass by itself.
  public var isPassing: Bool { endsConnection }

  /// True when a connection is of no use after it.
  var endsConnection: Bool {
    switch self {
    case .unreachable, .lost, .unanswered, .readOnly: true
    case .noAddress, .busy, .refused, .missing, .newer, .damaged: false
    }
  }

  /// Without a full stop: the library's errors have it in a sentence of their own.
  public var description: String {
    switch self {
    case .noAddress(let reason):
      """
      the address of the database \(reason). Write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with percent-encoding for \
      what is no letter or digit in a name or password
      """
    case .unreachable(let place, let reason):
      """
      \(place) cannot be connected to: \(reason). Start the server, and see to it that this host may connect to it \
      (listen_addresses, pg_hba.conf, a firewall)
      """
    case .lost(let place, let reason):
      "the connection to \(place) was lost: \(reason). The storage connects again by itself; look at the server's log"
    case .unanswered(let place, let limit):
      """
      \(place) has not answered within \(limit), so the connection was closed. Look at its load and its locks \
      (pg_stat_activity), at the network, and at the standby that commits wait for
      """
    case .busy(let place, let connections, let limit):
      """
      all \(connections) connections to \(place) were in use for \(limit). Look at its load and its locks \
      (pg_stat_activity); open more connections, or give it a faster disk
      """
    case .readOnly(let place):
      """
      \(place) does not take changes, as a standby does. Promote it, or name the hosts of the primary and of the standby, \
      with target_session_attrs=read-write
      """
    case .refused(let place, let state, let reason):
      "\(place) refuses a statement (SQLSTATE \(state)): \(reason). Look it up in PostgreSQL's list of error codes"
    case .missing(let place):
      """
      \(place) has no tables of a storage, and none are to be made. Restore a backup, or let the first process make them \
      (PostgresBackend.open(_:creates: true))
      """
    case .newer(let place, let version):
      """
      \(place) has \(version), which is later than this package. Use that one, or restore a backup from before it
      """
    case .damaged(let place, let reason):
      "\(place) has something in it that no storage has written: \(reason). Restore a backup"
    }
  }

  /// The same text as ``description``, with a full stop.
  public var errorDescription: String? { description + "." }
}
