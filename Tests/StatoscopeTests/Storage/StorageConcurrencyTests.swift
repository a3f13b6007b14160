import Foundation
import Observation
import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// One storage for many actors; the thread sanitizer looks on.
@Suite struct StorageConcurrencyTests {
  @Test func `scopes of many actors write, read and observe one storage`() async throws {
    let folder = try TemporaryFolder()
    for storage in [StateStorage.inMemory(), StateStorage.file(folder.file())] {
      let owners = (0..<6).map { TallyCrew(storage, number: $0) }
      await withTaskGroup(of: Void.self) { group in
        for owner in owners { group.addTask { await owner.work(20) } }
      }
      // Each scope shows the same at last, and is notified where it lives when that changes.
      let sum = try storage.read(Int.self, forKey: "sum")
      #expect(sum == 120)
      let shown = try storage.read(Int.self, forKey: "count")
      for owner in owners { #expect(await owner.count == shown) }
      try storage.write(-1, forKey: "count")
      for owner in owners { await owner.heardOfMinusOne() }
    }
  }

  @Test func `released scopes leave nothing in the storage`() async throws {
    let storage = StateStorage.inMemory()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<50 {
            let desk = TallyDesk().injectObject(storage)
            let token = desk.override(StateStorage.inMemory())
            desk.left.send(.set(turn))
            token.cancel()
            desk.send(.increment).send(.swap)
            desk.right?.send(.rename("\(task)"))
          }
        }
      }
      group.addTask {
        for turn in 0..<200 { try? storage.write(turn, forKey: "count") }
      }
    }
    weak var released = storage
    #expect(released != nil)
    #expect(try storage.read(String.self, forKey: "name") != nil)
    released = nil
  }

  @Test func `a storage is released with its last user`() async throws {
    // One in memory: a file's watch may be about to look when the last user goes.
    var storage: StateStorage? = StateStorage.inMemory()
    weak let released = storage
    var tally: Tally? = storage.map { Tally().injectObject($0).send(.increment) }
    var token = storage?.subscribe(TallySchema.self) { _ in }
    storage = nil
    #expect(released != nil)
    tally = nil
    #expect(released != nil)
    token = nil
    await until { released == nil }
    _ = (token, tally)
  }
}

/// Owns a scope on an actor of its own.
private actor TallyCrew {
  private let storage: StateStorage
  private let tally: Tally
  private let number: Int
  private var token: AnyCancellable?
  private var hearing: Task<Void, Never>?

  init(_ storage: StateStorage, number: Int) {
    self.storage = storage
    self.number = number
    tally = Tally().injectObject(storage)
  }

  var count: Int { tally.count }

  func work(_ turns: Int) async {
    tally.send(.read)
    token = tally.objectWillChange.sink { [unowned self] in self.assertIsolated() }
    for turn in 0..<turns {
      tally.send(.set(number * 1_000 + turn)).send(.rename("\(number)")).send(.read)
      withObservationTracking {
        _ = tally.doubled
      } onChange: {
      }
      try? storage.update { edit in
        try edit.write((try edit.read(Int.self, forKey: "sum") ?? 0) + 1, forKey: "sum")
      }
      await Task.yield()
    }
    token?.cancel()
    let changes = tally.changes(of: \.doubled)
    hearing = Task { for await doubled in changes where doubled == -2 { return } }
  }

  func heardOfMinusOne() async {
    await hearing?.value
  }
}
