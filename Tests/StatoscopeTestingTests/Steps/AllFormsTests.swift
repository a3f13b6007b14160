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
  try runEveryStepOfEffects()
  try runEveryEndOfEffects()
  try runEveryEndOfStreams()
  try runEveryRefusedEnd()
  try runEveryForkOfEffects()
}

private func runEveryStepOfEvents() throws {
  try Well.GIVEN { Well() }
    .configure(exhaustivity: .on)
    .THEN_Nil(\.spare)
    .INVARIANT { well in if well.level < 0 { throw InvalidStateError() } }
    .WHEN(.addSpare)
    .THEN_NotNil(\.spare)
    .THEN_NotNil(\.tool)
    .THEN(
      \.spare,
      shows: """
        Pump
          strokes: 0
          failures: 0
          drawn: []
          isWorn: false
        """
    )
    .WITH(\.tool, as: Pump.self)
    .THEN(
      shows: """
        Pump
          strokes: 0
          failures: 0
          drawn: []
          isWorn: false
        """
    )
    .POP()
    .WHEN_Throws(.addSpare)
    .WHEN_Throws(.addSpare, error: InvalidStateError())
    .WHEN(\.pump, .stroke)
    .AND(\.spare, .stroke)
    .AND(\.tool, as: Pump.self, .stroke)
    .AND(.rain)
    .THEN(\.pump.strokes, equals: 1)
    .THEN(\.spare?.strokes, equals: 1)
    .WITH(\.tool, as: Pump.self).THEN(\.strokes, equals: 1).POP()
    .THEN(\.level, changes: { $0 += 1 })
    .THEN(\.level) { level in if level != 1 { throw Offline() } }
    .THEN { well in if well.level != 1 { throw Offline() } }
    .WHEN_Throws(\.pump, .jam)
    .WHEN_Throws(\.spare, .jam, error: InvalidStateError())
    .WHEN_Throws(\.tool, as: Pump.self, .jam, error: InvalidStateError())
    .WHEN(\.spare, .stroke)
    .THEN(\.spare?.strokes, equals: 2)
    .WHEN(\.tool, as: Pump.self, .stroke)
    .WITH(\.tool, as: Pump.self).THEN(\.strokes, equals: 2).POP()
    .FORK(.rain) { try $0.THEN(\.level, equals: 2) }
    .FORK(\.pump, .stroke) { try $0.THEN(\.pump.strokes, equals: 2) }
    .FORK(\.tool, as: Pump.self, .stroke) { try $0.WITH(\.tool, as: Pump.self).THEN(\.strokes, equals: 3) }
    .FORK(\.spare, .stroke) { well in
      try well
        .WITH(\.spare)
        .THEN(\.strokes, equals: 3)
        .THEN(\.strokes, changes: { $0 += 1 })
        .INVARIANT { pump in if pump.strokes < 2 { throw InvalidStateError() } }
        .WHEN(.stroke)
        .THEN(\.strokes, equals: 4)
        .FORK(.stroke) { pump in
          try pump.THEN(\.strokes, equals: 5).POP().WHEN(.rain).THEN(\.level, equals: 2)
        }
        .POP()
        .WITH(\.pump)
        .WHEN_Throws(.jam)
        .POP()
        .WITH(\.tool, as: Pump.self)
        .WHEN_Throws(.jam)
        .POP()
    }
    .configure(exhaustivity: .off)
    .WHEN(.rain)
    .runTest(assertRelease: true, assertNoPendingEffects: true)
}

private func runEveryStepOfEffects() throws {
  try Well.GIVEN { Well() }
    .WHEN(.addSpare)
    .WHEN(\.pump, .start(1))
    .AND(\.spare, .start(2))
    .AND(\.tool, as: Pump.self, .start(3))
    .THEN_EnqueuedEffect(\.pump, Suck(depth: 1))
    .THEN_EnqueuedEffect(\.spare, Suck(depth: 2))
    .THEN_EnqueuedEffect(\.tool, as: Pump.self, Suck(depth: 3))
    .THEN_EnqueuedEffect(\.pump, parameter: \Suck.depth, equals: 1)
    .THEN_EnqueuedEffect(\.spare, parameter: \Suck.depth, equals: 2)
    .THEN_EnqueuedEffect(\.tool, as: Pump.self, parameter: \Suck.depth, equals: 3)
    .THEN_Enqueued(\.pump, effect: Suck(depth: 1))
    .THEN_Enqueued(\.spare, effect: Suck(depth: 2))
    .THEN_Enqueued(\.tool, as: Pump.self, effect: Suck(depth: 3))
    .THEN_NoEnqueuedEffect(\.pump, Drops.self)
    .THEN_NoEnqueuedEffect(\.spare, Drops.self)
    .THEN_NoEnqueuedEffect(\.tool, as: Pump.self, Drops.self)
    .THEN_NoEnqueuedEffect(Suck.self)
    .THEN_NoEffects()
    .WITH(\.spare)
    .THEN_EnqueuedEffect(Suck(depth: 2))
    .THEN_EnqueuedEffect(parameter: \Suck.depth, equals: 2)
    .THEN_Enqueued(effect: Suck(depth: 2))
    .POP()
    .configure(clearEffectsOnEveryWhenOrEnd: true)
    .WHEN(.rain)
    .THEN_NoEffects(\.pump)
    .THEN_NoEffects(\.spare)
    .THEN_NoEffects(\.tool, as: Pump.self)
    .runTest(assertRelease: true, assertNoPendingEffects: true)
}

/// A plan whose three pumps have effects of the given depths in flight, and a stream each.
private func busyWell(_ depths: [Int], isBroken: Bool = false) throws -> TestPlan<Well> {
  let plan = try Well.GIVEN { Well() }.WHEN(.addSpare)
  for depth in depths {
    try plan.AND(\.pump, .start(depth)).AND(\.spare, .start(depth)).AND(\.tool, as: Pump.self, .start(depth))
  }
  try plan.AND(\.pump, .flow).AND(\.spare, .flow).AND(\.tool, as: Pump.self, .flow)
  guard isBroken else { return plan }
  return try plan.AND(\.pump, .wearOut).AND(\.spare, .wearOut).AND(\.tool, as: Pump.self, .wearOut)
}

private func runEveryEndOfEffects() throws {
  try busyWell(Array(1...8))
    .WHEN_EffectCompletes(\.pump, Suck.self, number: 2, with: 2)
    .WHEN_EffectCompletes(\.spare, Suck.self, with: 1)
    .WHEN_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 2)
    .WHEN_EffectCompletes(\.pump, Suck(depth: 3), with: 3)
    .WHEN_EffectCompletes(\.spare, Suck(depth: 3), with: 3)
    .WHEN_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 3), with: 3)
    .WHEN_EffectFails(\.pump, Suck.self, number: 2, with: Offline())
    .WHEN_EffectFails(\.spare, Suck.self, number: 2, with: Offline())
    .WHEN_EffectFails(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline())
    .WHEN_EffectFails(\.pump, Suck(depth: 5), with: Offline())
    .WHEN_EffectFails(\.spare, Suck(depth: 5), with: Offline())
    .WHEN_EffectFails(\.tool, as: Pump.self, Suck(depth: 5), with: Offline())
    .WHEN_StreamYields(\.pump, Drops.self, 20)
    .WHEN_StreamYields(\.spare, Drops.self, number: 1, 20)
    .WHEN_StreamYields(\.tool, as: Pump.self, Drops.self, 20)
    .WHEN_OldestEffectCompletes(\.pump, with: 30)
    .WHEN_OldestEffectCompletes(\.spare, with: 30)
    .WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: 30)
    .WHEN_OldestEffectCompletes(\.pump, with: .drew(.success(40)))
    .WHEN_OldestEffectCompletes(\.spare, with: .drew(.success(40)))
    .WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: .drew(.success(40)))
    .THEN(\.pump.drawn, equals: [2, 3, 20, 30, 40])
    .THEN(\.spare?.drawn, equals: [1, 3, 20, 30, 40])
    .THEN(\.borrowed?.drawn, equals: [2, 3, 20, 30, 40])
    .THEN(\.pump.failures, equals: 2)
    .THEN(\.spare?.failures, equals: 2)
    .THEN(\.borrowed?.failures, equals: 2)
    .WITH(\.pump)
    .WHEN_EffectCompletes(Suck.self, with: 50)
    .WHEN_EffectCompletes(Suck(depth: 8), with: 51)
    .WHEN(.start(9))
    .WHEN_EffectFails(Suck.self, with: Offline())
    .WHEN(.start(9))
    .WHEN_EffectFails(Suck(depth: 9), with: Offline())
    .WHEN_StreamYields(Drops.self, 52)
    .WHEN_OldestEffectCompletes(with: 53)
    .WHEN(.flow)
    .WHEN_OldestEffectCompletes(with: .drew(.success(54)))
    .THEN(\.drawn, equals: [2, 3, 20, 30, 40, 50, 51, 52, 53, 54])
    .THEN(\.failures, equals: 4)
    .THEN_NoEffects()
    .runTest(assertRelease: true)
}

private func runEveryEndOfStreams() throws {
  try Well.GIVEN { Well() }
    .WHEN(.addSpare)
    .WHEN(\.pump, .trickle)
    .AND(\.spare, .trickle)
    .AND(\.tool, as: Pump.self, .trickle)
    .FORK_EffectCompletes(\.pump, Drops.self) { try $0.THEN(\.pump.failures, equals: 1) }
    .FORK_EffectCompletes(\.spare, Drops.self, number: 1) { try $0.THEN(\.spare?.failures, equals: 1) }
    .FORK_EffectCompletes(\.tool, as: Pump.self, Drops.self) {
      try $0.THEN(\.borrowed?.failures, equals: 1)
    }
    .FORK(.rain) { well in
      try well
        .WHEN_OldestEffectCompletes(\.tool, as: Pump.self)
        .THEN_NoEffects(\.tool, as: Pump.self)
        .THEN(\.borrowed?.failures, equals: 0)
    }
    .FORK(.rain) { well in
      try well
        .AND(\.pump, .wearOut)
        .AND(\.spare, .wearOut)
        .AND(\.tool, as: Pump.self, .wearOut)
        .WHEN_EffectCompletes_Throws(\.pump, Drops.self)
        .WHEN_EffectCompletes_Throws(\.spare, Drops.self, number: 1)
        .WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Drops.self)
        .THEN(\.pump.failures, equals: 0)
        .THEN(\.spare?.failures, equals: 0)
        .THEN(\.borrowed?.failures, equals: 0)
    }
    .WHEN_EffectCompletes(\.pump, Drops.self)
    .WHEN_EffectCompletes(\.spare, Drops.self, number: 1)
    .WHEN_EffectCompletes(\.tool, as: Pump.self, Drops.self)
    .THEN(\.pump.failures, equals: 1)
    .THEN(\.spare?.failures, equals: 1)
    .THEN(\.borrowed?.failures, equals: 1)
    .THEN_NoEffects(\.pump)
    .THEN_NoEffects(\.spare)
    .THEN_NoEffects(\.tool, as: Pump.self)
    .runTest(assertRelease: true)
}

private func runEveryRefusedEnd() throws {
  try busyWell(Array(1...7), isBroken: true)
    .WHEN_EffectCompletes_Throws(\.pump, Suck.self, with: 1)
    .WHEN_EffectCompletes_Throws(\.spare, Suck.self, number: 1, with: 1)
    .WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck.self, with: 1)
    .WHEN_EffectCompletes_Throws(\.pump, Suck(depth: 3), with: 3)
    .WHEN_EffectCompletes_Throws(\.spare, Suck(depth: 3), with: 3)
    .WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck(depth: 3), with: 3)
    .WHEN_EffectFails_Throws(\.pump, Suck.self, number: 1, with: Offline())
    .WHEN_EffectFails_Throws(\.spare, Suck.self, with: Offline())
    .WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck.self, with: Offline())
    .WHEN_EffectFails_Throws(\.pump, Suck(depth: 5), with: Offline())
    .WHEN_EffectFails_Throws(\.spare, Suck(depth: 5), with: Offline())
    .WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck(depth: 5), with: Offline())
    .WHEN_StreamYields_Throws(\.pump, Drops.self, 1)
    .WHEN_StreamYields_Throws(\.spare, Drops.self, 1)
    .WHEN_StreamYields_Throws(\.tool, as: Pump.self, Drops.self, number: 1, 1)
    .WHEN_OldestEffectCompletes_Throws(\.pump, with: 1)
    .WHEN_OldestEffectCompletes_Throws(\.spare, with: 1)
    .WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: 1)
    .WHEN_OldestEffectCompletes_Throws(\.pump, with: .jam)
    .WHEN_OldestEffectCompletes_Throws(\.spare, with: .jam)
    .WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: .jam)
    .THEN_NoEnqueuedEffect(\.borrowed, Idle.self)
    .WITH(\.pump)
    .WHEN_EffectCompletes_Throws(Suck(depth: 7), with: 7)
    .WHEN(.start(1))
    .WHEN_EffectFails_Throws(Suck(depth: 1), with: Offline())
    .WHEN(.start(1))
    .WHEN_EffectFails_Throws(Suck.self, with: Offline())
    .WHEN(.start(1))
    .WHEN_EffectCompletes_Throws(Suck.self, with: 1)
    .WHEN_StreamYields_Throws(Drops.self, 1)
    .WHEN_OldestEffectCompletes_Throws(with: 1)
    .WHEN(.flow)
    .WHEN_OldestEffectCompletes_Throws(with: .jam)
    .THEN(\.drawn, equals: [])
    .THEN(\.failures, equals: 0)
    .THEN_NoEffects()
    .runTest(assertRelease: true)
}

private func runEveryForkOfEffects() throws {
  try busyWell([1, 2])
    .FORK_EffectCompletes(\.pump, Suck.self, number: 2, with: 4) { try $0.THEN(\.pump.drawn, equals: [4]) }
    .FORK_EffectCompletes(\.spare, Suck.self, with: 4) { try $0.THEN(\.spare?.drawn, equals: [4]) }
    .FORK_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 4) {
      try $0.THEN(\.borrowed?.drawn, equals: [4]).THEN_EnqueuedEffect(\.borrowed, Suck(depth: 1))
    }
    .FORK_EffectCompletes(\.pump, Suck(depth: 2), with: 4) { try $0.THEN(\.pump.drawn, equals: [4]) }
    .FORK_EffectCompletes(\.spare, Suck(depth: 2), with: 4) { try $0.THEN(\.spare?.drawn, equals: [4]) }
    .FORK_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 2), with: 4) {
      try $0.THEN(\.borrowed?.drawn, equals: [4])
    }
    .FORK_EffectFails(\.pump, Suck.self, number: 2, with: Offline()) {
      try $0.THEN(\.pump.failures, equals: 1)
    }
    .FORK_EffectFails(\.spare, Suck.self, with: Offline()) { try $0.THEN(\.spare?.failures, equals: 1) }
    .FORK_EffectFails(\.tool, as: Pump.self, Suck.self, with: Offline()) {
      try $0.THEN(\.borrowed?.failures, equals: 1)
    }
    .FORK_EffectFails(\.pump, Suck(depth: 2), with: Offline()) { try $0.THEN(\.pump.failures, equals: 1) }
    .FORK_EffectFails(\.spare, Suck(depth: 2), with: Offline()) { try $0.THEN(\.spare?.failures, equals: 1) }
    .FORK_EffectFails(\.tool, as: Pump.self, Suck(depth: 2), with: Offline()) {
      try $0.THEN(\.borrowed?.failures, equals: 1)
    }
    .FORK_StreamYields(\.pump, Drops.self, 4) { try $0.THEN(\.pump.drawn, equals: [4]) }
    .FORK_StreamYields(\.spare, Drops.self, number: 1, 4) { try $0.THEN(\.spare?.drawn, equals: [4]) }
    .FORK_StreamYields(\.tool, as: Pump.self, Drops.self, 4) { try $0.THEN(\.borrowed?.drawn, equals: [4]) }
    .FORK_OldestEffectCompletes(\.pump, with: 4) { try $0.THEN(\.pump.drawn, equals: [4]) }
    .FORK_OldestEffectCompletes(\.spare, with: 4) { try $0.THEN(\.spare?.drawn, equals: [4]) }
    .FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: 4) {
      try $0.THEN(\.borrowed?.drawn, equals: [4])
    }
    .FORK_OldestEffectCompletes(\.pump, with: .stroke) { try $0.THEN(\.pump.strokes, equals: 1) }
    .FORK_OldestEffectCompletes(\.spare, with: .stroke) { try $0.THEN(\.spare?.strokes, equals: 1) }
    .FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: .stroke) {
      try $0.THEN(\.borrowed?.strokes, equals: 1)
    }
    .WITH(\.pump)
    .FORK_EffectCompletes(Suck.self, with: 1) { try $0.THEN_EnqueuedEffect(Suck(depth: 2)) }
    .FORK_EffectCompletes(Suck.self, number: 2, with: 1) { try $0.THEN_EnqueuedEffect(Suck(depth: 1)) }
    .FORK_EffectCompletes(Suck(depth: 2), with: 2) { try $0.THEN_EnqueuedEffect(Suck(depth: 1)) }
    .FORK_EffectFails(Suck.self, with: Offline()) {
      try $0.THEN_EnqueuedEffect(parameter: \Suck.depth, equals: 2)
    }
    .FORK_EffectFails(Suck(depth: 2), with: Offline()) { try $0.THEN_EnqueuedEffect(Suck(depth: 1)) }
    .FORK_StreamYields(Drops.self, 5) { try $0.THEN(\.drawn, equals: [5]) }
    .FORK_OldestEffectCompletes(with: 1) { try $0.THEN(\.drawn, equals: [1]) }
    .FORK_OldestEffectCompletes(with: .drew(.success(7))) { try $0.THEN(\.drawn, equals: [7]) }
    .THEN(\.drawn, equals: [])
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
  @Subscope var tool: Tool?

  var borrowed: Pump? { if case .pump(let pump) = tool { pump } else { nil } }

  func update(_ when: When) throws {
    switch when {
    case .addSpare:
      guard spare == nil else { throw InvalidStateError() }
      spare = Pump()
      tool = .pump(Pump())
    case .rain:
      level += 1
    }
  }
}

private enum Tool: ScopeEnum {
  case pump(Pump)
  case bucket
}

private final class Pump: Scope {
  enum When {
    case stroke
    case jam
    case wearOut
    case start(Int)
    case flow
    case trickle
    case ranDry
    case drew(Result<Int, any Error>)
  }

  private(set) var strokes = 0
  private(set) var failures = 0
  private(set) var drawn: [Int] = []
  private(set) var isWorn = false

  func update(_ when: When) throws {
    switch when {
    case .stroke: strokes += 1
    case .jam: throw InvalidStateError()
    case .wearOut: isWorn = true
    case .start(let depth): effectsState.enqueue(Suck(depth: depth).mapToResult().map(When.drew))
    case .flow: effectsState.enqueue(Drops().mapToResult().map(When.drew))
    case .trickle:
      effectsState.enqueue(Drops().mapToResult().map(When.drew).mapEnd(to: .ranDry))
    case .drew where isWorn, .ranDry where isWorn: throw InvalidStateError()
    case .drew(.success(let water)): drawn.append(water)
    case .drew(.failure), .ranDry: failures += 1
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

private struct Idle: Effect, Equatable {
  func runEffect() async throws -> Int { 0 }
}
