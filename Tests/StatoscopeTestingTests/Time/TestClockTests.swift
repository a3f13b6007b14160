import StatoscopeTesting
import TestSupport
import Testing

/// The clock that a test holds, on its own.
@Suite struct TestClockTests {
  let clock = TestClock()

  @Test func `waiting for sleepers ends when the task is cancelled`() async {
    let clock = TestClock()
    let waiting = Task { await clock.sleepers() }
    waiting.cancel()
    await waiting.value
  }

  @Test func `time stands still until the test advances it`() {
    #expect(clock.now.offset == .zero)
    clock.advance(by: .seconds(2))
    clock.advance(by: .zero)
    #expect(clock.now.offset == .seconds(2))
    #expect(clock.now.advanced(by: .seconds(1)).duration(to: clock.now) == .seconds(-1))
  }

  @Test func `sleepers wake by deadline, then in the order in which they slept`() async throws {
    let woken = Journal()
    let sleepers = try await lieDown([30, 10, 20, 10], noting: woken)
    for second in [10, 20, 30] {
      clock.advance(by: .seconds(10))
      for (deadline, sleeper) in sleepers where deadline == second { try await sleeper.value }
    }
    // Those of one deadline wake in order, and go on in whatever order their tasks are run.
    #expect(woken.entries.map { $0.prefix(2) } == ["10", "10", "20", "30"])
  }

  @Test func `the smallest step wakes a sleeper that waits for it`() async throws {
    let woken = Journal()
    let sleeper = Task {
      try await clock.sleep(for: clock.minimumResolution)
      woken.note("woken")
    }
    await clock.sleepers(1)
    #expect(clock.minimumResolution > .zero)
    #expect(clock.minimumResolution / 2 == .zero)
    clock.advance(by: .zero)
    #expect(woken.entries == [])
    clock.advance(by: clock.minimumResolution)
    try await sleeper.value
    #expect(woken.entries == ["woken"])
  }

  @Test func `only sleepers whose deadline has passed wake`() async throws {
    let woken = Journal()
    let sleepers = try await lieDown([1, 2], noting: woken)
    clock.advance(by: .seconds(1))
    try await sleepers[0].1.value
    await clock.sleepers(1)
    #expect(woken.entries == ["1 #0"])
    clock.advance(by: .seconds(1))
    try await sleepers[1].1.value
  }

  @Test func `a deadline in the past does not sleep`() async throws {
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: TestClock().now.advanced(by: .seconds(5)))
    try await clock.sleep(for: .zero)
    #expect(clock.now == TestClock().now.advanced(by: .seconds(5)))
  }

  @Test func `a cancelled sleeper wakes at once`() async {
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func `a task that was cancelled before it sleeps does not sleep`() async {
    let sleeper = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func `a task that is cancelled after it woke cannot sleep again`() async throws {
    let hasWoken = Gate<Void>()
    let goOn = Gate<Void>()
    let sleeper = Task {
      try await clock.sleep(for: .seconds(1))
      await hasWoken.open(())
      try await goOn.pass()
      try await clock.sleep(for: .seconds(1))
    }
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    try await hasWoken.pass()
    sleeper.cancel()
    await goOn.open(())
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  #if !canImport(Darwin) || os(macOS)
    @Test(.waitsForPrograms) func `moving time backwards traps`() async {
      await #expect(processExitsWith: .failure) { TestClock().advance(by: .seconds(-1)) }
    }
  #endif

  /// Makes a task for each number of seconds that sleeps for so long, one after the other.
  private func lieDown(
    _ seconds: [Int],
    noting woken: Journal
  ) async throws -> [(Int, Task<Void, any Error>)] {
    var sleepers: [(Int, Task<Void, any Error>)] = []
    for (index, duration) in seconds.enumerated() {
      let sleeper = Task {
        try await clock.sleep(for: .seconds(duration))
        woken.note("\(duration) #\(index)")
      }
      sleepers.append((duration, sleeper))
      await clock.sleepers(index + 1)
    }
    return sleepers
  }
}
