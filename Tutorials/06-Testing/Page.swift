import Foundation
import Statoscope
import StatoscopeTesting
import TutorialSupport

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

        ```text
        \(try printed(by: example.run))
        ```

        """
    }
    self.text = text + farewell
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
}

private struct MissingExample: Error {
  let name: String
}

private let introduction = """
  # 6. Testing

  **One idea: a flow that fails says what the app did instead, in the words of the flow.**

  A flow test is a list of sentences about a scope. `GIVEN` makes the scope, `WHEN` sends an event, `THEN` looks \
  at the state, `FORK` goes another way from there. Whoever reads a test reads what the feature does:

  ```swift
  try NewsFeed.GIVEN { NewsFeed() }
    .WHEN(.userStartedReading)
    .WHEN(.userOpened("ferry", page: 1))
    .THEN_EnqueuedEffect(LoadStory(id: "ferry", page: 1))
    .FORK_EffectFails(LoadStory.self, with: Offline()) { feed in
      try feed
        .THEN(\\.place.article, equals: "none")
        .THEN(\\.isReading, equals: true)
    }
    .WHEN_EffectCompletes(LoadStory.self, with: 60)
    .WHEN(.userScrolled(by: 60))
    .THEN("the story is at its end") { feed in feed.place.position.isAtEnd }
    .runTest(assertRelease: true, assertNoPendingEffects: true)
  ```

  Whoever reads a failure reads what it did instead. A failure stands at the line of its own step and is told \
  once. It says the step in its own words, what was found in its place, the way of forks that led there, and what \
  to do. A step that fails hides none after it.

  Below are ten flows that fail, with what each prints. They are about [a reader](NewsFeed.swift) with a few \
  mistakes in it, and stand in [Examples.swift](Examples.swift). This page is made by running them: a test compares \
  it with what they print, and `STATOSCOPE_WRITE_PAGES=1 swift test --filter TestingTutorialTests` writes it anew.

  """

private let farewell = """

  ## Exercise

  Mend the reader, so that all ten flows hold: which of them ask for another update, and which for another flow? \
  Run them with `.configure(exhaustivity: .on)`, and name what they did not say.

  **Next:** [7. Exploration](../07-Exploration/README.md). The flows that nobody wrote.

  """
