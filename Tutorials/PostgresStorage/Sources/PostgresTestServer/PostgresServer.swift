import Foundation
import Subprocess

/// A PostgreSQL server for one test, in a folder that is removed with it.
public final class PostgresServer: Sendable {
  /// The script `database` has failed; what it has printed.
  public struct Failure: LocalizedError {
    /// What it has printed on standard error.
    public let errorDescription: String?
  }

  /// The connection string.
  public let address: String
  private let place: URL

  /// The folder with its socket.
  public var folder: String { place.path }

  /// Starts one with an empty database, which does not wait for the disk.
  public static func start() async throws -> PostgresServer {
    let folder = FileManager.default.temporaryDirectory.appending(path: "postgres-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return PostgresServer(folder, address: try await database("start", folder, "-c", "fsync=off"))
  }

  private init(_ folder: URL, address: String) {
    (place, self.address) = (folder, address)
  }

  deinit {
    // As by a crash, at once.
    if let pid { kill(pid, SIGQUIT) }
    try? FileManager.default.removeItem(at: place)
  }

  /// Executes a statement, and returns what is printed of its rows.
  @discardableResult
  public func sql(_ statement: String) async throws -> String {
    try await PostgresServer.database("sql", place, statement)
  }

  /// Ends the server as by a crash.
  public func crash() async throws { _ = try await PostgresServer.database("stop", place, "immediate") }

  /// Starts it again.
  public func start() async throws {
    _ = try await PostgresServer.database("start", place, "-c", "fsync=off")
  }

  /// Stops all of its processes where they are, so that it seems to be behind a link that is cut, until they go on.
  public func freeze() throws { try send(SIGSTOP) }
  /// Lets them go on.
  public func unfreeze() throws { try send(SIGCONT) }

  private func send(_ signal: Int32) throws {
    guard let pid else { return }
    let children = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
    for process in [pid] + children.split(separator: " ").compactMap({ Int32($0) }) { kill(process, signal) }
  }

  private var pid: Int32? {
    let file = place.appending(path: "data/postmaster.pid")
    return (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").first.flatMap {
      Int32($0)
    }
  }

  private static func database(_ action: String, _ folder: URL, _ arguments: String...)
    async throws
    -> String
  {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../database")
      .standardized
    let result = try await Subprocess.run(
      .path("/usr/bin/env"),
      arguments: Arguments(["bash", script.path, action, folder.path] + arguments),
      input: .none,
      output: .string(limit: 1_000_000),
      error: .string(limit: 1_000_000)
    )
    guard case .exited(0) = result.terminationStatus else {
      throw Failure(errorDescription: result.standardError)
    }
    return result.standardOutput.trimmingCharacters(in: .newlines)
  }
}
