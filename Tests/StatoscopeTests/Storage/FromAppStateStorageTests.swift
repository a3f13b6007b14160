import Foundation
import Statoscope
import TestSupport
import Testing

/// What users of AppState rely on, as far as it is about its `StoredState` and `FileState`.
///
/// Both are `@Stored` here, in one kind of storage or another.
@Suite(.from(.appState)) struct FromAppStateStorageTests {
  @Test func `the first read keeps the initial value`() {
    let storage = StateStorage.inMemory()
    let (one, other) = (Visitor().injectObject(storage), Visitor().injectObject(storage))
    let first = one.id
    #expect(one.id == first)
    #expect(other.id == first)
  }

  @Test func `all handles of a state share one value`() throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file())
    let (header, settings) = (Visitor().injectObject(storage), Visitor().injectObject(storage))
    settings.send(.rename("Leif"))
    #expect([header.name, settings.name] == ["Leif", "Leif"])
    #expect(storage.snapshot(of: VisitorKeys.self).name == "Leif")
  }

  @Test func `nil clears and resetting twice is fine`() throws {
    let storage = StateStorage.inMemory()
    let visitor = Visitor().injectObject(storage).send(.rename("Leif"))
    visitor.send(.rename(nil)).send(.rename(nil))
    #expect(visitor.name == nil)
    for _ in 0..<2 { try storage.remove(forKey: "name") }
    visitor.send(.rename("0xL"))
    #expect(visitor.name == "0xL")
  }

  @Test func `a reset state has its initial value again`() throws {
    let storage = StateStorage.inMemory()
    let visitor = Visitor().injectObject(storage).send(.visit)
    #expect(visitor.ratio == 2)
    try storage.remove(forKey: "ratio")
    #expect(visitor.ratio == 1)
  }

  @Test(arguments: ["my file.json", "état 🗂️ – 状态.json"])
  func `file names may have spaces and unicode`(_ name: String) throws {
    let folder = try TemporaryFolder()
    Visitor().injectObject(StateStorage.file(folder.file(name))).send(.rename("Leif"))
    #expect(try folder.names == [name])
    #expect(Visitor().injectObject(StateStorage.file(folder.file(name))).name == "Leif")
  }

  @Test func `a value that cannot be decoded does not crash`() async throws {
    try await withLoggedLines { log in
      let folder = try TemporaryFolder()
      try folder.write(#"{ "name" : { "first" : "Leif" }, "ratio" : 3 }"#)
      let visitor = Visitor().injectObject(StateStorage.file(folder.file()))
      #expect(visitor.name == nil)
      #expect(visitor.ratio == 3)
      #expect(log.entries.count == 1)
    }
  }

  @Test func `a value is encoded before the old one goes`() async throws {
    try await withLoggedLines { log in
      let folder = try TemporaryFolder()
      let visitor = Visitor().injectObject(StateStorage.file(folder.file())).send(.visit)
      visitor.send(.setRatio(.infinity))
      #expect(visitor.ratio == 2)
      #expect(try folder.read() == "{\n  \"ratio\" : 2\n}\n")
      #expect(log.entries.count == 1)
      #expect(
        log.entries[0].hasPrefix(#"errors: Visitor: the Double for "ratio" cannot be encoded, so the old"#)
      )
    }
  }

  @Test func `nil into a slice of an absent parent changes nothing`() throws {
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
}

private struct Address: Codable, Equatable {
  var city: String?
}

private final class Visitor: Scope {
  enum When {
    case visit
    case rename(String?)
    case setRatio(Double)
    case move(Address?)
    case setCity(String?)
  }

  @Stored("id") var id = UUID()
  @Stored("name") var name: String?
  @Stored("ratio") var ratio = 1.0
  @Stored("address") var address: Address?
  @Subscope var badge = Badge()

  func update(_ when: When) throws {
    switch when {
    case .visit: ratio += 1
    case .rename(let name): self.name = name
    case .setRatio(let ratio): self.ratio = ratio
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

private struct VisitorKeys: StorageSchema {
  @Stored("name") var name: String?
}
