import Foundation
import Statoscope
import TestSupport
import Testing

/// A sink that is replaced is released while the log can be used.
@Suite struct SinkReleaseTests {
  @Test func `a sink may set another one in its release`() async throws {
    try await withLoggedLines { _ in
      let (journal, released) = (Journal(), DispatchSemaphore(value: 0))
      #expect(
        await returns {
          let restorer = OnRelease {
            StatoscopeLogger.sink = { _, line in journal.note("restored: \(line)") }
            released.signal()
          }
          StatoscopeLogger.sink = { _, _ in restorer.keep() }
        }
      )
      #expect(await returns { StatoscopeLogger.sink = { _, line in journal.note("next: \(line)") } })
      // Another test may be logging with the former sink.
      #expect(await returns { released.wait() })
      // The release comes after the replacement, so what it restores is last.
      StatoscopeLogger.sink(.errors, "a line of this test")
      let lines = journal.entries.filter { $0.hasSuffix("a line of this test") }
      #expect(lines == ["restored: a line of this test"])
    }
  }

  @Test func `a sink may log in its release`() async throws {
    try await withLoggedLines { _ in
      let (journal, released) = (Journal(), DispatchSemaphore(value: 0))
      #expect(
        await returns {
          let farewell = OnRelease {
            StatoscopeLogger.sink(.errors, "a farewell")
            released.signal()
          }
          StatoscopeLogger.sink = { _, _ in farewell.keep() }
        }
      )
      #expect(await returns { StatoscopeLogger.sink = { _, line in journal.note(line) } })
      #expect(await returns { released.wait() })
      #expect(journal.entries.contains("a farewell"))
    }
  }

  @Test func `a sink may replace itself while it is called`() async throws {
    try await withLoggedLines { _ in
      let journal = Journal()
      #expect(
        await returns {
          StatoscopeLogger.sink = { _, line in
            // Another test may be logging, too.
            guard line == "for the first" else { return }
            StatoscopeLogger.sink = { _, line in journal.note(line) }
          }
          StatoscopeLogger.sink(.errors, "for the first")
          StatoscopeLogger.sink(.errors, "for the second")
        }
      )
      #expect(journal.entries.contains("for the second"))
      #expect(!journal.entries.contains("for the first"))
    }
  }
}
