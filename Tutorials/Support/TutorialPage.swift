import Foundation
import Statoscope
import StatoscopeTesting
import Testing

/// The page of a tutorial, for tests that compare it with the output of its code.
///
/// `.ci/snippets` checks that its Swift is part of its folder.
package struct TutorialPage {
  /// The contents of its blocks.
  private let outputs: [String]

  /// Reads the page in the folder of the calling file, or where that is the folder of the tests, in the one above.
  package init(beside file: StaticString = #filePath) throws {
    var folder = URL(fileURLWithPath: "\(file)").deletingLastPathComponent()
    if folder.lastPathComponent == "Tests" { folder.deleteLastPathComponent() }
    let page = folder.appending(path: "README.md")
    outputs = try String(contentsOf: page, encoding: .utf8)
      .components(separatedBy: "\n```").enumerated()
      // Every other part is between two fences; the word after the fence is not part of the block.
      .compactMap { $0.offset.isMultiple(of: 2) ? nil : $0.element.split(separator: "\n", maxSplits: 1).last }
      .map(String.init)
  }

  /// Checks that one of the page's blocks is equal to a text.
  package func expect(_ printed: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      outputs.contains(printed.trimmingCharacters(in: .newlines)),
      "The page does not show what is printed now:\n\(printed)",
      sourceLocation: sourceLocation
    )
  }
}

/// Returns the failures of a test as text, instead of reporting them.
package func printed(by test: () throws -> Void) rethrows -> String {
  let lines = Locked<[String]>([])
  // A plan that is meant to fail is not part of living documentation.
  try LivingDocumentation.$current.withValue(nil) {
    try FailureReporter.$current.withValue(reporter(into: lines)) { try test() }
  }
  return lines.withLock { $0 }.joined(separator: "\n\n")
}

/// Returns the failures of a live plan as text, instead of reporting them.
package func printed(
  isolation: isolated (any Actor)? = #isolation,
  by test: () async throws -> Void
) async rethrows -> String {
  let lines = Locked<[String]>([])
  try await LivingDocumentation.$current.withValue(nil) {
    try await FailureReporter.$current.withValue(reporter(into: lines)) { try await test() }
  }
  return lines.withLock { $0 }.joined(separator: "\n\n")
}

private func reporter(into lines: Locked<[String]>) -> FailureReporter {
  FailureReporter { text, site in
    lines.withLock { $0.append("\(site): error: \(text)") }
  }
}
