import Statoscope
import StatoscopeTesting
import Testing

@Suite struct `An exhaustive plan of a scope in an enum's case` {
  @Test func `takes a change below the case for one that WITH names`() throws {
    try Mail.GIVEN { Mail() }
      .configure(exhaustivity: .on)
      .WHEN(.compose)
      .THEN_NotNil(\.sheet)
      .WITH(\.draft)
      .WHEN(.typed("hello"))
      .THEN(\.text, equals: "hello")
      .WHEN(.dismissed)
      .POP()
      .THEN_Nil(\.sheet)
      .runTest()
  }

  @Test func `shows a change that nothing names at its place below the case`() throws {
    let found = try texts {
      try Mail.GIVEN { Mail().set(\.sheet, .draft(Draft())) }
        .configure(exhaustivity: .on)
        .WHEN(\.draft, .typed("hello"))
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(\\.draft, .typed("hello")): it changed what no THEN names before the next WHEN (- before, + after):
          \\.sheet.draft.text
            - ""
            + "hello"
        Name each with a THEN, or leave this step out with .configure(exhaustivity: .off).
        """
      ]
    )
  }

  @Test func `shows another case as a change of the property`() throws {
    let found = try texts {
      try Mail.GIVEN { Mail() }
        .configure(exhaustivity: .on)
        .WHEN(.fail("offline"))
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.fail("offline")): it changed what no THEN names before the next WHEN (- before, + after):
          \\.sheet
            - nil
            + .alert
            +   "offline"
        Name each with a THEN, or leave this step out with .configure(exhaustivity: .off).
        """
      ]
    )
  }
}

private enum Sheet: ScopeEnum {
  case draft(Draft)
  case alert(String)
}

private final class Mail: Scope {
  enum When {
    case compose
    case fail(String)
  }

  @Subscope var sheet: Sheet?

  var draft: Draft? { if case .draft(let draft) = sheet { draft } else { nil } }

  func update(_ when: When) throws {
    switch when {
    case .compose: sheet = .draft(Draft())
    case .fail(let reason): sheet = .alert(reason)
    }
  }
}

private final class Draft: Scope {
  enum When {
    case typed(String)
    case dismissed
  }

  private(set) var text = ""

  func update(_ when: When) throws {
    switch when {
    case .typed(let text): self.text = text
    case .dismissed: removeFromSuperscope()
    }
  }
}
