import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What the README says besides its Swift, which `.ci/snippets` finds in this folder.
@Suite struct ReadmeTests {
  @Test func `a failing step prints what the readme shows`() throws {
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

  @Test func `every file that the readme links to exists`() throws {
    let links = try text(of: "README.md").matches(of: /\]\((?<path>[^)#:]+)\)/).map { String($0.output.path) }
    #expect(!links.isEmpty)
    for link in links {
      #expect(FileManager.default.fileExists(atPath: package.appendingPathComponent(link).path), "\(link)")
    }
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  private var package: URL {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }
}
