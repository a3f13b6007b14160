import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

@Suite struct `A step that addresses the scope in an enum's case` {
  @Test func `sends it events, checks its effects and ends them`() throws {
    try Mail.GIVEN { Mail() }
      .WHEN(.compose)
      .WHEN(\.sheet, as: Draft.self, .typed("hel"))
      .AND(\.sheet, as: Draft.self, .typed("hello"))
      .THEN(\.draft?.text, equals: "hello")
      .WHEN(\.sheet, as: Draft.self, .saved)
      .THEN_Enqueued(\.sheet, as: Draft.self, effect: Save(text: "hello"))
      .FORK(\.sheet, as: Draft.self, .dismissed) { fork in
        try fork.THEN_Nil(\.sheet)
      }
      .WHEN_EffectFails(\.sheet, as: Draft.self, Save.self, with: InvalidStateError())
      .THEN(\.draft?.isStored, equals: false)
      .WHEN(\.sheet, as: Draft.self, .saved)
      .WHEN_EffectCompletes(\.sheet, as: Draft.self, Save.self, with: true)
      .THEN(\.draft?.isStored, equals: true)
      .runTest(assertNoPendingEffects: true)
  }

  @Test func `reaches an element of a stack, and a scope in an enum in an enum`() throws {
    let mail = Mail()
    mail.stack = [.alert("first"), .attachment(.text(Draft()))]
    try Mail.GIVEN { mail }
      .WITH(\.stack[1], as: Draft.self)
      .WHEN(.typed("a"))
      .THEN(\.text, equals: "a")
      .POP()
      .WHEN(\.stack[ifThere: 1], as: Draft.self, .typed("b"))
      .THEN(\.stack.count, equals: 2)
      .runTest()
  }

  @Test func `fails for another case and names it, and the path continues`() throws {
    let found = try texts {
      try Mail.GIVEN { Mail() }
        .WHEN(\.sheet, as: Draft.self, .typed("hello"))
        .WHEN(.fail("offline"))
        .FORK(\.sheet, as: Draft.self, .dismissed) { _ in }
        .THEN_Enqueued(\.sheet, as: Draft.self, effect: Save(text: ""))
        .WHEN_EffectCompletes(\.sheet, as: Draft.self, Save.self, with: true)
        .WITH(\.sheet, as: Draft.self)
        .THEN(\.text, equals: "")
        .POP()
        .WHEN(.compose)
        .WHEN(\.sheet, as: Mail.self, .compose)
        .runTest()
    }
    let alert =
      #"Mail has .alert("offline") there now, and no Draft, so the step was skipped. Send the event that makes it first."#
    #expect(
      found == [
        """
        WHEN(\\.sheet, as: Draft.self, .typed("hello")): Mail has nil there now, and no Draft, so the step was \
        skipped. Send the event that makes it first.
        """,
        #"THEN_Enqueued(\.sheet, as: Draft.self, effect: Save(text: "")): \#(alert)"#,
        #"WHEN_EffectCompletes(\.sheet, as: Draft.self, Save.self, with: true): \#(alert)"#,
        #"THEN(\.text, equals: ""): \#(alert)\#n  in WITH(\.sheet, as: Draft.self) at ScopeEnumPlanTests.swift:47"#,
        """
        WHEN(\\.sheet, as: Mail.self, .compose): Mail has .draft(Draft) there now, and no Mail, so the step was \
        skipped. Send the event that makes it first.
        """,
        #"FORK(\.sheet, as: Draft.self, .dismissed): \#(alert)\#n  "#
          + #"in FORK(\.sheet, as: Draft.self, .dismissed) at ScopeEnumPlanTests.swift:44"#,
      ]
    )
  }

  @Test func `names another case with all its values`() throws {
    let found = try texts {
      try Mail.GIVEN { Mail().set(\.sheet, .moving(to: Folder(name: "b"))) }
        .WHEN(\.sheet, as: Draft.self, .dismissed)
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(\\.sheet, as: Draft.self, .dismissed): Mail has .moving(to: Folder(name: "b")) there now, and no Draft, \
        so the step was skipped. Send the event that makes it first.
        """
      ]
    )
  }
}

@Suite struct `An exhaustive plan of a scope in an enum's case` {
  @Test func `accepts a change below the case by WITH`() throws {
    try Mail.GIVEN { Mail() }
      .configure(exhaustivity: .on)
      .WHEN(.compose)
      .THEN_NotNil(\.sheet)
      .WITH(\.sheet, as: Draft.self)
      .THEN(\.text, equals: "")
      .THEN_Nil(\.isStored)
      .POP()
      .WHEN(\.sheet, as: Draft.self, .typed("hello"))
      .WITH(\.sheet, as: Draft.self)
      .THEN(\.text, equals: "hello")
      .POP()
      .WHEN(\.sheet, as: Draft.self, .dismissed)
      .THEN_Nil(\.sheet)
      .runTest()
  }

  @Test func `accepts another case by a value of its scope`() throws {
    try Mail.GIVEN { Mail().set(\.sheet, .alert("offline")) }
      .configure(exhaustivity: .on)
      .WHEN(.compose)
      .WITH(\.sheet, as: Draft.self)
      .THEN(\.text, equals: "")
      .THEN_Nil(\.isStored)
      .runTest()
  }

  @Test func `accepts a change below a case in a case by WITH`() throws {
    try Mail.GIVEN { Mail().set(\.sheet, .attachment(.text(Draft()))) }
      .configure(exhaustivity: .on)
      .WHEN(\.sheet, as: Draft.self, .typed("hello"))
      .WITH(\.sheet, as: Draft.self)
      .THEN(\.text, equals: "hello")
      .runTest()
  }

  @Test func `does not accept a computed value for the stored one`() throws {
    let found = try texts {
      try Mail.GIVEN { Mail().set(\.sheet, .draft(Draft())) }
        .configure(exhaustivity: .on)
        .WHEN(\.sheet, as: Draft.self, .typed("hello"))
        .THEN(\.draft?.length, equals: 5)
        .THEN(\.draft?.text, equals: "hello")
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("These steps assert nothing of it:\n  THEN(\\.draft?.length") == true)
  }

  @Test func `reports an unnamed change at its key path below the case`() throws {
    let found = try texts {
      try Mail.GIVEN { Mail().set(\.sheet, .draft(Draft())) }
        .configure(exhaustivity: .on)
        .WHEN(\.draft, .typed("hello"))
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(\\.draft, .typed("hello")): unasserted state changes, which no THEN asserts before the next WHEN (- \
        before, + after):
          \\.text in WITH(\\.sheet, as: Draft.self)
            - ""
            + "hello"
        Add these steps, THEN(shows:) for private state, or exclude this step with .configure(exhaustivity: .off):
          .WITH(\\.sheet, as: Draft.self)
          .THEN(\\.text, equals: "hello")
          .POP()
        """
      ]
    )
  }

  @Test func `reports another value beside the case's scope as a change of the case`() throws {
    let found = try texts {
      try Mail.GIVEN { Mail().set(\.sheet, .titled(Draft(), title: "a")) }
        .configure(exhaustivity: .on)
        .WHEN(\.sheet, as: Draft.self, .typed("hello"))
        .WITH(\.sheet, as: Draft.self)
        .THEN(\.text, equals: "hello")
        .POP()
        .WHEN(.title("b"))
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.title("b")): unasserted state changes, which no THEN asserts before the next WHEN (- before, + after):
          \\.sheet
              .titled
              …
                  text: "hello"
                  isStored: nil
            -   title: "a"
            +   title: "b"
        Add these steps, THEN(shows:) for private state, or exclude this step with .configure(exhaustivity: .off):
          .THEN(\\.sheet, shows: \"""
          .titled
            .0: Draft
              text: "hello"
              isStored: nil
            title: "b"
          \""")
        """
      ]
    )
  }

  @Test func `one step asserts all values of a case, and those of its scope`() throws {
    let found = try texts {
      try Mail.GIVEN { Mail().set(\.sheet, .titled(Draft(), title: "a")) }
        .configure(exhaustivity: .on)
        .WHEN(.write("hello", title: "b"))
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.matches(of: #/\n +\.(THEN|WITH)/#).count == 1)
    try Mail.GIVEN { Mail().set(\.sheet, .titled(Draft(), title: "a")) }
      .configure(exhaustivity: .on)
      .WHEN(.write("hello", title: "b"))
      .THEN(
        \.sheet,
        shows: """
          .titled
            .0: Draft
              text: "hello"
              isStored: nil
            title: "b"
          """
      )
      .runTest()
  }

  @Test func `reports another case as a change of the property`() throws {
    let found = try texts {
      try Mail.GIVEN { Mail() }
        .configure(exhaustivity: .on)
        .WHEN(.fail("offline"))
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.fail("offline")): unasserted state changes, which no THEN asserts before the next WHEN (- before, + after):
          \\.sheet
            - nil
            + .alert
            +   "offline"
            no step compares it: Optional<Sheet> is not Equatable
        Add these steps, THEN(shows:) for private state, or exclude this step with .configure(exhaustivity: .off):
          .THEN(\\.sheet, shows: \"""
          .alert
            "offline"
          \""")
        """
      ]
    )
  }
}

private enum Sheet: ScopeEnum {
  case draft(Draft)
  case attachment(Attachment)
  case alert(String)
  case moving(to: Folder)
  case titled(Draft, title: String)
}

private struct Folder {
  let name: String
}

private enum Attachment: ScopeEnum {
  case text(Draft)
}

private final class Mail: Scope {
  enum When {
    case compose
    case fail(String)
    case title(String)
    case write(String, title: String)
  }

  @Subscope var sheet: Sheet?
  @Subscope var stack: [Sheet] = []

  var draft: Draft? { if case .draft(let draft) = sheet { draft } else { nil } }

  func update(_ when: When) throws {
    switch when {
    case .compose: sheet = .draft(Draft())
    case .fail(let reason): sheet = .alert(reason)
    case .title(let title): if case .titled(let draft, _) = sheet { sheet = .titled(draft, title: title) }
    case .write(let text, let title):
      guard case .titled(let draft, _) = sheet else { throw InvalidStateError() }
      draft.send(.typed(text))
      sheet = .titled(draft, title: title)
    }
  }
}

private struct Save: Effect, Equatable {
  var text: String
  func runEffect() async throws -> Bool { true }
}

private final class Draft: Scope {
  enum When {
    case typed(String)
    case saved
    case stored(Bool)
    case dismissed
  }

  private(set) var text = ""
  private(set) var isStored: Bool?
  var length: Int { text.count }

  func update(_ when: When) throws {
    switch when {
    case .typed(let text): self.text = text
    case .saved:
      effectsState.enqueue(Save(text: text).mapToResult().map { .stored((try? $0.get()) ?? false) })
    case .stored(let isStored): self.isStored = isStored
    case .dismissed: removeFromSuperscope()
    }
  }
}
