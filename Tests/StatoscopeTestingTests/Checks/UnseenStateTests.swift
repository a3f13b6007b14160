import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

@Suite struct `State that reflection does not show` {
  @Test func `is named once for each type of scope by an exhaustive plan`() throws {
    let line = #line + 2
    let notes = try notes {
      try Desk.GIVEN { Desk() }
        .configure(exhaustivity: .on)
        .WHEN(.open)
        .THEN(\.count, equals: 1)
        .WHEN(.open)
        .THEN(\.count, equals: 2)
        .FORK(.open) { try $0.THEN(\.count, equals: 3) }
        .runTest()
    }
    let start = "statoscope: the plan at UnseenStateTests.swift:\(line) cannot see all state of"
    #expect(
      notes == [
        "\(start) Desk, so no THEN asserts it: onClose, onOpen\n",
        "\(start) Flap, so no THEN asserts it: onSlide\n",
      ]
    )
  }

  @Test func `is named by no other plan`() throws {
    #expect(try notes { try Desk.GIVEN { Desk() }.WHEN(.open).THEN(\.count, equals: 1).runTest() } == [])
  }

  @Test func `is named on the page and in Markdown`() throws {
    let reported = try ReportedFlow { try Desk.GIVEN { Desk() }.WHEN(.open).runTest() }
    let names = "Not visible to tests: Desk.onClose, Desk.onOpen, Flap.onSlide"
    #expect(try reported.documents.first?.unseen == ["Desk.onClose", "Desk.onOpen", "Flap.onSlide"])
    #expect(try reported.folder.read("index.html").contains("<br>\(names)"))
    #expect(try reported.folder.read("flows.md").contains("\n\(names).\n"))
  }

  /// What a plan writes besides its failures, of which there must be none.
  private func notes(of plan: () throws -> Void) throws -> [String] {
    let written = Locked<[String]>([])
    let reporter = FailureReporter(
      note: { text in written.withLock { $0.append(text) } },
      report: { text, _ in Issue.record("\(text)") }
    )
    try LivingDocumentation.$current.withValue(nil) {
      try FailureReporter.$current.withValue(reporter) { try plan() }
    }
    return written.withLock { $0 }
  }
}

private final class Desk: Scope {
  enum When { case open }

  private(set) var count = 0
  private let onOpen: @Sendable () -> Void = {}
  private let onClose: @Sendable () -> Void = {}
  @Subscope var flap = Flap()

  func update(_ when: When) throws { count += 1 }
}

private final class Flap: Scope {
  enum When {}

  private let onSlide: @Sendable () -> Void = {}

  func update(_ when: When) throws {}
}
