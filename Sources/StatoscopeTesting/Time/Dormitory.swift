import Statoscope

/// A task that sleeps on a ``TestClock``.
struct Sleeper: Sendable {
  let number: UInt64
  let deadline: TestClock.Instant
  /// The effect, or the part of one, that this task works as, if any.
  let task: EffectTask?
  let continuation: CheckedContinuation<Void, any Error>
}

/// Who sleeps on a ``TestClock``, as a value that decides who wakes; the clock wakes them.
struct Dormitory: Sendable {
  typealias Watcher = CheckedContinuation<Void, Never>

  /// What becomes of one who wants to sleep.
  enum Arrival {
    case cancelled
    case late
    case asleep(watchers: [Watcher])
  }

  var now = TestClock.Instant(offset: .zero)
  private var lastNumber: UInt64 = 0
  private var cancelled: Set<UInt64> = []
  private var sleepers: [Sleeper] = []
  private var watchers: [(count: Int, continuation: Watcher)] = []

  mutating func takeNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  mutating func lieDown(_ sleeper: Sleeper) -> Arrival {
    if cancelled.remove(sleeper.number) != nil { return .cancelled }
    if sleeper.deadline <= now { return .late }
    // Behind those of the same deadline: they woke in the order of lying down.
    let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: place)
    let count = sleepers.count
    let satisfied = watchers.filter { $0.count <= count }
    watchers.removeAll { $0.count <= count }
    return .asleep(watchers: satisfied.map(\.continuation))
  }

  /// Takes a sleeper out; one who has not lain down yet will not.
  mutating func cancel(_ number: UInt64) -> Sleeper? {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else {
      cancelled.insert(number)
      return nil
    }
    return sleepers.remove(at: index)
  }

  /// Forgets one who is gone, and may have been cancelled after waking.
  mutating func forget(_ number: UInt64) {
    cancelled.remove(number)
  }

  /// Takes out all whose moment has come, in the order in which they wake.
  mutating func wakeAll() -> [Sleeper] {
    let awake = sleepers.prefix { $0.deadline <= now }
    sleepers.removeFirst(awake.count)
    return Array(awake)
  }

  /// Moves the time to the first deadline and takes that sleeper out, unless it lies behind a moment.
  mutating func wakeFirst(until limit: TestClock.Instant) -> Sleeper? {
    guard let first = sleepers.first, first.deadline <= limit else { return nil }
    now = max(now, first.deadline)
    return sleepers.removeFirst()
  }

  func deadline(of task: EffectTask) -> TestClock.Instant? {
    sleepers.first { $0.task === task }?.deadline
  }

  /// Notes who waits for a number of sleepers, unless they are there.
  mutating func watch(_ watcher: Watcher, for count: Int) -> Bool {
    if sleepers.count < count { watchers.append((count, watcher)) }
    return sleepers.count >= count
  }
}
