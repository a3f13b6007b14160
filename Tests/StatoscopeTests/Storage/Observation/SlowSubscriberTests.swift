import Foundation
import Statoscope
import TestSupport
import Testing

/// A subscriber in a call delays no thread but the one that made the call, and only for this call.
@Suite struct SlowSubscriberTests {
  @Test func `writes return during a call on another thread`() async throws {
    let (storage, slow) = (StateStorage.inMemory(), SlowSubscriber())
    let token = storage.subscribe(TallySchema.self, slow.receive)
    let writer = Worker { try? storage.write(1, forKey: "count") }
    #expect(await slow.isCalled())
    #expect(await returns { for count in 2...500 { try? storage.write(count, forKey: "count") } })
    #expect(slow.counts == [0, 1])
    slow.openForGood()
    #expect(await writer.ends())
    #expect(await slow.isCalled())
    token.cancel()
  }

  @Test func `a write returns though others wrote during its call`() async throws {
    let (storage, slow) = (StateStorage.inMemory(), SlowSubscriber())
    let token = storage.subscribe(TallySchema.self, slow.receive)
    let writer = Worker { try? storage.write(1, forKey: "count") }
    #expect(await slow.isCalled())
    #expect(await returns { try? storage.write(2, forKey: "count") })
    slow.open()
    // The next call has begun, and not ended.
    #expect(await slow.isCalled())
    #expect(await writer.ends())
    #expect(slow.counts == [0, 1, 2])
    slow.openForGood()
    token.cancel()
  }

  @Test func `subscribe returns though others wrote during its first call`() async throws {
    let (storage, slow) = (StateStorage.inMemory(), SlowSubscriber(blocksFirst: true))
    let subscription = Locked<StorageSubscription?>(nil)
    let subscribing = Worker { subscription.exchange(storage.subscribe(TallySchema.self, slow.receive)) }
    #expect(await slow.isCalled())
    #expect(await returns { for count in 1...100 { try? storage.write(count, forKey: "count") } })
    slow.open()
    #expect(await slow.isCalled())
    #expect(await subscribing.ends())
    #expect(slow.counts == [0, 100])
    slow.openForGood()
    subscription.exchange(nil)?.cancel()
  }

  @Test func `all changes during a call cause one more, with the newest values`() async throws {
    let (storage, slow) = (StateStorage.inMemory(), SlowSubscriber())
    try storage.update { edit in for key in 0..<1_000 { try edit.write(key, forKey: "key \(key)") } }
    let token = storage.subscribe(TallySchema.self, slow.receive)
    let writer = Worker { try? storage.write(1, forKey: "count") }
    #expect(await slow.isCalled())
    let others = (1...4).map { number in
      Worker {
        for turn in 1...100 {
          try? storage.update(TallySchema.self) { values in
            values.count = number * 1_000 + turn
            values.name = "\(values.count)"
          }
        }
      }
    }
    for other in others { #expect(await other.ends()) }
    let newest = storage.snapshot(of: TallySchema.self)
    slow.openForGood()
    #expect(await writer.ends())
    #expect(await slow.isCalled())
    // A later change is called after all that was pending.
    try storage.write(-1, forKey: "count")
    #expect(await slow.isCalled())
    #expect(slow.counts == [0, 1, newest.count, -1])
    #expect(slow.names == ["-", "-", "\(newest.count)", "\(newest.count)"])
    token.cancel()
  }

  @Test func `a change is read once for a subscriber`() async throws {
    let storage = StateStorage.inMemory()
    let token = storage.subscribe(CountedSchema.self) { _ in }
    let first = CountedSchema.readCount.withLock { $0 }
    for count in 1...500 { try storage.write(count, forKey: "count") }
    // The system's threads would have taken over what was left to them.
    for _ in 0..<10 {
      await withCheckedContinuation { done in DispatchQueue.global().async { done.resume() } }
    }
    #expect(CountedSchema.readCount.withLock { $0 } == first + 500)
    token.cancel()
  }

  @Test func `other subscribers are called before the write returns`() async throws {
    let (storage, slow, journal) = (StateStorage.inMemory(), SlowSubscriber(), Journal())
    let tokens = [
      storage.subscribe(TallySchema.self, slow.receive),
      storage.subscribe(TallySchema.self) { journal.note("\($0.count)") },
    ]
    let writer = Worker { try? storage.write(1, forKey: "count") }
    #expect(await slow.isCalled())
    let entries = Locked<[[String]]>([])
    #expect(
      await returns {
        for count in 2...4 {
          try? storage.write(count, forKey: "count")
          entries.withLock { $0.append(journal.entries) }
        }
      }
    )
    #expect(entries.withLock { $0 } == [["0", "2"], ["0", "2", "3"], ["0", "2", "3", "4"]])
    slow.openForGood()
    #expect(await writer.ends())
    #expect(await slow.isCalled())
    for token in tokens { token.cancel() }
  }

  @Test func `a pending snapshot is discarded when its subscription ends`() async throws {
    let (storage, slow) = (StateStorage.inMemory(), SlowSubscriber())
    let token = storage.subscribe(TallySchema.self, slow.receive)
    let writer = Worker { try? storage.write(1, forKey: "count") }
    #expect(await slow.isCalled())
    #expect(await returns { try? storage.write(2, forKey: "count") })
    token.cancel()
    slow.openForGood()
    #expect(await writer.ends())
    #expect(slow.counts == [0, 1])
  }

  @Test func `a write during a call causes a call on the same thread`() async throws {
    let storage = StateStorage.inMemory()
    let calls = Locked<[(count: Int, thread: ObjectIdentifier)]>([])
    let token = storage.subscribe(TallySchema.self) { [unowned storage] snapshot in
      calls.withLock { $0.append((snapshot.count, ObjectIdentifier(Thread.current))) }
      guard (1..<5).contains(snapshot.count) else { return }
      try? storage.write(snapshot.count + 1, forKey: "count")
    }
    let atReturn = Locked<(thread: ObjectIdentifier, counts: [Int])?>(nil)
    #expect(
      await returns {
        try? storage.write(1, forKey: "count")
        let counts = calls.withLock { $0.map(\.count) }
        atReturn.withLock { $0 = (ObjectIdentifier(Thread.current), counts) }
      }
    )
    #expect(atReturn.withLock { $0?.counts } == Array(0...5))
    let writer = atReturn.withLock { $0?.thread }
    #expect(calls.withLock { $0.dropFirst().allSatisfy { $0.thread == writer } })
    token.cancel()
  }
}

/// A schema that counts how often it is read; for one test.
private struct CountedSchema: StorageSchema {
  static let readCount = Locked(0)

  @Stored("count") var count = 0

  init() { Self.readCount.withLock { $0 += 1 } }
}

/// A subscriber whose calls block until the test opens it.
private final class SlowSubscriber: Sendable {
  private struct State: Sendable {
    var snapshots: [(count: Int, name: String)] = []
    var isOpen = false
  }

  private let state = Locked(State())
  private let blocksFirst: Bool
  private let gate = DispatchSemaphore(value: 0)
  private let called = DispatchSemaphore(value: 0)

  /// - Parameter blocksFirst: whether the call during the subscription blocks, too.
  init(blocksFirst: Bool = false) {
    self.blocksFirst = blocksFirst
  }

  /// The counts in the snapshots so far.
  var counts: [Int] { state.withLock { $0.snapshots.map(\.count) } }

  /// The names in the snapshots so far.
  var names: [String] { state.withLock { $0.snapshots.map(\.name) } }

  @Sendable func receive(_ snapshot: StorageSnapshot<TallySchema>) {
    let (isCounted, isBlocked) = state.withLock { state in
      state.snapshots.append((snapshot.count, snapshot.name ?? "-"))
      let isCounted = blocksFirst || state.snapshots.count > 1
      return (isCounted, isCounted && !state.isOpen)
    }
    if isCounted { called.signal() }
    if isBlocked { gate.wait() }
  }

  /// Ends the call in progress.
  func open() { gate.signal() }

  /// Ends the call in progress, and makes no other block.
  func openForGood() {
    state.withLock { $0.isOpen = true }
    gate.signal()
  }

  /// Waits until one more call has begun.
  func isCalled() async -> Bool { await returns { self.called.wait() } }
}

/// A thread that runs a closure.
private final class Worker: Sendable {
  private let end = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    Thread { [end] in
      body()
      end.signal()
    }.start()
  }

  /// Waits until the closure has returned.
  func ends() async -> Bool { await returns { self.end.wait() } }
}
