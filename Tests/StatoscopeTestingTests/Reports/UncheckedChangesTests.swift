import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

@Suite struct `Unchecked changes` {
  @Test func `are read by no THEN or SNAPSHOT`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .INVARIANT { #expect($0.limit >= 0) }
        .WHEN(.fill("a", 3))
        .THEN(\.text, equals: "a")
        .WHEN(.fill("b", 4))
        .runTest()
    }
    // The text of the second event came after the THEN, and the closure reads nothing that is known.
    #expect(try reported.uncheckedPaths == [#"\.count"#, #"\.text"#, #"\.count"#])
  }

  @Test func `exclude each change of a value before its check`() throws {
    let reported = try ReportedFlow {
      var plan = try Writing.GIVEN { Writing() }
      for number in 1...3 { plan = try plan.WHEN(.fill("\(number)", number)) }
      try plan.THEN(\.text, equals: "3").WHEN(.fill("4", 3)).THEN(\.count, equals: 3).runTest()
    }
    #expect(try reported.uncheckedPaths == [#"\.text"#])
    #expect(try reported.documents.first?.changeCount().all == 7)
  }

  @Test func `include those of a child that is gone at its check`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .WHEN(.open)
        .WHEN(\.page, .fill("x", 1))
        .WHEN(.close)
        .THEN_Nil(\.page)
        .runTest()
    }
    #expect(try reported.uncheckedPaths == [#"\.page"#, #"\.page.text"#, #"\.page.count"#])
    #expect(try reported.documents.first?.changeCount().all == 4)
  }

  @Test func `include those of a branch, whose other branch has checked its own`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .WHEN(.fill("a", 0))
        .FORK(.fill("b", 0)) { _ in }
        .FORK(.fill("c", 0)) { try $0.THEN(\.text, equals: "c") }
        .runTest()
    }
    #expect(try reported.documents.first?.uncheckedChanges.map(\.change.after) == [#""b""#])
  }

  @Test func `exclude those before a fork that the fork's checks name`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .WHEN(.fill("a", 3))
        .FORK(.fill("b", 3)) { try $0.THEN(\.text, equals: "b") }
        .WHEN(.fill("c", 3))
        .runTest()
    }
    #expect(try reported.uncheckedPaths == [#"\.count"#, #"\.text"#])
    #expect(try reported.documents.first?.changeCount().all == 4)
  }

  @Test func `include what a computed property may be made of`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .WHEN(.open)
        .WHEN(\.page, .fill("x", 1))
        .WITH(\.page).THEN(\.effects.count, equals: 0).FORK(.all) { try $0.THEN(\.isEmpty, equals: false) }
        .POP()
        .runTest()
    }
    #expect(
      try reported.uncheckedPaths
        == [
          #"\.page"#, #"\.page.text"#, #"\.page.count"#, #"\.page.limit"#,
        ]
    )
  }

  @Test func `include what a closure over the whole scope reads`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .WHEN(.open)
        .WHEN(\.page, .fill("x", 1))
        .WITH(\.page).THEN { #expect($0.text == "x") }.THEN(\.count) { #expect($0 == 1) }.POP()
        .THEN("the page has a text") { $0.page?.text == "x" }
        .runTest()
    }
    #expect(try reported.uncheckedPaths == [#"\.page"#, #"\.page.text"#])
    #expect(try reported.uncheckedScopes == ["Writing", "Page"])
    #expect(try reported.page.contains("<span class=\"quiet\">(unchecked)</span>"))
  }

  @Test func `are counted in the pages, by scenario and by type of scope`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .WHEN(.open)
        .WHEN(\.page, .fill("x", 1))
        .THEN(\.page?.text, equals: "x")
        .runTest()
    }
    #expect(try reported.markdown.contains("\n2 of 3 changes unchecked."))
    #expect(try reported.markdown.contains("- \\\\.page.count (0 → 1), when fill “x”, 1"))
    let page = try reported.page
    #expect(page.contains("data-unchecked=\"2\""))
    #expect(
      page.contains("<details class=\"unchecked\"><summary>Unchecked changes: 2</summary>")
    )
    #expect(page.contains("1 of 2 changes unchecked"))
    #expect(page.contains("id=\"unchecked\""))
  }

  @Test func `fail the run when there are more than the environment allows`() throws {
    func plan(_ limit: String) throws -> [String] {
      let book = LivingDocumentation(folder: nil, unchecked: limit)
      return try texts {
        try LivingDocumentation.$current.withValue(book) {
          for _ in 1...2 {
            try Writing.GIVEN { Writing() }.WHEN(.fill("a", 3)).THEN(\.text, equals: "a").runTest()
          }
        }
      }
    }
    #expect(try plan("2") == [])
    let expected = """
      GIVEN { }: unchecked state changes, which no THEN or SNAPSHOT reads:
        \\.count (0 → 3), when fill “a”, 3
      With these, the test run has 2 unchecked changes, and STATOSCOPE_FLOWS_UNCHECKED allows 1. Check each one with \
      a THEN after its event, or allow more.
      """
    #expect(try plan("1") == [expected])
    #expect(try plan("0").count == 2)
    #expect(
      try plan("none").first == """
        GIVEN { }: STATOSCOPE_FLOWS_UNCHECKED is "none", which is not a number. Set it to the number of unchecked changes \
        that are allowed, for example 0.
        """
    )
  }

  @Test func `are listed beside values that differ when steps are repeated`() throws {
    let numbers = Locked(0)
    let reported = try ReportedFlow {
      try Writing.GIVEN {
        Writing(
          number: numbers.withLock {
            $0 += 1; return $0
          }
        )
      }
      .WHEN(.fill("a", 1))
      .FORK(.open) { try $0.THEN_NotNil(\.page) }
      .THEN(\.text, equals: "a")
      .runTest()
    }
    #expect(try reported.documents.first?.unstable == [#"\.number"#])
    let heading = "Values that differ when the same steps are repeated: "
    #expect(try reported.markdown.contains(heading + #"\\.number."#))
    #expect(try reported.page.contains(heading + "1"))
  }
}

extension ReportedFlow {
  fileprivate var uncheckedPaths: [String] {
    get throws { try documents.flatMap { $0.uncheckedChanges.map(\.change.path) } }
  }

  fileprivate var uncheckedScopes: [String] {
    get throws { try documents.flatMap { $0.uncheckedChanges.map(\.change.scope) } }
  }
}

private final class Writing: Scope {
  var text = ""
  var count = 0
  var limit = 0
  let number: Int
  @Subscope var page: Page?

  init(number: Int = 0) { self.number = number }

  enum When: Sendable {
    case fill(String, Int)
    case open
    case close
  }

  func update(_ when: When) {
    switch when {
    case .fill(let text, let count): (self.text, self.count) = (text, count)
    case .open: page = Page()
    case .close: page = nil
    }
  }
}

private final class Page: Scope {
  var text = ""
  var count = 0
  var limit = 0
  var isEmpty: Bool { count == 0 }

  enum When: Sendable {
    case fill(String, Int)
    case all
  }

  func update(_ when: When) {
    switch when {
    case .fill(let text, let count): (self.text, self.count) = (text, count)
    case .all: (text, count, limit) = ("x", 1, 2)
    }
  }
}
