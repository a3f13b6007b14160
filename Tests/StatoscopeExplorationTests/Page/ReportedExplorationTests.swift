import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

/// Explorations in the folder of living documentation.
@Suite struct ReportedExplorationTests {
  private func explore(top: Int) throws {
    try Tally.EXPLORE { Tally(top: top) }.EVENTS { _ in [.up, .down] }.run()
  }

  private func pages(_ reported: ReportedFlow) throws -> [String] {
    try reported.folder.names.filter { $0.hasSuffix(".exploration.html") }
  }

  @Test func `the flow page links the page of an exploration`() throws {
    let reported = try ReportedFlow { try explore(top: 2) }
    let name = try #require(try pages(reported).first)
    #expect(
      name.hasPrefix("StatoscopeExplorationTests-ReportedExplorationTests-the-flow-page-links-the-page")
    )
    #expect(
      try reported.page.contains(
        """
        <li><a href="\(name)">the flow page links the page of an exploration</a>
        <span class="quiet">Tally: 3 states, 4 transitions, everything was explored</span></li>
        """
      )
    )
    #expect(try reported.page.contains("<h2><a href=\"#explorations\">Explorations</a></h2>"))
    #expect(
      try reported.folder.read(name).contains(
        "<title>the flow page links the page of an exploration: Tally</title>"
      )
    )
    #expect(
      try reported.markdown.hasSuffix(
        """
        ## Explorations

        - [the flow page links the page of an exploration](\(name)), Tally: 3 states, 4 transitions, everything was \
        explored

        """
      )
    )
  }

  @Test func `random walks have a page, too`() throws {
    let reported = try ReportedFlow {
      try Tally.EXPLORE { Tally(top: 2) }.EVENTS { _ in [.up, .down] }.run(walks: 1, length: 20, seed: 1)
    }
    #expect(try pages(reported).count == 1)
  }

  @Test func `a limit and violated properties are named`() throws {
    let reported = try ReportedFlow {
      try overheardAndReported {
        try Tally.EXPLORE { Tally(top: 9) }.EVENTS { _ in [.up] }.NEVER("two") { $0.count == 2 }.run(depth: 3)
      }
    }
    #expect(
      try reported.page.contains(
        """
        <span class="quiet">Tally: 4 states, 3 transitions, not all of it: explored up to depth 3, 1 state found but \
        not expanded, 1 property violated</span></li>
        """
      )
    )
    #expect(
      try reported.page.contains(
        "<li><span class=\"badge failed\"><span aria-hidden=\"true\">✗</span> failed</span> <a href=\""
      )
    )
  }

  @Test func `violated properties that are known issues are marked as such`() throws {
    let reported = try ReportedFlow()
    let documentation = reported.documentation
    LivingDocumentation.$current.withValue(documentation) {
      withKnownIssue {
        _ = try Tally.EXPLORE { Tally(top: 3) }
          .EVENTS { _ in [.up] }
          .NEVER("one") { $0.count == 1 }
          .NEVER("two") { $0.count == 2 }
          .run()
      }
    }
    try documentation.compose()
    #expect(try reported.page.contains("2 properties violated"))
    #expect(try reported.page.contains("<span class=\"badge\">known issue</span>"))
    #expect(try !reported.page.contains("badge failed"))
  }

  @Test func `an exploration that runs again replaces its own files only`() throws {
    var reported = try ReportedFlow {
      try explore(top: 2)
      try explore(top: 3)
      try Tally.GIVEN { Tally(top: 2) }.WHEN(.up).runTest()
    }
    #expect(try pages(reported).count == 2)
    #expect(try reported.names.count == 3)
    reported = try ReportedFlow(again: reported) { try explore(top: 4) }
    #expect(try pages(reported).count == 1)
    #expect(try reported.names.count == 2)
    #expect(try reported.page.contains("Tally: 5 states"))
    #expect(try reported.page.contains("<h1>Acceptance criteria</h1>"))
  }

  @Test func `processes that write concurrently lose no exploration`() async throws {
    let shared = try ReportedFlow()
    let first = LivingDocumentation(folder: shared.folder.url)
    try LivingDocumentation.$current.withValue(first) { try explore(top: 1) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for top in 2..<8 {
        group.addTask {
          try LivingDocumentation.$current.withValue(first) { try explore(top: top) }
          try LivingDocumentation(folder: shared.folder.url).compose()
        }
      }
      try await group.waitForAll()
    }
    try first.compose()
    #expect(try pages(shared).count == 7)
    for name in try pages(shared) { #expect(try shared.page.contains("href=\"\(name)\"")) }
  }

  @Test func `the same exploration writes the same bytes`() throws {
    let once = try ReportedFlow { try explore(top: 3) }
    let again = try ReportedFlow { try explore(top: 3) }
    #expect(try pages(once) == pages(again))
    for name in try pages(once) { #expect(try once.folder.read(name) == again.folder.read(name)) }
  }

  /// Runs what a plan prints into the void, without keeping it from the folder.
  private func overheardAndReported(_ explore: () throws -> Exploration) throws {
    let console = ExplorationConsole(now: { .zero }, write: { _ in })
    _ = try ExplorationConsole.$current.withValue(console) { try explore() }
  }
}
