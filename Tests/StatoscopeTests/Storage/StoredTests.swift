import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// `@Stored`: a scope's state in a storage.
@Suite struct StoredTests {
  @Test func `a property has its default, then the value that was set`() throws {
    let storage = StateStorage.inMemory()
    let tally = Tally().injectObject(storage)
    #expect(tally.count == 0)
    tally.send(.increment).send(.increment)
    #expect(tally.count == 2)
    #expect(try storage.read(Int.self, forKey: "count") == 2)
  }

  @Test func `another scope has the values of the first`() throws {
    let folder = try TemporaryFolder()
    Tally().injectObject(StateStorage.file(folder.file())).send(.set(7)).send(.rename("Ada"))
    let tally = Tally().injectObject(StateStorage.file(folder.file()))
    #expect(tally.count == 7)
    #expect(tally.name == "Ada")
  }

  @Test(.from(.appState)) func `scopes on one storage have the same value immediately`() {
    let storage = StateStorage.inMemory()
    let (one, other) = (Tally().injectObject(storage), Tally().injectObject(storage))
    one.send(.set(3))
    #expect(other.count == 3)
    other.send(.increment)
    #expect(one.count == 4)
  }

  @Test(.from(.appState)) func `nil removes the key, also the second time`() throws {
    let storage = StateStorage.inMemory()
    let tally = Tally().injectObject(storage).send(.rename("Ada"))
    #expect(try storage.read(String.self, forKey: "name") == "Ada")
    tally.send(.rename(nil)).send(.rename(nil))
    #expect(tally.name == nil)
    #expect(try storage.read(String.self, forKey: "name") == nil)
  }

  @Test func `reading stores nothing`() throws {
    let folder = try TemporaryFolder()
    let tally = Tally().injectObject(StateStorage.file(folder.file()))
    #expect(tally.count == 0)
    #expect(try folder.names == [])
  }

  @Test func `an update that throws does not revert stored values`() {
    let tally = Tally().injectObject(StateStorage.inMemory())
    #expect(throws: InvalidStateError.self) { try tally.trySend(.incrementTwiceAndThrow) }
    #expect(tally.count == 2)
  }

  @Test func `a subtree may have its own storage`() {
    let (outer, inner) = (StateStorage.inMemory(), StateStorage.inMemory())
    let desk = TallyDesk().injectObject(outer)
    desk.left.injectObject(inner)
    desk.left.send(.set(1))
    desk.right?.send(.set(2))
    #expect([desk.left.count, desk.right?.count, desk.count] == [1, 2, 2])
  }

  @Test func `a scope that moves uses the storage of its new tree`() throws {
    let (one, other) = (StateStorage.inMemory(), StateStorage.inMemory())
    try one.write(1, forKey: "count")
    try other.write(2, forKey: "count")
    let (first, second) = (TallyDesk().injectObject(one), TallyDesk().injectObject(other))
    let moved = try #require(first.right)
    #expect(moved.count == 1)
    first.right = nil
    second.right = moved
    #expect(moved.count == 2)
    moved.send(.set(5))
    #expect(second.count == 5)
    #expect(first.count == 1)
  }

  @Test func `an override of the storage takes effect until its token ends`() throws {
    let (usual, special) = (StateStorage.inMemory(), StateStorage.inMemory())
    try usual.write(1, forKey: "count")
    let desk = TallyDesk().injectObject(usual)
    #expect(desk.left.count == 1)
    let token = desk.override(special)
    #expect(desk.left.count == 0)
    desk.left.send(.set(9))
    #expect(desk.count == 9)
    token.cancel()
    #expect(desk.left.count == 1)
    #expect(try special.read(Int.self, forKey: "count") == 9)
  }

  @Test func `a tree without a storage has one in memory, and logs an error`() async throws {
    try await withLoggedLines { log in
      let (desk, stranger) = (TallyDesk(), TallyDesk())
      desk.left.send(.set(4))
      #expect(desk.right?.count == 4)
      #expect(desk.count == 4)
      #expect(stranger.count == 0)
      let text = """
        found no StateStorage in its tree, so its @Stored values are lost with the tree. Inject one at the root: \
        injectObject(StateStorage.file(url)), or .inMemory() in tests.
        """
      #expect(log.entries == ["errors: Tally \(text)", "errors: TallyDesk \(text)"])
    }
  }

  @Test func `the storage that a tree made is that of scopes that never used one`() async throws {
    try await withLoggedLines { _ in
      let desk = TallyDesk()
      #expect(desk.debugDescription.matches(of: /count: 0/).count == 3)
      desk.left.send(.set(4))
      #expect(desk.debugDescription.matches(of: /count: 4/).count == 3)
    }
  }

  @Test func `a tree keeps the storage that it made when a scope is added`() async throws {
    try await withLoggedLines { _ in
      let (desk, added) = (TallyDesk(), Tally().send(.set(9)))
      desk.left.send(.set(4))
      desk.right = added
      #expect(desk.left.count == 4)
      #expect(added.count == 4)
    }
  }

  @Test func `a tree uses a storage that is injected later`() async throws {
    try await withLoggedLines { _ in
      let storage = StateStorage.inMemory()
      try storage.write(8, forKey: "count")
      let tally = Tally().send(.set(4))
      tally.injectObject(storage)
      #expect(tally.count == 8)
    }
  }

  @Test func `the first default that is read for a key is that of all properties`() {
    let storage = StateStorage.inMemory()
    let tally = Tally().injectObject(storage)
    let ledger = HundredTally().injectObject(storage)
    #expect(ledger.count == 100)
    #expect(tally.count == 100)
    tally.send(.increment)
    #expect(ledger.count == 101)
  }

  @Test(.from(.appState)) func `a default that differs for each scope is the one read first`() {
    let storage = StateStorage.inMemory()
    let (one, other) = (Visitor().injectObject(storage), Visitor().injectObject(storage))
    let first = one.id
    #expect(one.id == first)
    #expect(other.id == first)
  }

  @Test(.from(.appState)) func `a property whose key was removed has its default again`() throws {
    let storage = StateStorage.inMemory()
    let tally = Tally().injectObject(storage).send(.set(3))
    #expect(tally.count == 3)
    try storage.remove(forKey: "count")
    #expect(tally.count == 0)
  }

  @Test(.from(.appState)) func `nil into a slice of an absent stored value stores nothing`() throws {
    let folder = try TemporaryFolder()
    let visitor = Visitor().injectObject(StateStorage.file(folder.file()))
    visitor.badge.city = nil
    visitor.badge.city = "Paris"
    #expect(visitor.address == nil)
    #expect(try folder.names == [])
    visitor.send(.move(Address(city: "Rome")))
    visitor.badge.city = "Paris"
    #expect(visitor.address == Address(city: "Paris"))
    #expect(visitor.badge.city == "Paris")
  }

  @Test func `the text of a state has the value`() async throws {
    try await withLoggedLines([.stateDiff]) { log in
      let tally = Tally().injectObject(StateStorage.inMemory())
      tally.send(.set(3))
      #expect(log.entries.joined(separator: "\n").contains("+   count: 3"))
    }
  }

  @Test func `each fork of a flow test has its own storage`() throws {
    try Tally.GIVEN {
      Tally().injectObject(StateStorage.inMemory())
    }
    .WHEN(.increment)
    .THEN(\.count, equals: 1)
    .FORK(.increment) { sut in
      try sut.THEN(\.count, equals: 2)
    }
    .WHEN(.set(10))
    .THEN(\.count, equals: 10)
    .runTest()
  }

  @Test func `a property that a mirror hides is stored`() throws {
    let storage = StateStorage.inMemory()
    let tally = HiddenTally().injectObject(storage).send(.increment)
    #expect(tally.count == 1 && tally.visits == 1)
    #expect(try storage.read(Int.self, forKey: "count") == 1)
    #expect(try storage.read(Int.self, forKey: "visits") == 1)
  }

  @Test func `a property that a mirror hides shows what is stored`() throws {
    let storage = StateStorage.inMemory()
    try storage.write(7, forKey: "count")
    #expect(HiddenTally().injectObject(storage).count == 7)
  }

  @Test func `a scope with stored values is released`() {
    let storage = StateStorage.inMemory()
    var tally: Tally? = Tally().injectObject(storage)
    weak let released = tally
    tally?.send(.increment)
    tally = nil
    #expect(released == nil)
  }
}

/// A scope whose mirror shows none of its properties.
private final class HiddenTally: Scope, CustomReflectable {
  enum When { case increment }
  @Stored("count") var count = 0
  @Stored("visits") var visits = 0
  var customMirror: Mirror { Mirror(self, children: []) }

  func update(_ when: When) throws {
    count += 1
    $visits.update { $0 += 1 }
  }
}

/// Shows the counters' key with another default.
private final class HundredTally: Scope {
  enum When { case nothing }
  @Stored("count") var count = 100
  func update(_ when: When) throws {}
}

private struct Address: Codable, Equatable {
  var city: String?
}

private final class Visitor: Scope {
  enum When {
    case move(Address?)
    case setCity(String?)
  }

  @Stored("id") var id = UUID()
  @Stored("address") var address: Address?
  @Subscope var badge = Badge()

  func update(_ when: When) throws {
    switch when {
    case .move(let address): self.address = address
    case .setCity(let city): if address != nil { address?.city = city }
    }
  }
}

private final class Badge: Scope {
  enum When { case nothing }
  @Slice(\Visitor.address?.city, set: Visitor.When.setCity) var city
  func update(_ when: When) throws {}
}
