import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

@Suite struct `Unchecked changes` {
  @Test func `are named by no THEN, INVARIANT or SNAPSHOT`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .INVARIANT { #expect($0.limit >= 0) }
        .WHEN(.fill("a", 3))
        .THEN(\.text, equals: "a")
        .WHEN(.fill("b", 4))
        .runTest()
    }
    // The text of the second event came after the THEN.
    #expect(try reported.uncheckedPaths == [#"\.count"#, #"\.text"#, #"\.count"#])
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

  @Test func `include those of a child that its check does not read`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .WHEN(.open)
        .WHEN(\.page, .fill("x", 1))
        .WITH(\.page).THEN { #expect($0.text == "x") }.POP()
        .runTest()
    }
    #expect(try reported.uncheckedPaths == [#"\.page"#, #"\.page.count"#])
    #expect(try reported.uncheckedScopes == ["Writing", "Page"])
  }

  @Test(arguments: [
    ("{ #expect($0.text == \"\") }", ["text"]),
    ("{ sut in\n #expect(sut.text == \"\" && sut.count == 0) }", ["text", "count"]),
    ("{ _ in }", []),
    ("{ $0.limit }", ["limit"]),
    ("{ // $0.text\n $0.limit }", ["limit"]),
    // What a computed property is made of is unknown.
    ("{ #expect($0.isEmpty) }", []),
    // So is what a function looks at.
    ("{ check($0) }", []),
    ("{ ignore($0) }", []),
    // A comparison with itself asserts nothing.
    ("{ #expect($0.text == $0.text) }", []),
    ("{ #expect($0.text == $0.text.lowercased()) }", ["text"]),
    ("{ writing in check(writing, of: .text) }", []),
    ("{ (writing: Writing) throws -> Void in #expect(writing.count == 1) }", ["count"]),
    ("{ [weak self] writing in self?.check(writing.text) }", ["text"]),
  ]) func `exclude the stored properties that a closure names`(source: String, looked: [String]) {
    let (before, after) = (
      StateText(Page(), objects: .withIdentity), StateText(Page().send(.all), objects: .withIdentity)
    )
    let changes = before.changes(to: after)
    let names = ClosureNames(source: source)
    #expect(changes.filter { names.reads($0, below: [], in: after) }.flatMap(\.path) == looked)
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

  @Test func `are counted apart from those that only a closure names`() throws {
    let reported = try ReportedFlow {
      try Writing.GIVEN { Writing() }
        .WHEN(.fill("a", 3))
        .THEN { #expect($0.text == "a") }
        .THEN(\.count) { #expect($0 == 3) }
        .WHEN(.fill("b", 4))
        .THEN(\.count, equals: 4)
        .WHEN(.fill("c", 5))
        .THEN(\.count) { _ in }
        .THEN(\.count) { #expect($0 == 5) }
        .THEN(\.count, equals: 5)
        .runTest()
    }
    let changes = try #require(reported.documents.first).steps.flatMap(\.changes)
      .filter { $0.path != "\\.self" }
    #expect(changes.map(\.path) == ["\\.text", "\\.count", "\\.text", "\\.count", "\\.text", "\\.count"])
    #expect(changes.map(\.checkedBy) == [.closure, .value, .nothing, .value, .nothing, .value])
    #expect(try reported.markdown.contains("\n2 of 6 changes unchecked, 1 checked by a closure only."))
    #expect(try reported.page.contains("<span class=\"quiet\">(checked by a closure)</span>"))
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
      GIVEN { }: unchecked state changes, which no THEN, INVARIANT or SNAPSHOT reads:
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
  }

  func update(_ when: When) {
    switch when {
    case .fill(let text, let count): (self.text, self.count) = (text, count)
    case .open: page = Page()
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
