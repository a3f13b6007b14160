import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, children")
struct ChildEventTests {
  @Test func `each element of an array or dictionary has its events and key path`() throws {
    let found = try Board.EXPLORE { Board() }
      .EVENTS(\.row) { lamp in [lamp.isOn ? .off : .on] }
      .EVENTS(\.named) { lamp in [lamp.isOn ? .off : .on] }
      .REACHES("all on") { sut in sut.row.allSatisfy(\.isOn) && sut.named.values.allSatisfy(\.isOn) }
      .run()
    // Two lamps in the array, two in the dictionary.
    #expect(found.states == 16)
    #expect(found.transitions == 64)
    #expect(
      found.flow(reaching: "all on")?.steps.sorted() == [
        #".WHEN(\.named["blue"], .on)"#, #".WHEN(\.named["red"], .on)"#,
        #".WHEN(\.row[ifThere: 0], .on)"#, #".WHEN(\.row[ifThere: 1], .on)"#,
      ]
    )
    #expect(found.refusedEvents == [:])
  }

  @Test func `children that are added and removed have events while they exist`() throws {
    let found = try Board.EXPLORE { Board() }
      .EVENTS { sut in sut.extra == nil ? [.plugIn] : [.unplug] }
      .EVENTS(\.extra) { _ in [.on] }
      .EVENTS(\.extraRow) { _ in [.on] }
      .EVENTS(\.extraNamed) { _ in [.on] }
      .run()
    // Nothing; and each of the three lamps that come with the plug on or off.
    #expect(found.states == 9)
    #expect(found.eventsThatChangedNothing == [])
  }

  @Test func `a single child has events`() throws {
    let found = try Board.EXPLORE { Board() }
      .EVENTS(\.first) { _ in [.on, .off] }
      .REACHES("on") { $0.first.isOn }
      .run()
    #expect(found.states == 2)
    #expect(found.flow(reaching: "on")?.steps == [#".WHEN(\.first, .on)"#])
    #expect(found.refusedEvents == ["first: off": 1, "first: on": 1])
  }
}

private final class Board: Scope {
  enum When { case plugIn, unplug }

  @Subscope var first = Lamp()
  @Subscope var row = [Lamp(), Lamp()]
  @Subscope var named = ["red": Lamp(), "blue": Lamp()]
  @Subscope var extra: Lamp?
  @Subscope var socket: Socket?

  var extraRow: [Lamp]? { socket?.row }
  var extraNamed: [Int: Lamp]? { socket?.named }

  func update(_ when: When) throws {
    extra = when == .plugIn ? Lamp() : nil
    socket = when == .plugIn ? Socket() : nil
  }
}

private final class Socket: Scope {
  enum When {}
  @Subscope var row = [Lamp()]
  @Subscope var named = [1: Lamp()]
  func update(_ when: When) throws {}
}

private final class Lamp: Scope {
  enum When { case on, off }
  private(set) var isOn = false

  func update(_ when: When) throws {
    guard isOn != (when == .on) else { throw InvalidStateError() }
    isOn = when == .on
  }
}
