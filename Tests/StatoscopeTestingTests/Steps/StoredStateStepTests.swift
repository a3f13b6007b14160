import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

@Suite struct `THEN with is:` {
  @Test func `compares a fresh child by its state, with the scopes below it`() throws {
    try Atlas.GIVEN { Atlas() }
      .configure(exhaustivity: .on)
      .WHEN(.open("Oslo"))
      .THEN(\.screen, is: .map(Map("Oslo")))
      .THEN(\.pages[ifThere: 0], is: Map("Oslo"))
      .THEN(\.pages, is: [Map("Oslo")])
      .WHEN(.fail)
      .THEN(\.screen, is: .alert("offline"))
      .runTest()
  }

  @Test func `leaves out what is injected, and effects`() throws {
    try Atlas.GIVEN { Atlas() }
      .WHEN(.open("Oslo"))
      .WHEN(\.pages[ifThere: 0], .load)
      .THEN_EnqueuedEffect(\.pages[ifThere: 0], Draw())
      .THEN(\.pages[ifThere: 0], is: Map("Oslo"))
      .runTest()
  }

  @Test func `shows what differs, private state included`() throws {
    let found = try texts {
      try Atlas.GIVEN { Atlas() }
        .WHEN(.open("Oslo"))
        .THEN(\.screen, is: .map(Map("Bergen")))
        .THEN(\.pages, is: [])
        .runTest()
    }
    #expect(found.count == 2)
    #expect(found.first?.contains("-     city: \"Bergen\"") == true, "\(found)")
    #expect(found.first?.contains("+     city: \"Oslo\"") == true, "\(found)")
  }

  @Test func `covers the value and all below it, and nothing beside it`() throws {
    let found = try texts {
      try Atlas.GIVEN { Atlas() }
        .configure(exhaustivity: .on)
        .WHEN(.open("Oslo"))
        .THEN(\.screen, is: .map(Map("Oslo")))
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains(#"\.pages"#) == true)
    #expect(found.first?.contains(#"\.screen"#) == false)
  }
}

private final class Atlas: Scope {
  enum When { case open(String), fail }

  @Subscope var screen: AtlasScreen?
  @Subscope var pages: [Map] = []

  func update(_ when: When) throws {
    switch when {
    case .open(let city):
      screen = .map(Map(city))
      pages.append(Map(city))
    case .fail: screen = .alert("offline")
    }
  }
}

private enum AtlasScreen: ScopeEnum {
  case map(Map)
  case alert(String)
}

private final class Map: Scope {
  enum When { case load }

  private let city: String
  @Subscope var legend = Legend()
  @Superscope var atlas: Atlas?

  init(_ city: String) { self.city = city }

  func update(_ when: When) throws { effectsState.enqueue(Draw().fireAndForget()) }
}

private final class Legend: Scope {
  enum When {}

  private let lines = ["road"]

  func update(_ when: When) throws {}
}

private struct Draw: Effect, Equatable {
  func runEffect() async throws {}
}
