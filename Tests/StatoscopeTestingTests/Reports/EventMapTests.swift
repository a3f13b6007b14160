import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// What the pages show of each type of scope: its states, the events between them, and those never sent.
@Suite struct EventMapTests {
  @Test func `a map has states, the events between them, and refusals`() throws {
    let reported = try ReportedFlow {
      try Turnstile.GIVEN { Turnstile() }
        .WHEN(.gateChanged(.ajar(width: 1)))
        .WHEN_Throws(.gateChanged(.ajar(width: 1)))
        .FORK(\.lamp, .switchedOn) { _ in }
        .runTest()
    }
    let maps = try #require(reported.documents.first).maps
    #expect(maps.map(\.scope) == ["Beacon", "Turnstile"])
    #expect(maps[0].states == [["is lit: false"], ["is lit: true"]])
    #expect(maps[0].transitions.map(text) == ["0 switchedOn 1"])
    #expect(maps[1].transitions.map(text) == ["0 gateChanged 1", "1 gateChanged refused"])
    let page = try reported.page
    #expect(page.contains(#"<svg class="map" role="img""#))
    #expect(page.contains("gate changed (refused)"))
  }

  @Test func `a transition from or to a state that a file lacks is left out`() throws {
    let reported = try ReportedFlow {
      try Beacon.GIVEN { Beacon() }.WHEN(.switchedOn).runTest()
    }
    let name = try #require(reported.folder.names.first { $0.hasSuffix(".json") })
    let text = try reported.folder.read(name)
    let states = try #require(reported.documents.first).maps.map(\.states.count)
    #expect(states == [2])
    #expect(try reported.markdown.contains(" --> "))
    for (end, other) in [("from", 0), ("to", 1)] {
      #expect(text.contains(#""\#(end)" : \#(other)"#))
      try reported.folder.write(text.replacing(#""\#(end)" : \#(other)"#, with: #""\#(end)" : 2"#), to: name)
      try reported.documentation.compose()
      #expect(try !reported.markdown.contains(" --> "))
    }
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
    #expect(markdown.contains("  state \"never sent:<br/>never sent at all\" as unsent\n"))
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

  @Test func `a state with many changes shows the rarest; long ones are folded`() throws {
    let reported = try ReportedFlow {
      try Panel.GIVEN { Panel() }.WHEN(.light(1)).WHEN(.light(2)).runTest()
    }
    #expect(try reported.markdown.contains("lamp f#58; 0<br/>and 6 more\""))
    #expect(try reported.page.contains(#/ \(\d+ lines\)<\/summary><pre/#))
  }

  @Test func `flows share one Mermaid diagram of their states`() throws {
    let reported = try ReportedFlow {
      try Beacon.GIVEN { Beacon() }.WHEN(.switchedOn).runTest()
      try Beacon.GIVEN { Beacon() }.WHEN(.switchedOn).WHEN(.switchedOff).runTest()
    }
    #expect(
      try reported.markdown.contains(
        """
        ```mermaid
        stateDiagram-v2
          state "is lit#58; false" as s0
          state "is lit#58; true" as s1
          s0 --> s1 : switched on
          s1 --> s0 : switched off
        ```
        """
      )
    )
  }

  @Test func `the events of a map are in the order of the states they leave`() throws {
    let reported = try ReportedFlow {
      try Beacon.GIVEN { Beacon() }
        .WHEN(.switchedOn).WHEN(.switchedOn).WHEN(.switchedOff).WHEN(.switchedOff)
        .runTest()
    }
    let map = try #require(reported.documents.first?.maps.first)
    #expect(
      map.transitions.map(text) == ["0 switchedOff 0", "0 switchedOn 1", "1 switchedOff 0", "1 switchedOn 1"]
    )
  }

  @Test func `only states that lines lead to take room beside the boxes`() throws {
    // No event leads to the second state of the three.
    let reported = try ReportedFlow {
      try Signals.GIVEN { Signals() }.WHEN(\.first, .turned(3)).runTest()
    }
    let page = try reported.page
    let start = try #require(page.range(of: "<title>Signal: states"))
    let drawing = page[start.upperBound...].prefix { $0 != "\u{0}" }.components(separatedBy: "</svg>")[0]
    #expect(drawing.components(separatedBy: "<g class=\"line\">").count == 2)
    // The line is in the lane next to the boxes, which are 320 wide.
    #expect(drawing.contains("H330q6 0 6 6V"))
  }

  @Test func `lines side by side share the room beside the boxes`() throws {
    let reported = try ReportedFlow {
      try Signal.GIVEN { Signal(1) }.WHEN(.turned(2)).WHEN(.turned(3)).WHEN(.turned(4)).runTest()
    }
    let drawing = try reported.page.components(separatedBy: "</svg>")[0]
    #expect(drawing.components(separatedBy: "H330q6 0 6 6V").count == 4)
  }

  @Test func `a flow without events shows its scopes on the map`() throws {
    let reported = try ReportedFlow {
      try Beacon.GIVEN { Beacon() }.THEN(\.isLit, equals: false).runTest()
    }
    let maps = try #require(reported.documents.first).maps
    #expect(maps.map(\.scope) == ["Beacon"])
    #expect(maps[0].states == [["is lit: false"]])
  }

  @Test func `a scope that outlives its plan is not observed any more`() throws {
    let beacon = Beacon()
    _ = try ReportedFlow { try Beacon.GIVEN { beacon }.WHEN(.switchedOn).runTest() }
    beacon.send(.switchedOff)
    #expect(beacon.hookCounts == Beacon().hookCounts)
  }

  @Test func `events that a fork repeats are counted once`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .WHEN(.loadPrices)
        .FORK_EffectCompletes(LoadPrices.self, with: [1]) { _ in }
        .runTest()
    }
    let shop = try #require(reported.documents.first?.maps.first { $0.scope == "Shop" })
    #expect(shop.transitions.map(\.event) == ["loadPrices", "pricesLoaded"])
    #expect(reported.failures == [])
  }

  private func text(_ transition: FlowDocument.Transition) -> String {
    "\(transition.from) \(transition.event) \(transition.isRefused ? "refused" : "\(transition.to)")"
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

private final class Signals: Scope {
  enum When {}
  @Subscope var first = Signal(1)
  @Subscope var second = Signal(2)
  func update(_ when: When) throws {}
}

private final class Signal: Scope {
  enum When: Sendable { case turned(Int) }
  private(set) var arm: Int
  init(_ arm: Int) { self.arm = arm }

  func update(_ when: When) throws {
    if case .turned(let arm) = when { self.arm = arm }
  }
}

/// Lamps that change all at once.
private final class Panel: Scope {
  enum When { case light(Int) }
  private(set) var rows: [[Int]] = []
  private(set) var lampA = 0
  private(set) var lampB = 0
  private(set) var lampC = 0
  private(set) var lampD = 0
  private(set) var lampE = 0
  private(set) var lampF = 0
  private(set) var lampG = 0
  private(set) var lampH = 0
  private(set) var lampI = 0
  private(set) var lampJ = 0
  private(set) var lampK = 0
  private(set) var lampL = 0

  func update(_ when: When) throws {
    guard case .light(let level) = when else { return }
    rows = Array(repeating: [level, level, level], count: 4)
    lampA = level
    lampB = level
    lampC = level
    lampD = level
    lampE = level
    lampF = level
    lampG = level
    lampH = level
    lampI = level
    lampJ = level
    lampK = level
    lampL = level
  }
}
