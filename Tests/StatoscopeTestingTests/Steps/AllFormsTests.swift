import Statoscope
import StatoscopeTesting
import TestSupport
import Testing
import XCTest

/// Every step in all of its forms, in one plan that passes: in both test frameworks, synchronous and asynchronous.
@Suite struct AllFormsInSwiftTestingTests {
  @Test func `every step passes in a synchronous test`() throws {
    try runEveryStep()
  }

  @Test func `every step passes in an asynchronous test`() async throws {
    await Task.yield()
    try runEveryStep()
  }

  @MainActor @Test func `every step passes on the MainActor`() throws {
    try runEveryStep()
  }
}

final class AllFormsInXCTests: XCTestCase {
  func testSynchronous() throws {
    try runEveryStep()
  }

  func testAsynchronous() async throws {
    await Task.yield()
    try runEveryStep()
  }

  @MainActor func testOnTheMainActor() throws {
    try runEveryStep()
  }
}

private func runEveryStep() throws {
  try runEveryStepOfEvents()
  try runEveryStepOfEffects(of: \.pump, optional: \.spare)
  try runEveryForkOfEffects(of: \.pump, optional: \.spare)
}

private func runEveryStepOfEvents() throws {
  try Well.GIVEN { Well() }
    .configure(exhaustivity: .on)
    .THEN_Nil(\.spare)
    .INVARIANT { well in if well.level < 0 { throw InvalidStateError() } }
    .WHEN(.addSpare)
    .THEN_NotNil(\.spare)
    .WHEN_Throws(.addSpare)
    .WHEN_Throws(.addSpare, error: InvalidStateError())
    .WHEN(\.pump, .stroke)
    .AND(\.spare, .stroke)
    .AND(.rain)
    .THEN(\.pump.strokes, equals: 1)
    .THEN(\.spare?.strokes, equals: 1)
    .THEN(\.level) { level in if level != 1 { throw Offline() } }
    .THEN { well in if well.level != 1 { throw Offline() } }
    .WHEN_Throws(\.pump, .jam)
    .WHEN_Throws(\.spare, .jam, error: InvalidStateError())
    .FORK(.rain) { try $0.THEN(\.level, equals: 2) }
    .FORK(\.pump, .stroke) { try $0.THEN(\.pump.strokes, equals: 2) }
    .FORK(\.spare, .stroke) { well in
      try well
        .WITH(\.spare)
        .THEN(\.strokes, equals: 2)
        .INVARIANT { pump in if pump.strokes < 2 { throw InvalidStateError() } }
        .WHEN(.stroke)
        .THEN(\.strokes, equals: 3)
        .FORK(.stroke) { pump in
          try pump.THEN(\.strokes, equals: 4).POP().WHEN(.rain).THEN(\.level, equals: 2)
        }
        .POP()
        .WITH(\.pump)
        .WHEN_Throws(.jam)
        .POP()
    }
    .configure(exhaustivity: .off)
    .WHEN(.rain)
    .runTest(assertRelease: true, assertNoPendingEffects: true)
}

private func runEveryStepOfEffects(of pump: KeyPath<Well, Pump>, optional spare: KeyPath<Well, Pump?>) throws
{
  try Well.GIVEN { Well() }
    .WHEN(.addSpare)
    .WHEN(pump, .start(1))
    .AND(spare, .start(2))
    .THEN_NoEffects()
    .THEN_NoEnqueuedEffect(Suck.self)
    .THEN_Enqueued(pump, effect: Suck(depth: 1))
    .THEN_Enqueued(spare, effect: Suck(depth: 2))
    .WHEN_OldestEffectCompletes(pump, with: .drew(.success(10)))
    .WHEN_OldestEffectCompletes(spare, with: .drew(.failure(Offline())))
    .THEN(\.pump.drawn, equals: [10])
    .THEN(\.spare?.failures, equals: 1)
    .THEN_NoEffects(pump)
    .THEN_NoEnqueuedEffect(spare, Suck.self)
    .THEN_NoEffects(spare)
    .THEN_NoEnqueuedEffect(pump, Drops.self)
    .WITH(spare)
    .WHEN(.start(3))
    .THEN_EnqueuedEffect(parameter: \Suck.depth, equals: 3)
    .WHEN_EffectFails(Suck.self, with: Offline())
    .WHEN(.start(3))
    .WHEN_EffectCompletes(Suck.self, with: 30)
    .WHEN(.start(4))
    .WHEN_OldestEffectCompletes(with: 40)
    .WHEN(.flow)
    .WHEN_StreamYields(Drops.self, 5)
    .WHEN_EffectCompletes(Drops.self, with: 6)
    .THEN(\.drawn, equals: [30, 40, 5, 6])
    .runTest(assertRelease: true, assertNoPendingEffects: true)
}

private func runEveryForkOfEffects(of pump: KeyPath<Well, Pump>, optional spare: KeyPath<Well, Pump?>) throws
{
  try Well.GIVEN { Well() }
    .WHEN(.addSpare)
    .AND(pump, .start(1))
    .AND(pump, .start(2))
    .AND(spare, .start(3))
    .WITH(spare)
    .FORK_EffectCompletes(Suck.self, with: 3) { try $0.THEN(\.drawn, equals: [3]) }
    .POP()
    .WITH(pump)
    .FORK_EffectCompletes(Suck.self, with: 1) { try $0.THEN_EnqueuedEffect(Suck(depth: 2)) }
    .FORK_EffectCompletes(Suck(depth: 2), with: 2) { try $0.THEN_EnqueuedEffect(Suck(depth: 1)) }
    .FORK_EffectFails(Suck.self, with: Offline()) {
      try $0.THEN_EnqueuedEffect(parameter: \Suck.depth, equals: 2)
    }
    .FORK_EffectFails(Suck(depth: 2), with: Offline()) { try $0.THEN_EnqueuedEffect(Suck(depth: 1)) }
    .FORK_OldestEffectCompletes(with: 1) { try $0.THEN(\.drawn, equals: [1]) }
    .FORK_OldestEffectCompletes(with: .drew(.success(7))) { try $0.THEN(\.drawn, equals: [7]) }
    .WHEN_EffectCompletes(Suck(depth: 2), with: 2)
    .WHEN_EffectFails(Suck(depth: 1), with: Offline())
    .WHEN(.start(5))
    .WHEN_OldestEffectCompletes(with: 5)
    .WHEN(.start(6))
    .WHEN_OldestEffectCompletes(with: .drew(.success(6)))
    .THEN(\.drawn, equals: [2, 5, 6])
    .THEN(\.failures, equals: 1)
    .runTest(assertRelease: true)
}

private final class Well: Scope {
  enum When {
    case addSpare
    case rain
  }

  private(set) var level = 0
  @Subscope var pump = Pump()
  @Subscope var spare: Pump?

  func update(_ when: When) throws {
    switch when {
    case .addSpare:
      guard spare == nil else { throw InvalidStateError() }
      spare = Pump()
    case .rain:
      level += 1
    }
  }
}

private final class Pump: Scope {
  enum When {
    case stroke
    case jam
    case start(Int)
    case flow
    case drew(Result<Int, any Error>)
  }

  private(set) var strokes = 0
  private(set) var failures = 0
  private(set) var drawn: [Int] = []

  func update(_ when: When) throws {
    switch when {
    case .stroke: strokes += 1
    case .jam: throw InvalidStateError()
    case .start(let depth): effectsState.enqueue(Suck(depth: depth).mapToResult().map(When.drew))
    case .flow: effectsState.enqueue(Drops().mapToResult().map(When.drew))
    case .drew(.success(let water)): drawn.append(water)
    case .drew(.failure): failures += 1
    }
  }
}

private struct Suck: Effect, Equatable {
  let depth: Int
  func runEffect() async throws -> Int { depth }
}

private struct Drops: StreamEffect, Equatable {
  func stream() -> some AsyncSequence<Int, Never> { AsyncStream { nil } }
}
