import Foundation
import Statoscope
import TestSupport
import Testing

/// What went wrong with logging in the first Statoscope.
@MainActor @Suite struct LoggerLessonsTests {
  /// The logger was unguarded global state.
  @Test(.lesson(8))
  func `the logger can be used from many threads at once`() async throws {
    try await withLoggedLines { _ in
      let lines = Journal()
      let sinks: [StatoscopeLogger.Sink] = [
        { lines.note("one: \($1)") }, { lines.note("other: \($1)") },
      ]
      StatoscopeLogger.logLevel = .basic
      StatoscopeLogger.sink = sinks[0]
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { @concurrent in
            let chatterbox = LessonChatterbox()
            for number in 0..<500 {
              StatoscopeLogger.logLevel = number.isMultiple(of: 2) ? .basic : [.errors, .when, .injection]
              StatoscopeLogger.sink = sinks[number % 2]
              chatterbox.send(.say)
              #expect(StatoscopeLogger.logLevel.isSuperset(of: .basic))
            }
          }
        }
      }
      #expect(lines.entries.count { $0.hasSuffix("LessonChatterbox .say") } == 8 * 500)
    }
  }

  /// Production code asked whether XCTest was loaded.
  @Test(.lesson(8))
  func `the library does not mention XCTest`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sources = package.appending(path: "Sources/Statoscope").resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(paths.count > 20)
    for path in paths {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      #expect(!text.contains("XCTest"), "\(path)")
    }
  }
}
