import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, targets")
struct ExplorationTargetsTests {
  @Test func `key paths of every kind follow the free function`() throws {
    let found = try EXPLORE { Street() }
      .EVENTS(\.first) { house in house.isOpen ? [] : [.open] }
      .EVENTS(\.second) { house in house.isOpen ? [] : [.open] }
      .EVENTS(\.row) { house in house.isOpen ? [] : [.open] }
      .EVENTS(\.named) { house in house.isOpen ? [] : [.open] }
      .EVENTS(\.yard?.row) { house in house.isOpen ? [] : [.open] }
      .EVENTS(\.yard?.named) { house in house.isOpen ? [] : [.open] }
      .run()
    #expect(found.states == 1 << 8)
    #expect(found.refusedEvents.isEmpty)
  }

  @Test func `the targets of a property are in the same order each time, each with its key`() {
    let array = [3, 5]
    #expect([Int].targets(in: array).map(\.target) == [3, 5])
    #expect([Int].targets(in: array).map(\.key) == [0, 1])
    #expect([Int].target(1, in: array) == 5)
    #expect([Int].target(2, in: array) == nil)
    #expect([Int].target("1", in: array) == nil)
    let dictionary = ["b": 2, "a": 1, "c": 3]
    #expect([String: Int].targets(in: dictionary).map(\.key) == ["a", "b", "c"])
    #expect([String: Int].targets(in: dictionary).map(\.target) == [1, 2, 3])
    #expect([String: Int].target("b", in: dictionary) == 2)
    #expect([String: Int].target(2, in: dictionary) == nil)
    let desk = Desk()
    #expect(Optional<Desk>.targets(in: desk).map(\.key) == [nil])
    #expect(Optional<Desk>.targets(in: nil).isEmpty)
    #expect(Optional<Desk>.target(nil, in: desk) === desk)
  }

  @Test func `an element of a stack has its own key, whatever lies before it`() throws {
    let found = try Tower.EXPLORE { Tower() }
      .EVENTS { tower in tower.floors.count < 2 ? [.lay(.empty), .lay(.house)] : [] }
      .EVENTS(\.floors, as: House.self) { house in house.isOpen ? [] : [.open] }
      .run()
    #expect(found.mermaid().contains(" : floors[0].house#58; open\n"))
    #expect(found.mermaid().contains(" : floors[1].house#58; open\n"))
  }
}

private final class Street: Scope {
  enum When {}
  @Subscope var first = House()
  @Subscope var second: House? = Villa()
  @Subscope var row = [House(), House()]
  @Subscope var named = ["a": House(), "b": House()]
  @Subscope var yard: Yard? = Yard()
  func update(_ when: When) throws {}
}

private final class Yard: Scope {
  enum When {}
  @Subscope var row = [House()]
  @Subscope var named = [1: House()]
  func update(_ when: When) throws {}
}

/// No final class.
private class House: Scope {
  enum When { case open }
  private(set) var isOpen = false
  func update(_ when: When) throws { isOpen = true }
}

private final class Villa: House {}

private enum Floor: ScopeEnum {
  case empty
  case house(House)
}

private final class Tower: Scope {
  enum When { case lay(Kind) }
  enum Kind { case empty, house }
  @Subscope var floors: [Floor] = []

  func update(_ when: When) throws {
    switch when {
    case .lay(.empty): floors.append(.empty)
    case .lay(.house): floors.append(.house(House()))
    }
  }
}
