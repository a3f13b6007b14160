import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// A plan on a scope with a redacted property says what is wrong without its value.
@Suite struct `Redacted properties in plans` {
  @Test func `are withheld from a failure's diff`() throws {
    let found = try texts {
      try Login.GIVEN { Login() }
        .WHEN(.typed(Redacted(wrappedValue: "hunter2")))
        .THEN(\.password, equals: "hunter3")
        .THEN(\.password, equals: "hunter2")
        .WITH(\.form).THEN_Nil(\.answer).POP()
        .runTest()
    }
    #expect(
      found == [
        """
        THEN(\\.password, equals: <redacted>): the value differs (- expected, + found):
          - <redacted>
          + <redacted>
        \(orFixTheUpdate)
        """,
        """
        THEN_Nil(\\.answer): the value is not nil, but:
          <redacted>
        If this is intended, update the test; otherwise fix `update`.
          in WITH(\\.form) at RedactedPlanTests.swift:15
        """,
      ]
    )
  }

  @Test func `are withheld also in the entries of a dictionary`() throws {
    let found = try texts {
      try Safe.GIVEN { Safe() }.THEN(\.boxes["a"]?.code, equals: "5678").runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("equals: <redacted>") == true)
    #expect(found.first?.contains("1234") == false && found.first?.contains("5678") == false)
  }

  @Test func `have to be named in exhaustive plans`() throws {
    let found = try texts {
      try Login.GIVEN { Login() }
        .configure(exhaustivity: .on)
        .WHEN(.typed(Redacted(wrappedValue: "hunter2")))
        .WHEN(.typed(Redacted(wrappedValue: "hunter3")))
        .THEN(\.password, equals: "hunter3")
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.typed(<redacted>)): unasserted state changes, which no THEN asserts before the next WHEN (- before, + \
        after):
          \\.password
            - <redacted>
            + <redacted>
        Add these steps, THEN(shows:) for private state, or exclude this step with .configure(exhaustivity: .off):
          .THEN(\\.password, equals: /* the new value, which is redacted */)
        """
      ]
    )
  }

  @Test func `are compared by their texts where their type has no ==`() throws {
    let found = try texts {
      try Diary.GIVEN { Diary() }
        .configure(exhaustivity: .on)
        .WHEN(.write(Redacted(wrappedValue: "secret")))
        .WHEN(.write(Redacted(wrappedValue: "secret")))
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("  \\.page\n    - <redacted>\n    + <redacted>\n") == true)
    #expect(found.first?.contains("+ Page") == false)
  }

  @Test func `distinguish the states of an exploration`() throws {
    let found = try Login.EXPLORE { Login() }
      .EVENTS { _ in ["a", "b"].map { .typed(Redacted(wrappedValue: $0)) } }
      .run(depth: 3)
    #expect(found.states == 3)
    #expect(!found.mermaid().contains("\"a\""))
  }

  @Test func `are withheld from pages`() throws {
    let reported = try ReportedFlow {
      try Login.GIVEN { Login() }
        .WHEN(.typed(Redacted(wrappedValue: "hunter2")))
        .THEN(\.password, equals: "hunter2")
        .FORK(.typed(Redacted(wrappedValue: "hunter3"))) {
          try $0.THEN(\.password, equals: "hunter3").THEN(\.password, equals: "hunter4")
        }
        .runTest()
    }
    for name in try reported.folder.names {
      #expect(try !reported.folder.read(name).contains("hunter"), "\(name)")
    }
    #expect(try reported.markdown.contains("password is \\<redacted\\>"))
    #expect(try reported.documents.first?.changeCount().unchecked == 0)
  }

  @Test func `distinguish the events of a live plan`() async throws {
    let clock = TestClock()
    let found = Locked<[String]>([])
    let reporter = FailureReporter { text, _ in found.withLock { $0.append(text) } }
    try await FailureReporter.$current.withValue(reporter) {
      try await Login.GIVEN { Login() }
        .WHEN(.load)
        .RECEIVE(.typed(Redacted(wrappedValue: "other")))
        .runTest(effects: .live(clock))
    }
    #expect(found.withLock { $0 }.contains { $0.contains("RECEIVE(.typed(<redacted>))") })
    #expect(!found.withLock { $0 }.joined().contains("loaded"))
  }
}

private final class Login: Scope {
  @Redacted var password = ""
  @Subscope var form = Form()

  enum When: Sendable {
    case typed(Redacted<String>)
    case load
  }

  func update(_ when: When) {
    switch when {
    case .typed(let text): password = text.wrappedValue
    case .load:
      effectsState.enqueue(
        AnyEffect { Redacted(wrappedValue: "loaded") }.map { When.typed($0) }
      )
    }
  }
}

private final class Form: Scope {
  @Redacted var answer: String? = "blue"

  enum When { case none }

  func update(_ when: When) {}
}

private struct Box {
  @Redacted var code = "1234"
}

private final class Safe: Scope {
  enum When {}
  let boxes = ["a": Box()]
  func update(_ when: When) throws {}
}

private final class Diary: Scope {
  /// Not comparable.
  struct Page {
    var text = ""
  }

  enum When { case write(Redacted<String>) }

  @Redacted private(set) var page = Page()

  func update(_ when: When) {
    if case .write(let text) = when { page.text = text.wrappedValue }
  }
}
