import Statoscope

/// Runs a test with what the library logs in its task, and in tasks started from it, kept for it.
///
/// The logger's settings are the process's, so such tests take turns; lines of other tests are left out.
public func withLoggedLines<Result>(
  _ levels: Set<LogLevel> = [.errors],
  isolation: isolated (any Actor)? = #isolation,
  _ body: (Journal) async throws -> Result
) async throws -> Result {
  await turn.take()
  let journal = Journal()
  let (oldLevels, oldSink) = (StatoscopeLogger.logLevel, StatoscopeLogger.sink)
  StatoscopeLogger.logLevel = levels
  StatoscopeLogger.sink = { level, line in
    guard LoggedTest.journal === journal else { return }
    journal.note("\(level.rawValue): \(line)")
  }
  let end: Swift.Result<Result, any Error>
  do {
    end = .success(try await LoggedTest.$journal.withValue(journal) { try await body(journal) })
  } catch {
    end = .failure(error)
  }
  StatoscopeLogger.logLevel = oldLevels
  StatoscopeLogger.sink = oldSink
  await turn.giveBack()
  return try end.get()
}

enum LoggedTest {
  @TaskLocal static var journal: Journal?
}

/// The tests that change the logger for the whole process, and those that send events by the hundred thousand: each
/// of the latter would be logged while one of the former runs.
let turn = Turn()
