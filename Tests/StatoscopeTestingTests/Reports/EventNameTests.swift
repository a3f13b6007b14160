import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// What the pages say of the events of each type of scope: those never sent, and those that changed nothing.
@Suite struct EventNameTests {
  @Test func `a plan has the events of each type, sent and changing`() throws {
    let reported = try ReportedFlow {
      try Turnstile.GIVEN { Turnstile() }
        .WHEN(.loadURLAgain)
        .WHEN_Throws(.gateChanged(.wideOpen))
        .FORK(\.lamp, .switchedOn) { _ in }
        .runTest()
    }
    let events = try #require(reported.documents.first).events
    #expect(events.map(\.scope) == ["Beacon", "Turnstile"])
    #expect(events.map(\.listed?.count) == [2, 7])
    #expect(events.map(\.sent) == [["switchedOn"], ["gateChanged", "loadURLAgain"]])
    #expect(events.map(\.changing) == [["switchedOn"], ["gateChanged"]])
  }

  @Test func `events that no flow sent are reported for types that list them`() throws {
    let reported = try ReportedFlow {
      try Turnstile.GIVEN { Turnstile() }
        .WHEN(.userTapped3Times).WHEN(.loadURLAgain).WHEN(.page2Loaded("")).WHEN(.keysChanged([:]))
        .WHEN(.gateChanged(.ajar(width: 1)))
        .WHEN(\.lamp, .switchedOn)
        .runTest()
      try Turnstile.GIVEN { Turnstile() }.WHEN(.userMoved(by: 1, isFast: false)).runTest()
      try Shop.GIVEN { Shop() }.WHEN(.open).runTest()
    }
    let markdown = try reported.markdown
    #expect(markdown.contains("### Turnstile\n\nNever sent: never sent at all.\n"))
    #expect(markdown.contains("### Beacon\n\nNever sent: switched off.\n"))
    #expect(markdown.contains("unknown: `Shop.When` does not list its events."))
    #expect(try reported.page.contains("<li>never sent at all</li>"))
  }

  @Test func `events that changed nothing in any flow are reported`() throws {
    let reported = try ReportedFlow {
      // Refused in the first flow, and without a change in both.
      try Turnstile.GIVEN { Turnstile() }
        .WHEN_Throws(.gateChanged(.wideOpen))
        .WHEN(.loadURLAgain)
        .WHEN(.page2Loaded(""))
        .WHEN(\.lamp, .switchedOff)
        .runTest()
      try Turnstile.GIVEN { Turnstile() }.WHEN(.page2Loaded("a")).WHEN(.loadURLAgain).runTest()
    }
    #expect(try reported.markdown.contains("\nNever changed anything: load URL again.\n"))
    #expect(try reported.markdown.contains("\nNever changed anything: switched off.\n"))
    let list = "<h4>Never changed anything</h4>\n<ul>\n<li>load URL again</li>\n</ul>"
    #expect(try reported.page.contains(list))
  }

  @Test func `an effect that only ended is no change, and one that began or was cancelled is`() throws {
    let reported = try ReportedFlow {
      try Clerk.GIVEN { Clerk() }
        .WHEN(.asked)
        .WHEN_EffectCompletes(LoadPrices.self, with: [])
        .WHEN(.asked)
        .WHEN(.gaveUp)
        .WHEN(.waited)
        .runTest()
    }
    #expect(try reported.markdown.contains("\nNever changed anything: answered, waited.\n"))
  }

  @Test func `a scope whose first event adds it lists its events`() throws {
    let reported = try ReportedFlow { try Pier.GIVEN { Pier() }.WHEN(.shipCame).runTest() }
    #expect(try reported.markdown.contains("### Beacon\n\nNever sent: switched off.\n"))
  }

  @Test func `a list that lacks a sent event is reported, with a remedy`() throws {
    let reported = try ReportedFlow {
      try Forgetful.GIVEN { Forgetful() }.WHEN(.one).WHEN(.other).runTest()
    }
    let warning = "Forgetful.When does not list all of its events: add other to its eventNames."
    #expect(try reported.markdown.contains("Every event was sent.\n\n\(warning)\n"))
    #expect(try reported.page.contains("<strong>\(warning)</strong>"))
  }

  @Test func `a long change is folded`() throws {
    let reported = try ReportedFlow {
      try Panel.GIVEN { Panel() }.WHEN(.light(1)).runTest()
    }
    #expect(try reported.page.contains(#/ \(\d+ lines\)<\/summary><pre/#))
  }

  @Test func `a flow without events names those that it could have sent`() throws {
    let reported = try ReportedFlow {
      try Beacon.GIVEN { Beacon() }.THEN(\.isLit, equals: false).runTest()
    }
    #expect(try reported.markdown.contains("### Beacon\n\nNever sent: switched on, switched off.\n"))
  }

  @Test func `a scope that outlives its plan is not observed any more`() throws {
    let beacon = Beacon()
    _ = try ReportedFlow { try Beacon.GIVEN { beacon }.WHEN(.switchedOn).runTest() }
    beacon.send(.switchedOff)
    #expect(beacon.hookCounts == Beacon().hookCounts)
  }

  @Test func `events of an effect's end in a fork are sent`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .WHEN(.loadPrices)
        .FORK_EffectCompletes(LoadPrices.self, with: [1]) { _ in }
        .runTest()
    }
    let shop = try #require(reported.documents.first?.events.first { $0.scope == "Shop" })
    #expect(shop.sent == ["loadPrices", "pricesLoaded"])
    #expect(reported.failures == [])
  }
}

private final class Pier: Scope {
  enum When { case shipCame }
  @Subscope var beacon: Beacon?

  func update(_ when: When) throws {
    beacon = Beacon()
    beacon?.send(.switchedOn)
  }
}

private final class Clerk: Scope {
  enum When: Sendable { case asked, answered, gaveUp, waited }

  func update(_ when: When) throws {
    switch when {
    case .asked: effectsState.enqueue(LoadPrices(page: 1).map { _ in .answered })
    case .gaveUp: effectsState.cancelAllEffects()
    case .answered, .waited: break
    }
  }
}

private final class Forgetful: Scope {
  enum When: NamedEvents {
    case one, other
    static let eventNames = ["one"]
  }

  func update(_ when: When) throws {}
}

private final class Panel: Scope {
  enum When { case light(Int) }
  private(set) var rows: [[Int]] = []

  func update(_ when: When) throws {
    guard case .light(let level) = when else { return }
    rows = Array(repeating: [level, level, level], count: 4)
  }
}
