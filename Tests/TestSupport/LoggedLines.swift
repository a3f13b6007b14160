import Statoscope

/// Runs a test with what the library logs in its task, and in tasks started from it, kept for it.
///
/// The logger's settings are the process's, so such tests take turns; lines of other tests are left out.
///
/// - Parameter inAllTasks: keeps the lines of all tasks, those of other tests too; for what runs in a task of the library's.
public func withLoggedLines<Result>(
  _ levels: Set<LogLevel> = [.errors],
  inAllTasks: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (Journal) async throws -> Result
) async throws -> Result {
  await turn.take()
  let end: Swift.Result<Result, any Error>
  do {
    end = .success(try await withLoggedLinesInTurn(levels, inAllTasks: inAllTasks, body))
  } catch {
    end = .failure(error)
  }
  await turn.giveBack()
  return try end.get()
}

/// The same for a test whose turn it is.
func withLoggedLinesInTurn<Result>(
  _ levels: Set<LogLevel>,
  inAllTasks: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (Journal) async throws -> Result
) async rethrows -> Result {
  let journal = Journal()
  let (oldLevels, oldSink) = (StatoscopeLogger.logLevel, StatoscopeLogger.sink)
  StatoscopeLogger.logLevel = levels
  StatoscopeLogger.sink = { level, line in
    guard inAllTasks || LoggedTest.journal === journal else { return }
    journal.note("\(level.rawValue): \(line)")
  }
  defer {
    StatoscopeLogger.logLevel = oldLevels
    StatoscopeLogger.sink = oldSink
  }
  return try await LoggedTest.$journal.withValue(journal) { try await body(journal) }
}

private enum LoggedTest {
  @TaskLocal static var journal: Journal?
}
