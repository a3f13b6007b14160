import Observation
import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// Which observers are notified when a stored value changes.
@Suite struct StoredObservationTests {
  @Test func `trackers of every scope with the key are notified`() {
    let (storage, journal) = (StateStorage.inMemory(), Journal())
    let (one, other) = (Tally().injectObject(storage), Tally().injectObject(storage))
    for (name, tally) in [("one", one), ("other", other)] {
      withObservationTracking {
        _ = tally.doubled
      } onChange: {
        journal.note(name)
      }
    }
    one.send(.rename("Ada"))
    #expect(journal.entries == [])
    one.send(.increment)
    #expect(journal.entries.sorted() == ["one", "other"])
  }

  @Test func `trackers are notified of direct writes and removals`() throws {
    let (storage, journal) = (StateStorage.inMemory(), Journal())
    let tally = Tally().injectObject(storage)
    withObservationTracking {
      _ = tally.count
    } onChange: {
      journal.note("written")
    }
    try storage.write(5, forKey: "count")
    withObservationTracking {
      _ = tally.count
    } onChange: {
      journal.note("removed")
    }
    try storage.remove(forKey: "count")
    withObservationTracking {
      _ = tally.count
    } onChange: {
      journal.note("unexpected")
    }
    try storage.remove(forKey: "count")
    #expect(journal.entries == ["written", "removed"])
  }

  @Test func `a change of several keys notifies the observers of each, and each once`() async throws {
    let (storage, journal) = (StateStorage.inMemory(), Journal())
    let tallies = (0..<3).map { _ in Tally().injectObject(storage) }
    for (name, tally) in zip(["count", "name", "both"], tallies) {
      withObservationTracking {
        if name != "name" { _ = tally.count }
        if name != "count" { _ = tally.name }
      } onChange: {
        journal.note(name)
      }
    }
    let token = storage.subscribe(TallySchema.self) { journal.note("\($0.count) \($0.name ?? "-")") }
    await until { journal.entries == ["0 -"] }
    try storage.update { edit in
      try edit.write(1, forKey: "count")
      try edit.write("Ada", forKey: "name")
    }
    await until { journal.entries.contains("1 Ada") }
    #expect(journal.entries.sorted() == ["0 -", "1 Ada", "both", "count", "name"])
    token.cancel()
  }

  @Test func `trackers are notified of another storage`() {
    let journal = Journal()
    let tally = Tally().injectObject(StateStorage.inMemory())
    withObservationTracking {
      _ = tally.count
    } onChange: {
      journal.note("changed")
    }
    tally.injectObject(StateStorage.inMemory())
    #expect(journal.entries == ["changed"])
  }

  @Test func `trackers are notified when a removed owner takes its storage along`() async throws {
    try await withLoggedLines { _ in
      var desk: TallyDesk? = TallyDesk().injectObject(StateStorage.inMemory())
      let tally = try #require(desk?.left)
      let room = TallyRoom(desk)
      // Nothing was injected here: the tree makes a storage, which those that leave it keep.
      room.tally.send(.set(1))
      tally.send(.set(5))
      let isNotified = Locked(false)
      withObservationTracking {
        #expect(tally.count == 5)
      } onChange: {
        isNotified.exchange(true)
      }
      room.desk = nil
      #expect(isNotified.withLock { $0 } == false)
      desk = nil
      #expect(isNotified.withLock { $0 })
      #expect(tally.count == 1)
    }
  }

  @Test func `each scope of the tree with the key publishes the change beforehand`() {
    let journal = Journal()
    let desk = TallyDesk().injectObject(StateStorage.inMemory())
    let tokens = [
      desk.objectWillChange.sink { [unowned desk] in journal.note("desk \(desk.count)") },
      desk.left.objectWillChange.sink { [unowned desk] in journal.note("left \(desk.left.count)") },
      desk.right?.objectWillChange.sink { [unowned desk] in journal.note("right \(desk.right?.count ?? -1)")
      },
    ]
    desk.left.send(.set(1))
    #expect(journal.entries.sorted() == ["desk 0", "left 0", "right 0"])
    for token in tokens { token?.cancel() }
  }

  @Test @MainActor func `other trees of the MainActor publish the change there`() async throws {
    let storage = StateStorage.inMemory()
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    let (one, other) = (Tally().injectObject(storage), Tally().injectObject(storage).send(.read))
    let token = other.objectWillChange.sink { change.yield() }
    one.send(.increment)
    try storage.write(9, forKey: "count")
    for await _ in changes { break }
    #expect(other.count == 9)
    token.cancel()
  }

  @Test @MainActor func `changes while the actor of a tree is busy are published there once`() async throws {
    let (storage, journal) = (StateStorage.inMemory(), Journal())
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    let tally = Tally().injectObject(storage).send(.read)
    let token = tally.objectWillChange.sink {
      journal.note("published")
      change.yield()
    }
    for count in 1...100 { try storage.write(count, forKey: "count") }
    for await _ in changes { break }
    // Behind all that was asked for.
    await Task.detached {}.value
    for _ in 1...10 { await Task.yield() }
    #expect(journal.entries == ["published"])
    try storage.write(0, forKey: "count")
    for await _ in changes { break }
    #expect(tally.count == 0)
    token.cancel()
  }

  @Test @MainActor func `a tree of another actor publishes the change there`() async throws {
    let storage = StateStorage.inMemory()
    let owner = TallyOwner(storage)
    await owner.start()
    let tally = Tally().injectObject(storage)
    tally.send(.set(1))
    await owner.published(1)
    #expect(await owner.count == 1)
  }

  @Test func `changes(of:) delivers changes by any scope`() async {
    let storage = StateStorage.inMemory()
    let (one, other) = (Tally().injectObject(storage), Tally().injectObject(storage))
    var changes = other.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 0)
    one.send(.increment)
    #expect(await changes.next(isolation: #isolation) == 1)
    one.send(.rename("Ada")).send(.set(1)).send(.set(5))
    #expect(await changes.next(isolation: #isolation) == 5)
  }

  @Test func `changes(of:) with any key path delivers the tree's changes`() async {
    let desk = TallyDesk().injectObject(StateStorage.inMemory())
    var doubled = desk.left.changes(of: \.doubled).makeAsyncIterator()
    var right = desk.changes(of: \.right?.count).makeAsyncIterator()
    #expect(await doubled.next(isolation: #isolation) == 0)
    #expect(await right.next(isolation: #isolation) == 0)
    desk.send(.increment)
    #expect(await doubled.next(isolation: #isolation) == 2)
    #expect(await right.next(isolation: #isolation) == 1)
  }

  @Test @MainActor func `changes(of:) with any key path delivers other code's changes`()
    async throws
  {
    let storage = StateStorage.inMemory()
    let desk = TallyDesk().injectObject(storage)
    var doubled = desk.left.changes(of: \.doubled).makeAsyncIterator()
    #expect(await doubled.next(isolation: #isolation) == 0)
    let writing = Task.detached { try storage.write(4, forKey: "count") }
    #expect(await doubled.next(isolation: #isolation) == 8)
    try await writing.value
  }

  @Test @MainActor func `the writer's task-local values and priority stay its own`() async throws {
    let storage = StateStorage.inMemory()
    let scope = TallyWithContext().injectObject(storage)
    var changes = scope.changes(of: \.context).makeAsyncIterator()
    let first = await changes.next(isolation: #isolation)
    #expect(first == TallyContext(count: 0, writer: nil, priority: Task.currentPriority))
    let writing = Task.detached(priority: .background) {
      try TallyContext.$writer.withValue("Ada") { try storage.write(4, forKey: "count") }
    }
    let next = await changes.next(isolation: #isolation)
    #expect(next == TallyContext(count: 4, writer: nil, priority: .medium))
    try await writing.value
  }

  @Test func `changes(of:) follows the scope to another storage`() async throws {
    let (usual, special) = (StateStorage.inMemory(), StateStorage.inMemory())
    let tally = Tally().injectObject(usual)
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 0)
    let token = tally.override(special)
    try special.write(2, forKey: "count")
    #expect(await changes.next(isolation: #isolation) == 2)
    try usual.write(3, forKey: "count")
    token.cancel()
    #expect(await changes.next(isolation: #isolation) == 3)
  }

  @Test func `changes(of:) that nobody iterates any more leave the others alone`() async {
    let tally = Tally().injectObject(StateStorage.inMemory())
    var abandoned: (any AsyncSequence<Int, Never>)? = tally.changes(of: \.count)
    #expect(abandoned != nil)
    abandoned = nil
    var changes = tally.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 0)
    tally.send(.increment)
    #expect(await changes.next(isolation: #isolation) == 1)
  }

  @Test func `changes(of:) ends when the scope is released`() async throws {
    let storage = StateStorage.inMemory()
    var tally: Tally? = Tally().injectObject(storage)
    let changes = tally?.changes(of: \.count)
    try storage.write(1, forKey: "count")
    tally = nil
    try storage.write(2, forKey: "count")
    var values: [Int] = []
    if let changes { for await value in changes { values.append(value) } }
    #expect(values == [0, 1])
  }

  @Test func `setting an equal value is no change`() {
    let journal = Journal()
    let tally = Tally().injectObject(StateStorage.inMemory()).send(.set(3))
    withObservationTracking {
      _ = tally.count
    } onChange: {
      journal.note("changed")
    }
    tally.send(.set(3))
    #expect(journal.entries == [])
  }
}

/// Owns a tally, and records when it publishes a change.
private actor TallyOwner {
  private let tally: Tally
  private var token: AnyCancellable?
  private var publications = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ storage: StateStorage) {
    tally = Tally().injectObject(storage)
  }

  var count: Int { tally.count }

  /// Shows an event where the tally lives.
  func start() {
    tally.send(.read)
    token = tally.objectWillChange.sink { [unowned self] in
      self.assumeIsolated { $0.note() }
    }
  }

  func published(_ count: Int) async {
    while publications < count { await withCheckedContinuation { waiting.append($0) } }
    token?.cancel()
  }

  private func note() {
    publications += 1
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

private final class TallyRoom: Scope {
  enum When {}

  @Subscope var tally = Tally()
  @Subscope var desk: TallyDesk?

  init(_ desk: TallyDesk?) { self.desk = desk }

  func update(_ when: When) {}
}

/// A scope that shows where its stored value is read.
private final class TallyWithContext: Scope {
  enum When: Sendable {}

  @Stored("count") private var count = 0

  var context: TallyContext {
    TallyContext(count: count, writer: TallyContext.writer, priority: Task.currentPriority)
  }

  func update(_ when: When) {}
}

private struct TallyContext: Equatable, Sendable {
  @TaskLocal static var writer: String?

  let count: Int
  let writer: String?
  let priority: TaskPriority
}
