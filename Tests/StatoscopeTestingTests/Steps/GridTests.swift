import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

#if canImport(Combine)
  import Combine
#endif

/// Verbs and targets that complete the grid of steps.
@Suite struct GridTests {
  @Test func `a fork begins with an event that the scope refuses`() throws {
    try Desk.GIVEN { Desk(refuses: true) }
      .WHEN(.fetch)
      .FORK_Throws(.fetched(.success(1)), error: InvalidStateError()) { try $0.THEN(\.letters, equals: 1) }
      .runTest()
    let found = try failures {
      try House.GIVEN { House() }
        .WHEN(.open)
        .FORK_Throws(\.desk, .fetched(.success(1))) { try $0.THEN(\.letters, equals: [1]) }
        .runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.hasPrefix("FORK_Throws(\\.desk, .fetched(.success(1))): `update` did not throw")
        == true
    )
  }

  @Test func `a fork without steps fails, and the plan goes on`() throws {
    let line: UInt = #line
    let found = try failures {
      try Desk.GIVEN { Desk() }
        .FORK(.fetch)
        .WHEN(.fetch)
        .THEN(\.letters, equals: 1)
        .runTest()
    }
    #expect(
      found == [
        Failure(
          line: line + 3,
          text:
            "FORK(.fetch): FORK has no steps of its own. Write them in a closure behind it: { try $0.THEN(…) }."
        )
      ]
    )
  }

  @Test func `the oldest effect fails, in the plan and in a fork`() throws {
    try Desk.GIVEN { Desk() }
      .WHEN(.fetch)
      .FORK_OldestEffectFails(with: Offline()) { try $0.THEN(\.problem, equals: "Offline()") }
      .WHEN_OldestEffectFails(with: Offline())
      .THEN(\.problem, equals: "Offline()")
      .runTest()
    try Desk.GIVEN { Desk(refuses: true) }
      .WHEN(.fetch)
      .WHEN(.fetch)
      .WHEN_OldestEffectFails_Throws(number: 2, with: Offline())
      .THEN_EnqueuedEffect(Fetch.self)
      .runTest()
    try House.GIVEN { House() }
      .WHEN(.open)
      .WHEN(\.desk, .fetch)
      .FORK_OldestEffectFails(\.desk, with: Offline()) { try $0.THEN(\.desk?.problem, equals: "Offline()") }
      .runTest()
  }

  @Test func `an effect in flight is named by its type`() throws {
    let line: UInt = #line
    let found = try failures {
      try House.GIVEN { House() }
        .WHEN(.open)
        .WHEN(\.desk, .fetch)
        .THEN_EnqueuedEffect(\.desk, Fetch.self)
        .THEN_EnqueuedEffect(Fetch.self)
        .runTest()
    }
    #expect(found.map(\.line) == [line + 6])
    #expect(found[0].text.hasPrefix("THEN_EnqueuedEffect(Fetch.self): no effect in flight is of type Fetch."))
  }

  @Test func `a value of the scope in a case is checked in one step`() throws {
    let line: UInt = #line
    let found = try failures {
      try Screens.GIVEN { Screens() }
        .WHEN(.open)
        .THEN(\.screen, as: Editor.self, \.name, equals: "Ada")
        .THEN(\.screen, as: Editor.self, \.name, is: "Ada")
        .THEN(\.screen, as: Editor.self, \.name) { #expect($0.count == 3) }
        .THEN_Nil(\.screen, as: Editor.self, \.note)
        .THEN(\.screen, as: Editor.self, \.name, equals: "Bob")
        .THEN_NotNil(\.screen, as: Editor.self, \.note)
        .THEN(\.screen, as: Viewer.self, \.page, equals: 1)
        .runTest()
    }
    #expect(found.map(\.line) == [line + 8, line + 9, line + 10])
    #expect(found[0].text.hasPrefix("THEN(\\.screen, as: Editor.self, \\.name, equals: \"Bob\"): "))
    #expect(found[1].text.hasPrefix("THEN_NotNil(\\.screen, as: Editor.self, \\.note): "))
    #expect(found[2].text.contains("Screens has .editor(Editor) there now, and no Viewer"))
  }

  @Test func `a value in a case is asserted in an exhaustive plan`() throws {
    let found = try failures {
      try Screens.GIVEN { Screens().send(.open) }
        .configure(exhaustivity: .on)
        .WHEN(\.screen, as: Editor.self, .rename("Bob"))
        .THEN(\.screen, as: Editor.self, \.name, equals: "Bob")
        .runTest()
    }
    #expect(found == [])
  }

  @Test func `a screen that is tested alone removes itself`() throws {
    let found = try failures {
      try Popup.GIVEN { Popup() }
        .WHEN(.wait)
        .THEN_Removed()
        .WHEN(.close)
        .THEN_Removed()
        .THEN_NoEffects()
        .runTest()
    }
    #expect(
      found.map(\.text) == [
        "THEN_Removed(): Popup has not left. Call removeFromSuperscope() in `update` where it should."
      ]
    )
  }

  @Test func `a helper adds steps to a part of a plan`() throws {
    func opened(_ plan: some FlowSteps<Screens>) throws -> some FlowSteps<Editor> {
      try plan.WHEN(.open).WITH(\.screen, as: Editor.self)
    }
    var plan = try opened(Screens.GIVEN { Screens() })
    for name in ["Bob", "Cleo"] { plan = try plan.WHEN(.rename(name)) }
    try plan.THEN(\.name, equals: "Cleo").runTest()
  }
}

@Suite struct SettingsOfStepsTests {
  @Test func `settings hold for the steps inside, and for forks from there`() throws {
    let line: UInt = #line
    let found = try failures {
      try Desk.GIVEN { Desk() }
        .configure(exhaustivity: .on)
        .WITH_SETTINGS(.standard) {
          try $0.WHEN(.fetch)
            .FORK(.fetch) { try $0.THEN(\.letters, equals: 2) }
            .WHEN_EffectCompletes(Fetch.self, with: 1)
        }
        .WHEN(.fetch)
        .WHEN_EffectCompletes(Fetch.self, with: 2)
        .THEN(\.read, equals: [1, 2])
        .runTest()
    }
    #expect(found.map(\.line) == [line + 9])
    #expect(found[0].text.contains("letters"))
  }

  @Test func `the settings around apply again after nested ones`() throws {
    try Desk.GIVEN { Desk() }
      .WITH_SETTINGS(.strict) {
        try $0.WITH_SETTINGS(.standard) { try $0.WHEN(.fetch) }
          .WHEN_EffectCompletes(Fetch.self, with: 1)
          .THEN(\.read, equals: [1])
      }
      .WHEN(.fetch)
      .runTest()
  }
}

@Suite struct SkippedEventsTests {
  @Test func `what is due is received without saying what`() async throws {
    let clock = TestClock()
    try await Ticker.GIVEN { Ticker(clock) }
      .WHEN(.start)
      .ADVANCE(by: .seconds(3))
      .SKIP_RECEIVED()
      .THEN(\.ticks, equals: 3)
      .SKIP_RECEIVED()
      .WHEN(.stop)
      .runTest(effects: .live(clock))
  }

  @Test func `an exhaustive plan asserts what has changed meanwhile, once`() async throws {
    let clock = TestClock()
    let texts = try await liveTexts {
      try await Ticker.GIVEN { Ticker(clock) }
        .configure(exhaustivity: .on)
        .WHEN(.start)
        .THEN_EnqueuedEffect(TimerEffect.self)
        .ADVANCE(by: .seconds(2))
        .SKIP_RECEIVED()
        .WHEN(.stop)
        .runTest(effects: .live(clock))
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("SKIP_RECEIVED(): ") == true)
    #expect(texts.first?.contains(".THEN(\\.ticks, equals: 2)") == true)
  }

  @Test func `a plan whose effects do not run has nothing to skip`() throws {
    let found = try failures { try Desk.GIVEN { Desk() }.SKIP_RECEIVED().runTest() }
    #expect(found.count == 1)
    #expect(found[0].text.contains("because the effects of this plan never start"))
  }
}

private final class Ticker: Scope {
  enum When { case start, tick, stop }

  private(set) var ticks = 0
  private let clock: TestClock

  init(_ clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) {
    switch when {
    case .start: effectsState.enqueue(TimerEffect(every: .seconds(1), clock: clock).map { _ in .tick })
    case .tick: ticks += 1
    case .stop: effectsState.cancelAllEffects()
    }
  }
}

private final class Screens: Scope {
  enum When { case open }

  @Subscope private(set) var screen = Sheet.viewer(Viewer())

  func update(_ when: When) {
    screen = .editor(Editor())
  }
}

private enum Sheet: ScopeEnum {
  case editor(Editor)
  case viewer(Viewer)
}

private final class Editor: Scope, ObservableObject {
  enum When { case rename(String) }

  @Published private(set) var name = "Ada"
  @Published private(set) var note: String?

  func update(_ when: When) {
    switch when {
    case .rename(let name): self.name = name
    }
  }
}

private final class Popup: Scope {
  enum When { case wait, close }

  func update(_ when: When) {
    switch when {
    case .wait: effectsState.enqueue(AnyEffect { .close })
    case .close: removeFromSuperscope()
    }
  }
}

private final class Viewer: Scope {
  enum When {}

  let page = 1

  func update(_ when: When) {}
}

private struct Offline: Error {}
