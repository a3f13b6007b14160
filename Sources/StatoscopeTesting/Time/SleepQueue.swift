import Statoscope

/// A task that sleeps on a ``TestClock``.
struct Sleeper: Sendable {
  let number: UInt64
  let deadline: TestClock.Instant
  /// The effect, or the part of one, that this task belongs to, if any.
  let task: EffectTask?
  let continuation: CheckedContinuation<Void, any Error>
}

/// Pending sleepers, by deadline, as a value that decides which of them wake; the clock wakes them.
struct SleepQueue: Sendable {
  typealias Waiter = AsyncStream<Never>.Continuation

  /// The result of adding a sleeper.
  enum Arrival {
    case cancelled
    case late
    case asleep(waiters: [Waiter])
  }

  var now = TestClock.Instant(offset: .zero)
  private var lastNumber: UInt64 = 0
  private var cancelled: Set<UInt64> = []
  private var sleepers: [Sleeper] = []
  private var waiters: [(count: Int, continuation: Waiter)] = []

  mutating func takeNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  mutating func add(_ sleeper: Sleeper) -> Arrival {
    if cancelled.remove(sleeper.number) != nil { return .cancelled }
    if sleeper.deadline <= now { return .late }
    // After those with the same deadline: they wake in the order in which they went to sleep.
    let index = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: index)
    let count = sleepers.count
    let satisfied = waiters.filter { $0.count <= count }
    waiters.removeAll { $0.count <= count }
    return .asleep(waiters: satisfied.map(\.continuation))
  }

  /// Removes a sleeper; one that has not been added yet is never added.
  mutating func cancel(_ number: UInt64) -> Sleeper? {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else {
      cancelled.insert(number)
      return nil
    }
    return sleepers.remove(at: index)
  }

  /// Discards the cancellation of a sleeper that may have come after waking.
  mutating func discard(_ number: UInt64) {
    cancelled.remove(number)
  }

  /// Removes all sleepers that are due, in the order in which they wake.
  mutating func wakeAll() -> [Sleeper] {
    let awake = sleepers.prefix { $0.deadline <= now }
    sleepers.removeFirst(awake.count)
    return Array(awake)
  }

  /// Moves the time to the first deadline and removes that sleeper, unless it is after a limit.
  mutating func wakeFirst(until limit: TestClock.Instant) -> Sleeper? {
    guard let first = sleepers.first, first.deadline <= limit else { return nil }
    now = max(now, first.deadline)
    return sleepers.removeFirst()
  }

  func deadline(of task: EffectTask) -> TestClock.Instant? {
    sleepers.first { $0.task === task }?.deadline
  }

  /// Adds a task that waits for a number of sleepers, unless there are enough.
  mutating func wait(_ waiter: Waiter, for count: Int) -> Bool {
    if sleepers.count < count { waiters.append((count, waiter)) }
    return sleepers.count >= count
  }
}
