import Statoscope
import Testing

/// The differences of two texts of one tree, for the checks that nothing changes unnoticed.
@Suite("Changes of states")
struct StateChangeTests {
  @Test func `what came is reported down to the scopes in its lists and dictionaries`() {
    let house = House()
    let before = ValueNode(house, objects: .withIdentity)
    house.floor = Floor(rooms: [Room(1), Room(2)], named: ["hall": Room(3)])
    let changes = before.leafChanges(to: ValueNode(house, objects: .withIdentity))
    #expect(
      changes.map(\.keyPath) == [
        "\\.floor", "\\.floor.rooms", "\\.floor.rooms[0].doors", "\\.floor.rooms[1].doors",
        "\\.floor.named[\"hall\"]", "\\.floor.named[\"hall\"].doors",
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
    let before = ValueNode(house, objects: .withIdentity)
    house.door = .leads(Room(4))
    let changes = before.leafChanges(to: ValueNode(house, objects: .withIdentity))
    #expect(changes.map(\.keyPath) == ["\\.door", "\\.door.leads.doors"])
    #expect(changes.map(\.kind) == [.enumCase, .value])
  }

  @Test(arguments: [[1, 0], [0, 1], [1, 2]])
  func `of two properties of one name, each is compared with itself`(coats: [Int]) {
    let shed = Shed()
    let before = ValueNode(shed, objects: .withIdentity)
    shed.paint(base: coats[0])
    shed.paint(coats[1])
    let after = ValueNode(shed, objects: .withIdentity)
    let expected = coats.filter { $0 != 0 }.map { ["\($0)"] }
    #expect(before.changes(to: after).map(\.after) == expected)
    #expect(before.leafChanges(to: after).map(\.after) == expected)
  }

  @Test func `a property whose name looks like an index is none`() {
    let before = ValueNode(Oddity(`[0]`: 1), objects: .withIdentity)
    let change = before.changes(to: ValueNode(Oddity(`[0]`: 2), objects: .withIdentity)).first
    #expect(change?.path.map(\.property) == ["`[0]`"])
    #expect(change?.keyPath == "\\.`[0]`")
  }

  @Test func `what left a dictionary has no value any more`() {
    let before = ValueNode([1: 10, 2: 20], objects: .withIdentity)
    let changes = before.changes(to: ValueNode([1: 10], objects: .withIdentity))
    #expect(changes.map(\.path) == [[.element("2")]])
    #expect(changes.map(\.before) == [["20"]])
    #expect(changes.map(\.after) == [["(nothing)"]])
  }

  @Test func `keys are told apart by what they store, whatever their descriptions say`() {
    let before = ValueNode([Nickname(of: 1): 1])
    let after = ValueNode([Nickname(of: 1): 2, Nickname(of: 2): 2])
    for changes in [before.changes(to: after), before.leafChanges(to: after)] {
      #expect(
        Set(changes.map(\.path)) == [[.element("Nickname   person: 1")], [.element("Nickname   person: 2")]]
      )
    }
  }
}

private struct Oddity {
  var `[0]`: Int
}

private struct Nickname: Hashable, CustomStringConvertible {
  let person: Int
  init(of person: Int) { self.person = person }
  var description: String { "ada" }
}

private class Hut: Scope {
  enum When {}
  private var coats = 0
  func update(_ when: When) throws {}
  func paint(base coats: Int) { self.coats = coats }
}

private final class Shed: Hut {
  private var coats = 0
  func paint(_ coats: Int) { self.coats = coats }
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
