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

private enum LoggedTest {
  @TaskLocal static var journal: Journal?
}

private let turn = Turn()

private actor Turn {
  private var isTaken = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiters.append($0) }
  }

  func giveBack() {
    if waiters.isEmpty { isTaken = false } else { waiters.removeFirst().resume() }
  }
}
