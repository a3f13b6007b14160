import Foundation
import Statoscope
import TestSupport
import Testing

/// A subscriber in a call delays nobody.
@Suite struct SlowSubscriberTests {
  @Test func `writes and subscriptions return during a call`() async throws {
    let (storage, slow) = (StateStorage.inMemory(), SlowSubscriber())
    let subscription = Locked<StorageSubscription?>(nil)
    #expect(await returns { subscription.exchange(storage.subscribe(TallySchema.self, slow.receive)) })
    #expect(await slow.isCalled())
    #expect(await returns { for count in 1...500 { try? storage.write(count, forKey: "count") } })
    #expect(slow.counts == [0])
    slow.open()
    #expect(await slow.isCalled())
    #expect(slow.counts == [0, 500])
    slow.openForGood()
    subscription.exchange(nil)?.cancel()
  }

  @Test func `all changes during a call cause one more, with the newest values`() async throws {
    let (storage, slow) = (StateStorage.inMemory(), SlowSubscriber())
    try storage.update { edit in for key in 0..<1_000 { try edit.write(key, forKey: "key \(key)") } }
    let token = storage.subscribe(TallySchema.self, slow.receive)
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
    #expect(await slow.isCalled())
    // A later change is called after all that was pending.
    try storage.write(-1, forKey: "count")
    #expect(await slow.isCalled())
    #expect(slow.counts == [0, newest.count, -1])
    #expect(slow.names == ["-", "\(newest.count)", "\(newest.count)"])
    token.cancel()
  }

  @Test func `other subscribers are called during a call`() async throws {
    let (storage, slow, journal) = (StateStorage.inMemory(), SlowSubscriber(), Journal())
    let tokens = [
      storage.subscribe(TallySchema.self, slow.receive),
      storage.subscribe(TallySchema.self) { journal.note("\($0.count)") },
    ]
    #expect(await slow.isCalled())
    await until { journal.entries == ["0"] }
    try storage.write(1, forKey: "count")
    await until { journal.entries == ["0", "1"] }
    #expect(slow.counts == [0])
    slow.openForGood()
    for token in tokens { token.cancel() }
  }

  @Test func `a pending snapshot is discarded when its subscription ends`() async throws {
    let (storage, slow, released) = (StateStorage.inMemory(), SlowSubscriber(), Gate<Void>())
    do {
      let end = OnRelease { Task { await released.open(()) } }
      let token = storage.subscribe(TallySchema.self) { snapshot in
        end.keep()
        slow.receive(snapshot)
      }
      #expect(await slow.isCalled())
      try storage.write(1, forKey: "count")
      token.cancel()
    }
    slow.openForGood()
    try await released.pass()
    #expect(slow.counts == [0])
  }
}

/// A subscriber whose calls block until the test opens it.
private final class SlowSubscriber: Sendable {
  private struct State: Sendable {
    var snapshots: [(count: Int, name: String)] = []
    var isOpen = false
  }

  private let state = Locked(State())
  private let gate = DispatchSemaphore(value: 0)
  private let called = DispatchSemaphore(value: 0)

  /// The counts in the snapshots so far.
  var counts: [Int] { state.withLock { $0.snapshots.map(\.count) } }

  /// The names in the snapshots so far.
  var names: [String] { state.withLock { $0.snapshots.map(\.name) } }

  @Sendable func receive(_ snapshot: StorageSnapshot<TallySchema>) {
    let isOpen = state.withLock { state in
      state.snapshots.append((snapshot.count, snapshot.name ?? "-"))
      return state.isOpen
    }
    called.signal()
    if !isOpen { gate.wait() }
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
