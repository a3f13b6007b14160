import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// What a `THEN` of an exhaustive plan does not determine is left unasserted.
@Suite struct `A THEN of an exhaustive plan covers no more than its value determines` {
  typealias Steps = (TestPlan<Garden>) throws -> Void

  static var uncovered: [(event: Garden.When, steps: Steps, missing: [String])] {
    [
      (
        .removeBed, { try $0.THEN(\.beds.count, equals: 2) },
        [".THEN(\\.beds, changes: { $0.remove(at: 1) })"]
      ),
      (
        .removeBed, { try $0.THEN(\.beds.isEmpty, equals: false) },
        [".THEN(\\.beds, changes: { $0.remove(at: 1) })"]
      ),
      (
        .swapBeds, { try $0.THEN(\.beds[0].name, equals: "b") },
        [".THEN(\\.beds, changes: { $0 = [$0[1], $0[0], $0[2]] })"]
      ),
      (
        .replaceTitle, { try $0.THEN(\.titles[0], equals: "a").THEN(\.titles.count, equals: 3) },
        [".THEN(\\.titles[ifThere: 2], equals: \"z\")"]
      ),
      (
        .appendTitle, { try $0.THEN(\.titles[0], equals: "a") },
        [".THEN(\\.titles, changes: { $0.append(\"d\\n\\\"\\\\\") })"]
      ),
      (.clearTitles, { try $0.THEN(\.titles.count, equals: 0) }, [".THEN(\\.titles, equals: [])"]),
      (
        .open, { try $0.THEN_NotNil(\.opened) },
        [
          ".THEN(\\.opened?.name, equals: \"open\")", ".THEN(\\.opened?.height, equals: 0)",
          ".THEN(\\.opened?.plants, equals: [])", ".THEN_Nil(\\.opened?.label)",
          ".THEN(\\.opened?.rows, shows: \"\"\"", "[]", "\"\"\")",
        ]
      ),
      (.say, { try $0.THEN_NotNil(\.other) }, [".THEN(\\.other, equals: \"hi\")"]),
      (.setHours, { try $0.THEN(\.hours.opens, equals: 5) }, [".THEN(\\.hours.closes, equals: 6)"]),
      (
        .setHours, { try $0.THEN { #expect($0.hours.opens == 5) } },
        [".THEN(\\.hours.opens, equals: 5)", ".THEN(\\.hours.closes, equals: 6)"]
      ),
      (
        .setHours, { try $0.THEN { accept($0) } },
        [".THEN(\\.hours.opens, equals: 5)", ".THEN(\\.hours.closes, equals: 6)"]
      ),
      (
        .growOpen, { try $0.THEN(\.closed?.height, equals: 1) },
        [
          ".THEN(\\.closed?.plants, equals: [\"rose\"])", ".THEN(\\.closed?.label, equals: \"1\")",
          ".THEN(\\.closed?.rows, shows: \"\"\"", "[", "  Shed", "    tools: 0", "]", "\"\"\")",
        ]
      ),
      (.dismissGuest, { try $0.THEN(\.guests.count, equals: 0) }, [".THEN_Nil(\\.guests[\"ada\"])"]),
      (.close, { try $0.THEN(\.closed?.label, equals: nil) }, [".THEN_Nil(\\.closed)"]),
      (.deepen, { _ in }, [".THEN(\\.soil.depth, equals: 7)"]),
    ]
  }

  @Test func `a scope that came is one line, and its parts are steps of their own`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden() }.configure(exhaustivity: .on).WHEN(.open).runTest()
    }
    #expect(found.count == 1)
    #expect(found[0].contains("  \\.opened\n    - nil\n    + Bed\n  \\.opened?.name\n    + \"open\"\n"))
  }

  @Test(arguments: 0..<uncovered.count)
  func `and the failure prints the rest`(index: Int) throws {
    let (event, steps, missing) = Self.uncovered[index]
    let found = try texts {
      let plan = try Garden.GIVEN { Garden() }.configure(exhaustivity: .on).WHEN(event)
      try steps(plan)
      try plan.runTest()
    }
    #expect(try #require(found.first).steps == missing)
    #expect(found.count == 1)
  }

  @Test func `and the scope in a case with other values is asserted on its own`() throws {
    let found = try texts {
      try Plot.GIVEN { Plot() }.configure(exhaustivity: .on).WHEN(.grow).runTest()
    }
    let steps = try #require(found.first).steps
    #expect(
      steps == [
        ".WITH(\\.planned, as: Bed.self)", ".THEN(\\.height, equals: 1)",
        ".THEN(\\.plants, equals: [\"rose\"])",
        ".THEN(\\.label, equals: \"1\")", ".THEN(\\.rows, shows: \"\"\"", "[", "  Shed", "    tools: 0", "]",
        "\"\"\")", ".POP()",
      ]
    )
  }

  @Test func `and what changes again is not covered`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden() }
        .configure(exhaustivity: .on)
        .WHEN(.replaceTitle)
        .THEN(\.titles, equals: ["a", "b", "z"])
        .AND(.appendTitle)
        .runTest()
    }
    #expect(found.count == 1)
  }

  @Test func `and a list of scopes that grew is offered with its text`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden() }
        .configure(exhaustivity: .on)
        .WHEN(\.closed, .grow)
        .AND(\.guests["ada"], .grow)
        .THEN(\.guests["ada"], shows: Bed("ada").send(.grow).debugDescription)
        .AND(.growOpen)
        .runTest()
    }
    #expect(
      found == [
        #"""
        WHEN(\.closed, .grow): unasserted state changes, which no THEN asserts before the next WHEN (- before, + after):
          \.closed?.height
            - 0
            + 2
          \.closed?.plants
            - []
            + [
            +   "rose"
            +   "rose"
            + ]
          \.closed?.label
            - nil
            + "2"
          \.closed?.rows
            - []
            + [
            +   Shed
            +     tools: 0
            +   Shed
            +     tools: 0
            + ]
        Add these steps, THEN(shows:) for private state, or exclude this step with .configure(exhaustivity: .off):
          .THEN(\.closed?.height, equals: 2)
          .THEN(\.closed?.plants, equals: ["rose", "rose"])
          .THEN(\.closed?.label, equals: "2")
          .THEN(\.closed?.rows, shows: """
          [
            Shed
              tools: 0
            Shed
              tools: 0
          ]
          """)
        """#
      ]
    )
  }
}

/// Uses a value in a way that no source shows.
private func accept(_: some Any) {}

private enum Plan: ScopeEnum {
  case of(Bed, year: Int)
}

private final class Plot: Scope {
  enum When { case grow }
  @Subscope var planned = Plan.of(Bed("planned"), year: 1)

  func update(_ when: When) throws {
    if case .of(let bed, _) = planned { bed.grow() }
  }
}

extension String {
  /// The steps that a failure of an exhaustive plan prints, without their indentation.
  fileprivate var steps: [String] { lines(after: "Add these steps, ") }

  /// The step for all changes at once.
  fileprivate var whole: [String] { lines(after: "Or assert all at once:") }

  private func lines(after heading: String) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix(heading) }.dropFirst()
      .prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
  }
}

#if os(Linux)
  @MainActor @Suite struct `The steps that an exhaustive plan prints` {
    @Test func `compile where they are pasted, and assert everything`() async throws {
      var flows: [String] = []
      for event in Garden.When.allCases {
        let found = try texts {
          try Garden.GIVEN { Garden() }.configure(exhaustivity: .on).WHEN(event).runTest()
        }
        let failure = try #require(found.first, "\(event) changes nothing")
        #expect(!failure.steps.isEmpty)
        flows.append(flow(event, failure.steps))
        if !failure.whole.isEmpty { flows.append(flow(event, failure.whole)) }
      }
      #expect(flows.count > Garden.When.allCases.count)
      // One that lacks its steps fails: so the others really run.
      flows.append(flow(.removeBed, []))
      let program = try await PastedProgram(flows: flows, besides: [Garden.source])
      defer { program.remove() }
      let output = try await program.run()
      #expect(
        output.contains("Executed \(flows.count) tests, with 1 failure (0 unexpected)"),
        "\(output)\n\(flows.enumerated().map { "// \($0)\n\($1)" }.joined(separator: "\n"))"
      )
    }

    private func flow(_ event: Garden.When, _ steps: [String]) -> String {
      let lines = ["try Garden.GIVEN { Garden() }", ".configure(exhaustivity: .on)", ".WHEN(.\(event))"]
      return (lines + steps + [".runTest()"]).joined(separator: "\n")
    }
  }
#endif

@Suite struct `A step for a change, or for a whole text, fails` {
  @Test func `with the difference to the value that the closure makes`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden() }
        .WHEN(.removeTitle)
        .THEN(\.titles, changes: { $0.remove(at: 0) })
        .runTest()
    }
    #expect(
      found == [
        #"""
        THEN(\.titles, changes: { }): the value differs (- expected, + found):
            [
          -   "b"
          +   "a"
              "c"
            ]
        If this is intended, update the test; otherwise fix `update`.
        """#
      ]
    )
  }

  @Test func `without a value before the event`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden() }
        .WHEN(.open)
        .WITH(\.opened)
        .THEN(\.height, changes: { $0 += 0 })
        .POP()
        .WHEN(.appendBed)
        .THEN(\.beds[3].height, changes: { _ in })
        .runTest()
    }
    #expect(found.last?.hasPrefix(#"THEN(\.beds[3].height, changes: { }): there was no value"#) == true)
    #expect(
      found.first?.hasPrefix(
        #"""
        THEN(\.height, changes: { }): there was no value before the last WHEN that could be changed. Compare the value \#
        with equals: or shows:.
        """#
      ) == true
    )
  }

  @Test func `when another scope of the same state is in the list`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden().set(\.beds, [Bed("a"), Bed("a")]) }
        .WHEN(.removeBed)
        .THEN(\.beds, changes: { $0.remove(at: 0) })
        .THEN(\.beds, changes: { $0.remove(at: 1) })
        .runTest()
    }
    #expect(
      found == [
        #"""
        THEN(\.beds, changes: { }): the value holds other scopes than expected, although their states have the same text:
          [
            Bed
              name: "a"
              height: 0
              plants: []
              label: nil
              rows: []
          ]
        If this is intended, update the test; otherwise fix `update`.
        """#
      ]
    )
  }

  @Test func `a new scope is compared by its state, which the step asserts`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden() }
        .configure(exhaustivity: .on)
        .WHEN(.insertBed)
        .THEN(\.beds, changes: { $0.insert(Bed("x"), at: 0) })
        .runTest()
    }
    #expect(found == [])
  }

  @Test func `when a new scope has another state`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden().set(\.beds, []) }
        .WHEN(.insertBed)
        .THEN(\.beds, changes: { $0.insert(Bed("y"), at: 0) })
        .runTest()
    }
    #expect(
      found == [
        #"""
        THEN(\.beds, changes: { }): the value differs (- expected, + found):
            [
              Bed
          -     name: "y"
          +     name: "x"
                height: 0
                plants: []
            …
        If this is intended, update the test; otherwise fix `update`.
        """#
      ]
    )
  }

  @Test func `when the closure throws`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden() }
        .THEN(\.titles, changes: { _ in throw InvalidStateError() })
        .runTest()
    }
    #expect(found.first?.hasPrefix(#"THEN(\.titles, changes: { }): the closure threw: "#) == true)
  }

  @Test func `with the text to paste`() throws {
    let found = try texts {
      try Garden.GIVEN { Garden() }
        .WHEN(\.closed, .grow)
        .THEN(\.closed, shows: "Bed\n  name: \"closed\"")
        .runTest()
    }
    #expect(
      found == [
        #"""
        THEN(\.closed, shows: """…"""): the state differs (- expected, + found):
            Bed
              name: "closed"
          +   height: 1
          +   plants: [
          +     "rose"
          +   ]
          +   label: "1"
          +   rows: [
          +     Shed
          +       tools: 0
          +   ]
        If this is intended, update the test with this text; otherwise fix `update`:
          """
          Bed
            name: "closed"
            height: 1
            plants: [
              "rose"
            ]
            label: "1"
            rows: [
              Shed
                tools: 0
            ]
          """
        """#
      ]
    )
  }
}
