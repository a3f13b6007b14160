import Foundation
import Statoscope
import TestSupport
import Testing

/// What is logged, and that no text is made that is not logged.
@MainActor @Suite struct LoggerTests {
  @Test func `events and effects are logged in order`() async throws {
    try await withLoggedLines([.when, .effects]) { journal in
      let gate = Gate<String>()
      let loader = Loader().send(.load(gate))
      await gate.open("a")
      await loader.receives(1)
      let beginnings = journal.entries.map { String($0.prefix(22)) }
      #expect(
        beginnings == [
          "when: Loader .load(Gat", "effects: Loader enqueu", "effects: Loader ended ",
          "when: Loader .loaded(.",
        ]
      )
    }
  }

  @Test func `nothing is formatted when nothing is logged`() async throws {
    try await withLoggedLines([]) { journal in
      let scope = Shy()
      scope.send(.init(onDescription: { journal.note("described") }))
      #expect(journal.entries == [])
    }
  }

  @Test func `the sink's cost does not grow with the number of lines`() async throws {
    try await withLoggedLines([.when]) { journal in
      let loader = Loader()
      for _ in 0..<20_000 { loader.send(.nothing) }
      #expect(journal.entries.count == 20_000)
    }
  }

  @Test func `the levels are those that were set`() async throws {
    try await withLoggedLines(.all) { _ in
      #expect(StatoscopeLogger.logLevel == .all)
      StatoscopeLogger.logLevel = .basic
      #expect(StatoscopeLogger.logLevel == [.errors, .when])
    }
  }

  @Test(arguments: ["", "\n", "a\nb\n\nc", "- ä\n+ ö", String(repeating: "a line\n", count: 200)])
  func `a long text is in parts that a system's log takes`(_ text: String) {
    let parts = StatoscopeLogger.parts(of: text, longest: 50)
    #expect(parts.joined(separator: "\n") == text)
    #expect(parts.allSatisfy { $0.utf8.count <= 50 })
    #expect(text.utf8.count > 50 || parts.count == 1)
    #expect(StatoscopeLogger.parts(of: text, longest: 3).joined(separator: "\n") == text)
  }

  /// The logger was unguarded global state.
  @Test(.lesson(8))
  func `the logger may be used from many threads concurrently`() async throws {
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
            // A type of this test's own: other tests log, too.
            let shouter = Shouter()
            for number in 0..<500 {
              StatoscopeLogger.logLevel = number.isMultiple(of: 2) ? .basic : [.errors, .when, .injection]
              StatoscopeLogger.sink = sinks[number % 2]
              shouter.send(.shout)
              #expect(StatoscopeLogger.logLevel.isSuperset(of: .basic))
            }
          }
        }
      }
      #expect(lines.entries.count { $0.hasSuffix("Shouter .shout") } == 8 * 500)
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

private final class Shy: Scope {
  struct When: Sendable, CustomStringConvertible {
    let onDescription: @Sendable () -> Void
    var description: String {
      onDescription()
      return "described"
    }
  }

  func update(_ when: When) throws {}
}

private final class Shouter: Scope {
  enum When { case shout }

  func update(_ when: When) {}
}
