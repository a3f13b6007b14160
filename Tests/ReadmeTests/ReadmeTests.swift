import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What the README shows is what this target builds and runs.
@Suite struct ReadmeTests {
  @Test(arguments: ["Counter.swift", "CounterTest.swift"])
  func theFirstPageIsWordForWordWhatRunsHere(file: String) throws {
    let code = try text(of: "Tests/ReadmeTests/\(file)")
    let shown = try codeBlocks()
    #expect(shown.contains { !$0.isEmpty && code.hasSuffix($0) })
  }

  @Test func aFailingStepPrintsWhatTheReadmeShows() throws {
    let reported = Locked<[String]>([])
    let reporter = FailureReporter { text, _ in reported.withLock { $0.append(text) } }
    try FailureReporter.$current.withValue(reporter) {
      try Counter.GIVEN { Counter() }
        .WHEN(.userTappedIncrementButton)
        .THEN(\.viewDisplaysTotalCount, equals: 2)
        .runTest()
    }
    let failure = try #require(reported.withLock { $0 }.first)
    #expect(try text(of: "README.md").contains(failure))
  }

  @Test func everyFileThatTheReadmeLinksToIsThere() throws {
    let links = try text(of: "README.md").matches(of: /\]\((?<path>[^)#:]+)\)/).map { String($0.output.path) }
    #expect(!links.isEmpty)
    for link in links {
      #expect(FileManager.default.fileExists(atPath: package.appendingPathComponent(link).path), "\(link)")
    }
  }

  private func codeBlocks() throws -> [String] {
    try text(of: "README.md").matches(of: /```swift\n(?<code>(?:.|\n)*?)```/).map { String($0.output.code) }
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  private var package: URL {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }
}
