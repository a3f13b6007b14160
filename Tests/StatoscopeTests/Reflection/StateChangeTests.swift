import Statoscope
import Testing

/// The differences of two texts of one tree, for the checks that nothing changes unnoticed.
@Suite("Changes of states")
struct StateChangeTests {
  @Test func `what came is reported down to the scopes in its lists and dictionaries`() {
    let house = House()
    let before = StateText(house, objects: .withIdentity)
    house.floor = Floor(rooms: [Room(1), Room(2)], named: ["hall": Room(3)])
    let changes = before.leafChanges(to: StateText(house, objects: .withIdentity))
    #expect(
      changes.map { $0.path.joined(separator: ".") } == [
        "floor", "floor.rooms", "floor.rooms.[0].doors", "floor.rooms.[1].doors", "floor.named.[\"hall\"]",
        "floor.named.[\"hall\"].doors",
      ]
    )
    #expect(
      changes.map(\.kind) == [
        .presence, .members(onlyAtEnd: true), .value, .value, .presence, .value,
      ]
    )
  }

  @Test func `another case is a change of its own, beside those of what it carries`() {
    let house = House()
    house.door = .closed
    let before = StateText(house, objects: .withIdentity)
    house.door = .leads(Room(4))
    let changes = before.leafChanges(to: StateText(house, objects: .withIdentity))
    #expect(changes.map { $0.path.joined(separator: ".") } == ["door", "door.leads.doors"])
    #expect(changes.map(\.kind) == [.enumCase, .value])
  }
}

private enum Door: ScopeEnum {
  case closed
  case leads(Room)
}

private final class House: Scope {
  enum When {}
  @Subscope var floor: Floor?
  @Subscope var door: Door?
  func update(_ when: When) throws {}
}

private final class Floor: Scope {
  enum When {}
  @Subscope var rooms: [Room]
  @Subscope var named: [String: Room]

  init(rooms: [Room], named: [String: Room]) {
    self.rooms = rooms
    self.named = named
  }

  func update(_ when: When) throws {}
}

private final class Room: Scope {
  enum When {}
  let doors: Int
  init(_ doors: Int) { self.doors = doors }
  func update(_ when: When) throws {}
}
