import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// Every step that looks at values, in a plan in which it fails, and how a difference is shown.
@Suite struct FailingValuesTests {
  @Test func `a value that is not nil is shown`() throws {
    let found = try texts {
      try Shop.GIVEN { Shop() }.WHEN(.open).THEN_Nil(\.till).THEN_NotNil(\.error).runTest()
    }
    #expect(
      found == [
        """
        THEN_Nil(\\.till): the value is not nil, but:
          Till
            rings: 0
            drawer: Drawer
              slides: 0
        If this is intended, update the test; otherwise fix `update`.
        """,
        """
        THEN_NotNil(\\.error): the value is nil. If this is intended, update the test; otherwise fix `update`.
        """,
      ]
    )
  }

  @Test func `the different parts of a nested value are shown with their context`() throws {
    let found = try texts {
      try Plaza.GIVEN { Plaza() }.THEN(\.plan, equals: Plan(fountainHeight: 9)).runTest()
    }
    #expect(
      found == [
        """
        THEN(\\.plan, equals: Plan(…)): the value differs (- expected, + found):
            Plan
              parts: [
            …
                Plan.Part
                  name: "fountain"
          -       height: 9
          +       height: 3
                  color: .blue
                Plan.Part
            …
        \(orFixTheUpdate)
        """
      ]
    )
  }

  @Test func `a long string is shown around the difference`() throws {
    let found = try texts {
      try Plaza.GIVEN { Plaza() }
        .THEN(
          \.speech,
          equals: "\(String(repeating: "very ", count: 40))fine\(String(repeating: "!", count: 90))"
        )
        .runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasSuffix(
        """
        : the value differs (- expected, + found):
          - "…very very very very fine!!!!!!!!!!!!!!!!!!!!…
          + "…very very very very old!!!!!!!!!!!!!!!!!!!!…
        \(orFixTheUpdate)
        """
      ) == true
    )
  }

  @Test func `the different lines of a long text are shown`() throws {
    let found = try texts {
      try Plaza.GIVEN { Plaza() }.THEN(\.poem, equals: Plaza.poem(ending: "sun")).runTest()
    }
    #expect(
      found == [
        """
        THEN(\\.poem, equals: "line 1\\nline 2\\nline 3\\nline 4\\nline 5\\nline 6\\nsun"): the value differs \
        (- expected, + found):
            …
            line 5
            line 6
          - sun
          + moon
            \"""
        \(orFixTheUpdate)
        """
      ]
    )
  }

  @Test func `the different entries of a dictionary, set or enum are shown`() throws {
    let found = try texts {
      try Plaza.GIVEN { Plaza() }
        .THEN(\.ages, equals: ["ada": 36, "bob": 7])
        .THEN(\.colors, equals: ["red", "green"])
        .THEN(\.event, equals: .concert(Plan(fountainHeight: 3), seats: 9))
        .runTest()
    }
    #expect(
      found == [
        """
        THEN(\\.ages, equals: ["ada": 36, "bob": 7]): the value differs (- expected, + found):
            [
              "ada": 36
          -   "bob": 7
          +   "bob": 8
          +   "eve": 1
            ]
        \(orFixTheUpdate)
        """,
        """
        THEN(\\.colors, equals: ["green", "red"]): the value differs (- expected, + found):
            Set [
          -   "green"
              "red"
            ]
        \(orFixTheUpdate)
        """,
        """
        THEN(\\.event, equals: .concert(…)): the value differs (- expected, + found):
            .concert
            …
                    color: .red
                ]
          -   seats: 9
          +   seats: 8
        \(orFixTheUpdate)
        """,
      ]
    )
  }

  @Test func `a diff of many lines is cut`() throws {
    let found = try texts {
      try Plaza.GIVEN { Plaza() }.THEN(\.numbers, equals: Array(1...100)).runTest()
    }
    let lines = found.first?.split(separator: "\n") ?? []
    #expect(lines.count == 63)
    #expect(lines.dropLast().last == "    … (43 more lines)")
  }

  @Test func `a diff of values with the same text says so`() throws {
    let found = try texts {
      try Plaza.GIVEN { Plaza() }.THEN(\.temperature, equals: .nan).runTest()
    }
    #expect(
      found == [
        """
        THEN(\\.temperature, equals: Double.nan): the value is not equal to the expected one, although both have the same text:
          nan
        Check the == of its type, or compare a property of it whose text differs.
        """
      ]
    )
  }

  @Test func `a value in a child is named by its key path`() throws {
    let found = try texts {
      try Market.GIVEN { Market() }
        .WHEN(.addStall("a"))
        .WITH(\.stalls[0])
        .THEN(\.name, equals: "b")
        .POP()
        .THEN(\.guards["x"]?.name, equals: "x")
        .runTest()
    }
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("THEN(\\.name, equals: \"b\"): the value differs") == true)
    #expect(found.first?.contains("\n  in WITH(\\.stalls[0]) at FailingValuesTests.swift:") == true)
    #expect(
      found.last == """
        THEN(\\.guards["x"]?.name, equals: "x"): the value differs (- expected, + found):
          - "x"
          + nil
        \(orFixTheUpdate)
        """
    )
  }
}

private final class Plaza: Scope {
  enum When { case nothing }
  var plan = Plan(fountainHeight: 3)
  var speech = "\(String(repeating: "very ", count: 40))old\(String(repeating: "!", count: 90))"
  var poem = Plaza.poem(ending: "moon")
  var numbers: [Int] = [0]
  var temperature = Double.nan
  var ages = ["ada": 36, "bob": 8, "eve": 1]
  var colors: Set = ["red"]
  var event = Event.concert(Plan(fountainHeight: 3), seats: 8)
  func update(_ when: When) throws {}

  static func poem(ending: String) -> String {
    ((1...6).map { "line \($0)" } + [ending]).joined(separator: "\n")
  }
}

private enum Event: Equatable {
  case concert(Plan, seats: Int)
}

private struct Plan: Equatable {
  enum Color { case red, blue }

  struct Part: Equatable {
    var name: String
    var height: Int
    var color = Color.blue
  }

  var parts: [Part]

  init(fountainHeight: Int) {
    parts = [
      Part(name: "bench", height: 1), Part(name: "fountain", height: fountainHeight),
      Part(name: "tree", height: 7, color: .red),
    ]
  }
}
