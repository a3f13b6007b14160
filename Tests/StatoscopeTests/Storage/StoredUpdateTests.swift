import Foundation
import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// `$count.update`, and keys that are made where the scope is.
@Suite struct StoredUpdateTests {
  @Test(.waitsForPrograms) func `four concurrent processes lose no update`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file().path
    let children = try (0..<4).map { _ in try ChildProcess("storage-writer", "count", path, "250") }
    for child in children { #expect(await child.finish().code == 0) }
    #expect(try StateStorage.file(folder.file()).read(Int.self, forKey: "count") == 1_000)
  }

  @Test(arguments: StorageKind.allCases)
  func `scopes on many actors lose no update`(_ kind: StorageKind) async throws {
    try await kind.withStorage { storage, reopened in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          let owner = CounterOwner(storage)
          group.addTask { await owner.count(50) }
        }
      }
      let counts = try [storage, reopened()].map { try $0.read(Int.self, forKey: "count of all") }
      #expect(counts == [400, 400])
    }
  }

  @Test func `an update returns its closure's value and publishes one change`() {
    let (storage, journal) = (StateStorage.inMemory(), Journal())
    let counter = KeyedCounter("all").injectObject(storage)
    let other = KeyedCounter("all").injectObject(storage)
    let token = counter.objectWillChange.sink { [unowned counter] in journal.note("\(counter.count)") }
    #expect(counter.add(3) == 3)
    #expect(counter.add(4) == 7)
    #expect(other.count == 7)
    #expect(counter.add(0) == 7)
    #expect(journal.entries == ["0", "3"])
    token.cancel()
  }

  @Test func `an update of a property retains its scope until it is made`() throws {
    let storage = StateStorage.inMemory()
    var counter: KeyedCounter? = KeyedCounter("all").injectObject(storage).send(.add)
    let count = try #require(counter?.$count)
    counter = nil
    let result = count.update { count in
      count += 1
      return count
    }
    #expect(result == 2)
    #expect(try storage.read(Int.self, forKey: "count of all") == 2)
  }

  @Test func `an update that throws changes nothing`() throws {
    let storage = StateStorage.inMemory()
    let counter = KeyedCounter("all").injectObject(storage).send(.add)
    #expect(throws: InvalidStateError.self) { try counter.trySend(.addAndThrow) }
    #expect(counter.count == 1)
    #expect(try storage.read(Int.self, forKey: "count of all") == 1)
  }

  @Test func `an update with a value that cannot be encoded is reported`() async throws {
    try await withLoggedLines { log in
      let scope = Ratio().injectObject(StateStorage.inMemory())
      scope.send(.divideByZero)
      #expect(scope.ratio == 1)
      #expect(log.entries.count == 1)
      #expect(
        log.entries.first?.hasPrefix("errors: Ratio: the Double for \"ratio\" cannot be encoded") == true
      )
    }
  }

  @Test(.from(.appState)) func `an assignment of a value that cannot be encoded is reported`()
    async throws
  {
    try await withLoggedLines { log in
      let folder = try TemporaryFolder()
      let scope = Ratio().injectObject(StateStorage.file(folder.file())).send(.set(2))
      scope.send(.set(.infinity))
      #expect(scope.ratio == 2)
      #expect(try folder.read() == "{\n  \"ratio\" : 2\n}\n")
      #expect(log.entries.count == 1)
      #expect(
        log.entries[0].hasPrefix(#"errors: Ratio: the Double for "ratio" cannot be encoded, so the old"#)
      )
    }
  }

  @Test func `a key may be made in init`() throws {
    let storage = StateStorage.inMemory()
    let (ada, grace) = (KeyedCounter("Ada"), KeyedCounter("Grace"))
    for counter in [ada, grace] { counter.injectObject(storage).send(.add) }
    ada.send(.add).send(.name("Ada"))
    #expect(ada.count == 2)
    #expect(grace.count == 1)
    #expect(grace.name == nil)
    #expect(try storage.read(Int.self, forKey: "count of Ada") == 2)
    #expect(try storage.read(String.self, forKey: "name of Ada") == "Ada")
    #expect(KeyedCounter("Ada").injectObject(storage).count == 2)
  }
}

/// Counts under a key of its own.
private final class KeyedCounter: Scope, ObservableObject {
  enum When {
    case add
    case addAndThrow
    case name(String)
  }

  @Stored var count: Int
  @Stored var name: String?
  @Published var isShown = true

  init(_ id: String) {
    _count = Stored(wrappedValue: 0, "count of \(id)")
    _name = Stored("name of \(id)")
  }

  func update(_ when: When) throws {
    switch when {
    case .add: $count.update { $0 += 1 }
    case .addAndThrow:
      try $count.update { count in
        count += 1
        throw InvalidStateError()
      }
    case .name(let name): self.name = name
    }
  }

  func add(_ number: Int) -> Int {
    $count.update { count in
      count += number
      return count
    }
  }
}

private final class Ratio: Scope {
  enum When {
    case divideByZero
    case set(Double)
  }

  @Stored("ratio") var ratio = 1.0

  func update(_ when: When) throws {
    switch when {
    case .divideByZero: $ratio.update { $0 /= 0 }
    case .set(let ratio): self.ratio = ratio
    }
  }
}

/// Owns a counter on an actor of its own.
private actor CounterOwner {
  private let counter: KeyedCounter

  init(_ storage: StateStorage) {
    counter = KeyedCounter("all").injectObject(storage)
  }

  func count(_ turns: Int) {
    for _ in 0..<turns { counter.send(.add) }
  }
}
