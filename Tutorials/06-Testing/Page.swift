import Foundation
import Statoscope
import StatoscopeTesting

/// The page beside this file, made of the examples' code and of what they print when they run.
struct Page {
  /// Set to anything, it makes the test write the page instead of comparing it.
  static let switchName = "STATOSCOPE_WRITE_PAGES"

  /// Where the page is.
  static let file = folder.appendingPathComponent("README.md")

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The whole page.
  let text: String

  /// Runs all examples.
  init() throws {
    let source = try String(
      contentsOf: Page.folder.appendingPathComponent("Examples.swift"),
      encoding: .utf8
    )
    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var text = introduction
    for (number, example) in Examples.all.enumerated() {
      let (title, lead, code) = try Page.parts(of: example.name, in: source)
      text += """

        ## \(number + 1). \(title)

        \(lead)

        ```swift
        \(code)
        ```

        ```
        \(try Page.output(of: example.run))
        ```

        """
    }
    self.text = text
  }

  /// The documentation and the code of one example, as they stand in the source.
  private static func parts(of name: String, in source: [String]) throws
    -> (title: String, lead: String, code: String)
  {
    guard let start = source.firstIndex(of: "  static func \(name)() throws {"),
      let end = source[start...].firstIndex(of: "  }")
    else {
      throw MissingExample(name: name)
    }
    let comment = source[..<start].reversed().prefix { $0.hasPrefix("  ///") }.reversed()
      .map { String($0.dropFirst(5)).trimmingCharacters(in: .whitespaces) }
    let code = source[(start + 1)..<end].filter { !$0.hasSuffix("// Not shown.") }
      .map { String($0.dropFirst(4)) }
    return (
      String((comment.first ?? name).dropLast()),
      comment.dropFirst(2).joined(separator: "\n"),
      code.joined(separator: "\n")
    )
  }

  /// What an example prints.
  private static func output(of run: () throws -> Void) throws -> String {
    let printed = Locked<[String]>([])
    let reporter = FailureReporter { text, site in printed.withLock { $0.append("\(site): error: \(text)") } }
    try FailureReporter.$current.withValue(reporter) { try run() }
    return printed.withLock { $0 }.joined(separator: "\n\n")
  }
}

private struct MissingExample: Error {
  let name: String
}

private let introduction = """
  # 6. Testing: what a failing flow says

  A flow test is a list of sentences about a scope. `GIVEN` makes the scope, `WHEN` sends an event, `THEN` looks \
  at the state, `FORK` goes another way from there. Whoever reads a test reads what the feature does; whoever \
  reads a failure reads what it did instead.

  A failure stands at the line of its own step and is told once. It says the step in its own words, what was \
  found in its place, the way of forks that led there, and what to do. A step that fails hides none after it.

  Below are ten flows that fail, with what each prints. They are about [a bakery](Bakery.swift) and stand in \
  [Examples.swift](Examples.swift). This page is made by running them: a test compares it with what they print, \
  and `STATOSCOPE_WRITE_PAGES=1 swift test --filter TestingTutorialTests` writes it anew.

  """
