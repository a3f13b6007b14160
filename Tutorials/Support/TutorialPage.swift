import Foundation
import Statoscope
import StatoscopeTesting
import Testing

/// The page of a tutorial, for the test that holds it against what its code prints.
///
/// That its Swift is the Swift of its folder is what `.ci/snippets` checks.
package struct TutorialPage {
  /// What stands in its blocks.
  private let outputs: [String]

  /// Reads the page in the folder of the file that calls.
  package init(beside file: StaticString = #filePath) throws {
    let page = URL(fileURLWithPath: "\(file)").deletingLastPathComponent().appending(path: "README.md")
    outputs = try String(contentsOf: page, encoding: .utf8)
      .components(separatedBy: "\n```").enumerated()
      // What stands between two fences is every other part; the word behind the fence is none of the block.
      .compactMap { $0.offset.isMultiple(of: 2) ? nil : $0.element.split(separator: "\n", maxSplits: 1).last }
      .map(String.init)
  }

  /// Expects that the page shows a text as one of its blocks, and that the block is nothing else.
  package func expect(_ printed: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      outputs.contains(printed.trimmingCharacters(in: .newlines)),
      "The page does not show what is printed now:\n\(printed)",
      sourceLocation: sourceLocation
    )
  }
}

/// What the test framework is told of a test that fails, in place of a failure.
package func printed(by test: () throws -> Void) rethrows -> String {
  let lines = Locked<[String]>([])
  // A plan that is meant to fail promises nothing.
  try FlowBook.$current.withValue(nil) {
    try FailureReporter.$current.withValue(reporter(into: lines)) { try test() }
  }
  return lines.withLock { $0 }.joined(separator: "\n\n")
}

/// What the test framework is told of a live plan that fails, in place of a failure.
package func printed(
  isolation: isolated (any Actor)? = #isolation,
  by test: () async throws -> Void
) async rethrows -> String {
  let lines = Locked<[String]>([])
  try await FlowBook.$current.withValue(nil) {
    try await FailureReporter.$current.withValue(reporter(into: lines)) { try await test() }
  }
  return lines.withLock { $0 }.joined(separator: "\n\n")
}

private func reporter(into lines: Locked<[String]>) -> FailureReporter {
  FailureReporter { text, site in
    lines.withLock { $0.append("\(site): error: \(text)") }
  }
}
