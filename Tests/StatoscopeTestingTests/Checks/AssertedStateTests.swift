import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// Plans in which one step asserts what one event has changed, and none of what it has not.
@Suite struct `A THEN of an exhaustive plan asserts the value at its key path` {
  typealias Steps = @Sendable (TestPlan<Bureau>) throws -> Void

  /// The events of a bureau, each with steps that assert all that it changes.
  static let asserted: [(Bureau.When, Steps)] = [
    (.count, { try $0.THEN(\.total, equals: 1) }),
    (.count, { try $0.THEN(\.total) { #expect($0 == 1) } }),
    (.rename, { try $0.THEN(\.child) { #expect($0.name == "new") } }),
    (.count, { try $0.THEN(\.total, changes: { $0 += 1 }) }),
    (.publish, { try $0.THEN(\.shown, equals: "a") }),
    (.publishForm, { try $0.THEN(\.tag.name, equals: "Ada") }),
    (.publishForm, { try $0.THEN(\.tag, equals: Tag(name: "Ada")) }),
    (.store, { try $0.THEN(\.stored, equals: 5) }),
    (.hide, { try $0.THEN(\.secret, equals: "x").THEN(\.shownSecret, equals: "y") }),
    (.nest, { try $0.THEN(\.plain.inner.values[1], equals: 9) }),
    (.nest, { try $0.THEN(\.plain.inner.values[ifThere: 1], equals: 9) }),
    (.nest, { try $0.THEN(\.plain.inner, equals: .init(values: [1, 9])) }),
    (.tuple, { try $0.THEN(\.pair.left, equals: 3).THEN(\.pair.1, equals: 4) }),
    (.enter, { try $0.THEN(\.entries["a"], equals: 7).THEN(\.entries["new"], equals: 7) }),
    (.leave, { try $0.THEN_Nil(\.entries["b"]) }),
    (.leaveAll, { try $0.THEN_Nil(\.entries["a"]).THEN_Nil(\.entries["b"]) }),
    (.leaveAll, { try $0.THEN(\.entries, changes: { $0.removeAll() }) }),
    (.rename, { try $0.THEN(\.child.name, equals: "new") }),
    (.rename, { try $0.WITH(\.child).THEN(\.name, equals: "new") }),
    (.draft, { try $0.THEN(\.child.draft.title, equals: "t") }),
    (
      .open,
      {
        try $0.THEN_NotNil(\.optional).THEN(\.optional?.name, equals: "o").THEN(
          \.optional?.draft.title,
          equals: ""
        )
      }
    ),
    (.close, { try $0.THEN_Nil(\.closable) }),
    (.renameInList, { try $0.THEN(\.list[1].name, equals: "new") }),
    (.renameInList, { try $0.THEN(\.list[ifThere: 1]?.name, equals: "new") }),
    (
      .renameAll, { try $0.THEN(\.list[0].draft.title, equals: "n").THEN(\.list[1].draft.title, equals: "n") }
    ),
    (.append, { try $0.THEN(\.list, changes: { $0.append(Tray("c")) }) }),
    (.renameInDictionary, { try $0.THEN(\.byKey["a"]?.name, equals: "new") }),
    (.renameInDictionary, { try $0.WITH(\.byKey["a"]).THEN(\.name, equals: "new") }),
    (.removeFromDictionary, { try $0.THEN_Nil(\.byKey["a"]) }),
    (.renameInCase, { try $0.WITH(\.screen, as: Tray.self).THEN(\.name, equals: "new") }),
    (.draftInCase, { try $0.WITH(\.screen, as: Tray.self).THEN(\.draft.title, equals: "t") }),
    (.draftInCase, { try $0.WITH(\.screen, as: Tray.self).THEN(\.draft, equals: .init(title: "t")) }),
    (.rawName, { try $0.THEN(\.`raw name`, equals: 1).THEN(\.`raw shown`, equals: 1) }),
    (.share, { try $0.THEN(\.theme, equals: "dark") }),
    (.share, { try $0.THEN(\.child.theme, equals: "dark") }),
  ]

  @Test(arguments: asserted.indices) func `whatever its form`(index: Int) throws {
    let (event, steps) = Self.asserted[index]
    let plan = try Bureau.GIVEN { Bureau.make() }.configure(exhaustivity: .on).WHEN(event)
    try steps(plan)
    try plan.runTest()
    // Without them, the plan fails.
    let found = try texts {
      try Bureau.GIVEN { Bureau.make() }.configure(exhaustivity: .on).WHEN(event).runTest()
    }
    #expect(found.count == 1)
  }

  /// The events of a bureau, each with steps that do not assert all that it changes.
  static let unasserted: [(Bureau.When, Steps)] = [
    (.count, { try $0.THEN(\.doubled, equals: 2) }),
    (.count, { try $0.THEN(\.alias, equals: 1) }),
    (.publish, { try $0.THEN(\.shownAlias, equals: "a") }),
    (.publishForm, { try $0.THEN(\.tag.age, equals: 0) }),
    (.publishForm, { try $0.THEN(\.tag.greeting, equals: "Hello, Ada") }),
    (.store, { try $0.THEN(\.storedAlias, equals: 5) }),
    (.nest, { try $0.THEN(\.plain.inner.values[0], equals: 1).THEN(\.plain.inner.values.count, equals: 2) }),
    (.nest, { try $0.THEN(\.plain.inner.values.last, equals: 9) }),
    (.enter, { try $0.THEN(\.entries["a"], equals: 7) }),
    (.leave, { try $0.THEN_Nil(\.entries["zzz"]) }),
    (.leaveAll, { try $0.THEN_Nil(\.entries["a"]) }),
    (.renameInList, { try $0.THEN(\.list[0].name, equals: "a") }),
    (.renameAll, { try $0.THEN(\.list[0].draft.title, equals: "n") }),
    (.append, { try $0.THEN(\.list.count, equals: 3) }),
    (.removeFromDictionary, { try $0.THEN_Nil(\.byKey["c"]) }),
    (.open, { try $0.THEN_NotNil(\.optional) }),
    (.count, { try $0.THEN { #expect($0.total == 1) } }),
    (.count, { try $0.THEN("one") { $0.total == 1 } }),
    (.count, { try $0.THEN_Not("none") { $0.total == 0 } }),
    (
      .both,
      {
        let other = Bureau.make()
        try $0.THEN { sut in #expect(other.shown == "" && sut.total == 1) }.THEN(\.total, equals: 1)
      }
    ),
    (
      .publish,
      {
        try $0.THEN { _ in
          let text = "sut.shown"; #expect(text != "https://shown") /* $0.shown */
        }
      }
    ),
  ]

  @Test(arguments: unasserted.indices) func `and nothing else`(index: Int) throws {
    let (event, steps) = Self.unasserted[index]
    let found = try texts {
      let plan = try Bureau.GIVEN { Bureau.make() }.configure(exhaustivity: .on).WHEN(event)
      try steps(plan)
      try plan.runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("unasserted state changes") == true)
  }

  @Test func `wherever its call was written`() throws {
    func then<Value: Equatable>(
      _ plan: TestPlan<Bureau>,
      _ keyPath: KeyPath<Bureau, Value>,
      _ value: Value,
      line: UInt
    ) throws {
      try plan.THEN(keyPath, equals: value, filePath: "/nowhere.swift", line: line)
    }
    let plan = try Bureau.GIVEN { Bureau.make() }.configure(exhaustivity: .on).WHEN(.both)
    try then(plan, \.total, 1, line: 1)
    try then(plan, \.shown, "a", line: 1)
    try plan.runTest()
  }

  @Test func `and says which steps assert nothing`() throws {
    let found = try texts {
      try Bureau.GIVEN { Bureau.make() }
        .configure(exhaustivity: .on)
        .WHEN(.renameAll)
        .THEN(\.alias, equals: 0)
        .THEN(\.list[0].draft.title, equals: "n")
        .THEN { _ in }
        .runTest()
    }
    #expect(
      found.first?.hasSuffix(
        #"""
        These steps assert nothing of it:
          THEN { }: a closure over a scope asserts nothing: assert values by key paths
          THEN(\.alias, equals: 0): computed, or no final property: assert the stored state, or THEN(shows:)
          THEN(\.list[0].draft.title, equals: "n"): several elements have this value: write [ifThere:], or assert the whole
        """#
      ) == true,
      "\(found)"
    )
  }
}

@Suite struct `A value that only its == takes for the expected one` {
  @Test func `fails its step, which shows where`() throws {
    let found = try texts {
      try Pile.GIVEN { Pile() }
        .configure(exhaustivity: .on)
        .WHEN(.put("b"))
        .THEN(\.row, equals: Row(id: 1, text: "a"))
        .THEN(\.rows, changes: { $0.append(Row(id: 1, text: "a")) })
        .runTest()
    }
    #expect(
      found == [
        #"""
        THEN(\.row, equals: Row(id: 1, text: "a")): the value equals the expected one by the == of its type, but is another \#
        one (- expected, + found):
            Row
              id: 1
          -   text: "a"
          +   text: "b"
        An exhaustive plan asserts only what a step expects: expect the whole value, or use THEN(shows:).
        """#,
        #"""
        THEN(\.rows, changes: { }): the value equals the expected one by the == of its type, but is another one (- expected, \#
        + found):
            [
              Row
                id: 1
          -     text: "a"
          +     text: "b"
            ]
        An exhaustive plan asserts only what a step expects: expect the whole value, or use THEN(shows:).
        """#,
      ]
    )
  }

  @Test func `passes in any other plan`() throws {
    try Pile.GIVEN { Pile() }.WHEN(.put("b")).THEN(\.row, equals: Row(id: 1, text: "a")).runTest()
  }
}

#if os(Linux)
  @Suite struct `The steps that a plan prints for values of any kind` {
    @Test func `pass where they are pasted`() async throws {
      let found = try texts {
        try Odds.GIVEN { Odds() }.configure(exhaustivity: .on).WHEN(.change).runTest()
      }
      let lines = try #require(found.first).split(separator: "\n", omittingEmptySubsequences: false)
      let steps = lines.drop { !$0.hasPrefix("Add these steps, ") }.dropFirst().prefix { $0.hasPrefix("  ") }
      let flow = """
        try Odds.GIVEN { Odds() }
        .configure(exhaustivity: .on)
        .WHEN(.change)
        \(steps.map { $0.dropFirst(2) }.joined(separator: "\n"))
        .runTest()
        """
      let program = try await PastedProgram(flows: [flow], besides: [Odds.source])
      defer { program.remove() }
      let output = try await program.run()
      #expect(output.contains("Executed 1 test, with 0 failures"), "\(output)\n\(flow)")
    }
  }
#endif

private struct Row: Equatable {
  var id: Int
  var text: String

  static func == (left: Row, right: Row) -> Bool { left.id == right.id }
}

private final class Pile: Scope {
  enum When { case put(String) }
  private(set) var row = Row(id: 0, text: "")
  private(set) var rows: [Row] = []

  func update(_ when: When) {
    if case .put(let text) = when {
      row = Row(id: 1, text: text)
      rows.append(row)
    }
  }
}
