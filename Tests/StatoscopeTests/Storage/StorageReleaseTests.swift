import Foundation
import Observation
import Statoscope
import TestSupport
import Testing

/// What a storage releases may use the storage: it is released while no lock is held.
@Suite struct StorageReleaseTests {
  @Test func `a tracker that is released with its scope may read the storage`() async {
    let (storage, journal) = (StateStorage.inMemory(), Journal())
    #expect(
      await returns {
        let tally = Tally().injectObject(storage)
        let reader = OnRelease { [weak storage] in journal.note("\(storage?.count ?? -1)") }
        withObservationTracking {
          _ = tally.count
        } onChange: {
          reader.keep()
        }
      }
    )
    #expect(journal.entries == ["0"])
  }

  @Test func `a tracker that a change of the storage releases may write to it`() async {
    let (usual, special) = (StateStorage.inMemory(), StateStorage.inMemory())
    #expect(
      await returns {
        let tally = Tally().injectObject(usual)
        let writer = OnRelease { [weak usual] in try? usual?.write(5, forKey: "count") }
        withObservationTracking {
          _ = tally.count
        } onChange: {
          writer.keep()
        }
        tally.injectObject(special)
      }
    )
    #expect(usual.count == 5)
  }

  @Test func `a scope that nothing else retains is there for an update of its property`() async throws {
    let storage = StateStorage.inMemory()
    Tally().injectObject(storage).$count.update { $0 += 1 }
    try Tally().injectObject(storage).$count.tryUpdate { $0 += 1 }
    #expect(storage.count == 2)
  }

  @Test(arguments: [true, false])
  func `a scope may change its stored state in its deinit`(isUsedBefore: Bool) async {
    let storage = StateStorage.inMemory()
    var leaver: Leaver? = Leaver().injectObject(storage)
    if isUsedBefore { leaver?.send(.arrive) }
    leaver = nil
    #expect(storage.snapshot(of: TallySchema.self).name == "gone")
    #expect(storage.count == (isUsedBefore ? 2 : 1))
  }

  @Test(arguments: [true, false])
  func `a change by a deinit is logged as lost where there is no storage`(isUsedBefore: Bool) async throws {
    try await withLoggedLines { journal in
      var leaver: Leaver? = Leaver()
      if isUsedBefore { leaver?.send(.arrive) }
      let before = journal.entries.count
      #expect(before == (isUsedBefore ? 1 : 0))
      leaver = nil
      #expect(journal.entries.allSatisfy { $0.contains("Leaver found no StateStorage in its tree") })
      #expect(isUsedBefore || journal.entries.count > before)
    }
  }

  @Test func `a change by a deinit off the actor reaches another tree where it lives`() async throws {
    let heard = Gate<Void>()
    let household = await Household(sharesTree: false) { Task { await heard.open(()) } }
    var guest = await household.takeGuest()
    #expect(guest != nil)
    guest = nil
    try await heard.pass()
    #expect(await household.count == 2)
  }

  @Test @MainActor func `a change by a deinit reaches a child that outlives it`() async throws {
    let heard = Gate<Void>()
    let household = Household(sharesTree: true) { Task { await heard.open(()) } }
    #expect(household.takeGuest() != nil)
    try await heard.pass()
    #expect(household.count == 2)
  }

  @Test(arguments: [true, false])
  func `a subscriber's closure may use the storage in its release`(_ isCancelled: Bool) async {
    let (storage, journal) = (StateStorage.inMemory(), Journal())
    #expect(
      await returns {
        let reader = OnRelease { [weak storage] in journal.note("\(storage?.count ?? -1)") }
        let token = storage.subscribe(TallySchema.self) { _ in reader.keep() }
        if isCancelled { token.cancel() }
      }
    )
    await until { !journal.entries.isEmpty }
    #expect(journal.entries == ["0"])
  }

  @Test func `a replaced value may use the storage in its release`() async throws {
    let storage = StateStorage.inMemory()
    let reads = Journal()
    Visitor.farewell.withLock {
      $0[storage.id] = { [weak storage] in reads.note("\(storage?.count ?? -1)") }
    }
    #expect(
      await returns {
        try? storage.write(Visitor(storage: storage.id), forKey: "visitor")
        // Decoded, so that the storage holds a value of this type.
        _ = try? storage.read(Visitor.self, forKey: "visitor")
        try? storage.write("no visitor", forKey: "visitor")
        _ = try? storage.read(String.self, forKey: "visitor")
      }
    )
    #expect(reads.entries.allSatisfy { $0 == "0" })
    #expect(reads.entries.count >= 2)
    Visitor.farewell.withLock { $0[storage.id] = nil }
  }

  @Test func `bytes of a back end may use the storage in their release`() async throws {
    let journal = Journal()
    let backend = LendingBackend()
    let storage = StateStorage.custom(backend)
    backend.onFree { [weak storage] in
      // From another thread: the lock of the back end is recursive.
      let isFree = DispatchSemaphore(value: 0)
      guard let storage else { return }
      Thread {
        _ = storage.snapshot(of: TallySchema.self)
        isFree.signal()
      }.start()
      isFree.wait()
      journal.note("freed")
    }
    #expect(
      await returns {
        for number in 1...3 {
          backend.lend("\"a text that is longer than what fits into the value itself: \(number)\"")
          _ = try? storage.read(String.self, forKey: "name")
        }
      }
    )
    #expect(!journal.entries.isEmpty)
  }
}

extension StateStorage {
  fileprivate var count: Int? { snapshot(of: TallySchema.self).count }
  fileprivate var id: UInt { UInt(bitPattern: ObjectIdentifier(self).hashValue) }
}

/// A value that runs a closure when it is released, also as the storage has decoded it.
private struct Visitor: Codable, Sendable {
  static let farewell = Locked<[UInt: @Sendable () -> Void]>([:])

  let storage: UInt
  private let object: OnRelease

  init(storage: UInt) {
    self.storage = storage
    object = OnRelease { Visitor.farewell.withLock { $0[storage] }?() }
  }

  init(from decoder: any Decoder) throws {
    self.init(storage: try decoder.singleValueContainer().decode(UInt.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(storage)
  }
}

/// A back end whose values run a closure when their bytes are freed, like those of a database do.
private final class LendingBackend: StorageBackend {
  let place = "the lender"
  private let text = Locked("0")
  private let onFree = Locked<(@Sendable () -> Void)?>(nil)
  private let isFreeing = Locked(false)

  func onFree(_ body: @escaping @Sendable () -> Void) { onFree.exchange(body) }
  func lend(_ text: String) { self.text.exchange(text) }

  func values(of keys: Set<String>) -> [String: Data] {
    guard keys.contains("name") else { return [:] }
    let bytes = Array(text.withLock { $0 }.utf8)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    guard let address = copy.baseAddress else { return [:] }
    return [
      "name": Data(
        bytesNoCopy: address,
        count: bytes.count,
        deallocator: .custom { [self] address, _ in
          address.deallocate()
          // Once at a time: what the closure reads is freed, too.
          if !isFreeing.exchange(true) {
            onFree.withLock { $0 }?()
            isFreeing.exchange(false)
          }
        }
      )
    ]
  }

  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) -> Bool { true }
}

private final class Leaver: Scope {
  enum When { case arrive }

  @Stored("count") var count = 0
  @Stored("name") var name: String?
  @Subscope var tally: Tally?

  func update(_ when: When) { count += 1 }

  deinit {
    name = "gone"
    $count.update { $0 += 1 }
  }
}

/// A scope that stays on the main actor, and the owner of one that shares its storage, which others may release.
@MainActor private final class Household {
  /// Releases a scope wherever it is released itself.
  @MainActor final class Guest {
    private let leaver: Leaver

    init(_ leaver: Leaver) { self.leaver = leaver }
  }

  private let tally = Tally()
  private var guest: Guest?
  private var listening: Any?

  var count: Int { tally.count }

  /// - Parameter sharesTree: whether the two scopes are parent and child; such a parent must be released here.
  init(sharesTree: Bool, _ onChange: @escaping @MainActor () -> Void) {
    let storage = StateStorage.inMemory()
    let leaver = Leaver().injectObject(storage)
    if sharesTree { leaver.tally = tally } else { tally.injectObject(storage) }
    tally.send(.read)
    leaver.send(.arrive)
    guest = Guest(leaver)
    listening = tally.objectWillChange.sink { _ in MainActor.assumeIsolated(onChange) }
  }

  func takeGuest() -> Guest? { guest.take() }
}
