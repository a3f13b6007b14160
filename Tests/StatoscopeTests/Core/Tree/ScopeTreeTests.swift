import Statoscope
import TestSupport
import Testing

/// The tree as people and tools see it.
@Suite struct ScopeTreeTests {
  @Test func `the root and the parent of a scope are its ancestors`() {
    let city = City()
    #expect(city.tree.root === city)
    #expect(city.tree.parent == nil)
    let room = city.house.rooms[0]
    #expect(room.tree.root === city)
    #expect(room.tree.parent === city.house)
  }

  @Test func `children are in the order of the source, or of a dictionary's keys`() {
    let city = City()
    city.tower = House()
    city.byStreet = [2: House(), 1: House()]
    let children = city.tree.children
    let expected: [ScopeNode?] = [city.house, city.tower, city.byStreet[1], city.byStreet[2]]
    #expect(children.count == 4)
    #expect(zip(children, expected).allSatisfy { $0 === $1 })
  }

  @Test func `a scope without an event has its children in its tree`() {
    #expect(City().tree.children.count == 1)
    #expect(ScopeTree(House()).children.count == 2)
  }

  @Test func `the key path from the parent is Swift source`() {
    let city = City()
    city.tower = House()
    city.byStreet[7] = House()
    #expect(city.tree.keyPathFromParent == nil)
    #expect(city.house.tree.keyPathFromParent == #"\.house"#)
    #expect(city.tower?.tree.keyPathFromParent == #"\.tower"#)
    #expect(city.byStreet[7]?.tree.keyPathFromParent == #"\.byStreet[7]"#)
    #expect(city.house.rooms[1].tree.keyPathFromParent == #"\.rooms[1]"#)
  }

  @Test func `the key path from the root unwraps optionals`() {
    let city = City()
    city.tower = House()
    city.byStreet[7] = House()
    #expect(city.tree.keyPathFromRoot == #"\.self"#)
    #expect(city.house.rooms[1].tree.keyPathFromRoot == #"\.house.rooms[1]"#)
    #expect(city.tower?.tree.keyPathFromRoot == #"\.tower"#)
    #expect(city.tower?.rooms[0].tree.keyPathFromRoot == #"\.tower?.rooms[0]"#)
    #expect(city.byStreet[7]?.rooms[0].tree.keyPathFromRoot == #"\.byStreet[7]?.rooms[0]"#)
  }

  @Test func `while a dictionary changes in place, its scopes have no keys`() {
    let city = City()
    city.byStreet = [7: House(rooms: 0)]
    func lastLine() -> Substring? { city.tree.description.split(separator: "\n").last }
    func lastLine(during _: inout [Int: House]) -> Substring? { lastLine() }
    let line = lastLine(during: &city.byStreet)
    #expect(line == #"  \.byStreet: House"#)
    #expect(lastLine() == #"  \.byStreet[7]: House"#)
  }

  @Test func `a string key is quoted, with its question marks`() {
    let index = Index()
    index.pages[#"why "now"?"#] = Room()
    #expect(index.pages.first?.value.tree.keyPathFromRoot == #"\.pages["why \"now\"?"]"#)
  }

  @Test func `the description has a line for each scope, with its key path`() {
    let city = City()
    city.tower = House()
    city.byStreet = [7: House(rooms: 0)]
    #expect(
      city.tree.description == #"""
        City
          \.house: House
            \.rooms[0]: Room
            \.rooms[1]: Room
          \.tower: House
            \.rooms[0]: Room
            \.rooms[1]: Room
          \.byStreet[7]: House
        """#
    )
    #expect("\(city.byStreet[7].map(ScopeTree.init)?.description ?? "none")" == "House")
  }

  @Test func `a type-erased node has the same tree`() {
    let city = City()
    let node: ScopeNode = city.house.rooms[1]
    let tree = ScopeTree(node)
    #expect(tree.root === city)
    #expect(tree.parent === city.house)
    #expect(tree.keyPathFromRoot == #"\.house.rooms[1]"#)
    #expect(tree.description == "Room")
    #expect(ScopeTree(tree.root).children.count == 1)
  }

  @Test func `the tree is always the current one`() {
    let city = City()
    let tree = city.tree
    #expect(tree.children.count == 1)
    city.tower = House()
    #expect(tree.children.count == 2)
    let house = city.house
    city.house = House()
    #expect(house.tree.root === house)
    #expect(house.tree.keyPathFromParent == nil)
  }

  @Test func `a deep tree is described on a small stack, in readable width`() async {
    await onASmallStack {
      var top = Link(nil)
      let bottom = top
      for _ in 1..<30_000 { top = Link(top) }
      let lines = top.tree.description.split(separator: "\n")
      #expect(lines.count == 30_000)
      #expect(lines[2] == #"    \.next: Link"#)
      #expect(lines.last?.hasSuffix(#" (level 29999) \.next: Link"#) == true)
      #expect(bottom.tree.root === top)
      #expect(bottom.tree.keyPathFromRoot.hasPrefix(#"\.next?.next?.next"#))
    }
  }

  @Test func `a wide tree is described in linear time`() {
    let house = House(rooms: 50_000)
    #expect(house.tree.description.hasSuffix(#"\.rooms[49999]: Room"#))
  }
}

private final class City: Scope {
  enum When { case nothing }
  @Subscope var house = House()
  @Subscope var tower: House?
  @Subscope var byStreet: [Int: House] = [:]
  func update(_ when: When) throws {}
}

private final class House: Scope {
  enum When { case nothing }
  @Subscope var rooms: [Room]

  init(rooms: Int = 2) {
    _rooms = Subscope(wrappedValue: (0..<rooms).map { _ in Room() })
  }

  func update(_ when: When) throws {}
}

private final class Room: Scope {
  enum When { case nothing }
  func update(_ when: When) throws {}
}

private final class Index: Scope {
  enum When { case nothing }
  @Subscope var pages: [String: Room] = [:]
  func update(_ when: When) throws {}
}
