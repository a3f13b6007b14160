import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Every step of an event or an effect with a key path, in plans in which it fails.
@Suite struct `A step with a key path` {
  @Test func `fails where the child is missing`() throws {
    let found = try texts {
      try Yard.GIVEN { Yard() }
        .WHEN(\.pump, .stroke)
        .AND(\.pump, .stroke)
        .WHEN_Throws(\.pump, .stroke)
        .WHEN_EffectCompletes(\.pump, Suck.self, with: 1)
        .WHEN_EffectCompletes(\.pump, Suck.self, number: 2, with: 1)
        .WHEN_EffectCompletes(\.pump, Suck(depth: 1), with: 1)
        .WHEN_EffectCompletes_Throws(\.pump, Suck.self, number: 2, with: 1)
        .WHEN_EffectCompletes_Throws(\.pump, Suck(depth: 1), with: 1)
        .WHEN_EffectFails(\.pump, Suck.self, number: 2, with: Offline())
        .WHEN_EffectFails(\.pump, Suck(depth: 1), with: Offline())
        .WHEN_EffectFails_Throws(\.pump, Suck.self, number: 2, with: Offline())
        .WHEN_EffectFails_Throws(\.pump, Suck(depth: 1), with: Offline())
        .WHEN_StreamYields(\.pump, Drops.self, number: 2, 1)
        .WHEN_StreamYields_Throws(\.pump, Drops.self, number: 2, 1)
        .WHEN_OldestEffectCompletes(\.pump, with: 1)
        .WHEN_OldestEffectCompletes(\.pump, with: .stroke)
        .WHEN_OldestEffectCompletes_Throws(\.pump, with: 1)
        .WHEN_OldestEffectCompletes_Throws(\.pump, with: .stroke)
        .THEN_EnqueuedEffect(\.pump, Suck(depth: 1))
        .THEN_EnqueuedEffect(\.pump, parameter: \Suck.depth, equals: 1)
        .THEN_Enqueued(\.pump, effect: Suck(depth: 1))
        .THEN_NoEnqueuedEffect(\.pump, Suck.self)
        .THEN_NoEffects(\.pump)
        .FORK(\.pump, .stroke) { _ in }
        .FORK_EffectCompletes(\.pump, Suck.self, number: 2, with: 1) { _ in }
        .FORK_EffectCompletes(\.pump, Suck(depth: 1), with: 1) { _ in }
        .FORK_EffectFails(\.pump, Suck.self, number: 2, with: Offline()) { _ in }
        .FORK_EffectFails(\.pump, Suck(depth: 1), with: Offline()) { _ in }
        .FORK_StreamYields(\.pump, Drops.self, number: 2, 1) { _ in }
        .FORK_OldestEffectCompletes(\.pump, with: 1) { _ in }
        .FORK_OldestEffectCompletes(\.pump, with: .stroke) { _ in }
        .runTest()
    }
    let calls = [
      #"WHEN(\.pump, .stroke)"#,
      #"AND(\.pump, .stroke)"#,
      #"WHEN_Throws(\.pump, .stroke)"#,
      #"WHEN_EffectCompletes(\.pump, Suck.self, with: 1)"#,
      #"WHEN_EffectCompletes(\.pump, Suck.self, number: 2, with: 1)"#,
      #"WHEN_EffectCompletes(\.pump, Suck(depth: 1), with: 1)"#,
      #"WHEN_EffectCompletes_Throws(\.pump, Suck.self, number: 2, with: 1)"#,
      #"WHEN_EffectCompletes_Throws(\.pump, Suck(depth: 1), with: 1)"#,
      #"WHEN_EffectFails(\.pump, Suck.self, number: 2, with: Offline())"#,
      #"WHEN_EffectFails(\.pump, Suck(depth: 1), with: Offline())"#,
      #"WHEN_EffectFails_Throws(\.pump, Suck.self, number: 2, with: Offline())"#,
      #"WHEN_EffectFails_Throws(\.pump, Suck(depth: 1), with: Offline())"#,
      #"WHEN_StreamYields(\.pump, Drops.self, number: 2, 1)"#,
      #"WHEN_StreamYields_Throws(\.pump, Drops.self, number: 2, 1)"#,
      #"WHEN_OldestEffectCompletes(\.pump, with: 1)"#,
      #"WHEN_OldestEffectCompletes(\.pump, with: .stroke)"#,
      #"WHEN_OldestEffectCompletes_Throws(\.pump, with: 1)"#,
      #"WHEN_OldestEffectCompletes_Throws(\.pump, with: .stroke)"#,
      #"THEN_EnqueuedEffect(\.pump, Suck(depth: 1))"#,
      #"THEN_EnqueuedEffect(\.pump, parameter: \Suck.depth, equals: 1)"#,
      #"THEN_Enqueued(\.pump, effect: Suck(depth: 1))"#,
      #"THEN_NoEnqueuedEffect(\.pump, Suck.self)"#,
      #"THEN_NoEffects(\.pump)"#,
      #"FORK(\.pump, .stroke)"#,
      #"FORK_EffectCompletes(\.pump, Suck.self, number: 2, with: 1)"#,
      #"FORK_EffectCompletes(\.pump, Suck(depth: 1), with: 1)"#,
      #"FORK_EffectFails(\.pump, Suck.self, number: 2, with: Offline())"#,
      #"FORK_EffectFails(\.pump, Suck(depth: 1), with: Offline())"#,
      #"FORK_StreamYields(\.pump, Drops.self, number: 2, 1)"#,
      #"FORK_OldestEffectCompletes(\.pump, with: 1)"#,
      #"FORK_OldestEffectCompletes(\.pump, with: .stroke)"#,
    ]
    #expect(withoutForks(found) == calls.map { $0 + ": Yard has no Pump there now, \(skipped)" })
  }

  @Test func `fails where another case is current`() throws {
    let found = try texts {
      try Yard.GIVEN { Yard().set(\.tool, .bucket) }
        .WHEN(\.tool, as: Pump.self, .stroke)
        .AND(\.tool, as: Pump.self, .stroke)
        .WHEN_Throws(\.tool, as: Pump.self, .stroke)
        .WHEN_EffectCompletes(\.tool, as: Pump.self, Suck.self, with: 1)
        .WHEN_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 1)
        .WHEN_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 1), with: 1)
        .WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck.self, number: 2, with: 1)
        .WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck(depth: 1), with: 1)
        .WHEN_EffectFails(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline())
        .WHEN_EffectFails(\.tool, as: Pump.self, Suck(depth: 1), with: Offline())
        .WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline())
        .WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck(depth: 1), with: Offline())
        .WHEN_StreamYields(\.tool, as: Pump.self, Drops.self, number: 2, 1)
        .WHEN_StreamYields_Throws(\.tool, as: Pump.self, Drops.self, number: 2, 1)
        .WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: 1)
        .WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: .stroke)
        .WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: 1)
        .WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: .stroke)
        .THEN_EnqueuedEffect(\.tool, as: Pump.self, Suck(depth: 1))
        .THEN_EnqueuedEffect(\.tool, as: Pump.self, parameter: \Suck.depth, equals: 1)
        .THEN_Enqueued(\.tool, as: Pump.self, effect: Suck(depth: 1))
        .THEN_NoEnqueuedEffect(\.tool, as: Pump.self, Suck.self)
        .THEN_NoEffects(\.tool, as: Pump.self)
        .FORK(\.tool, as: Pump.self, .stroke) { _ in }
        .FORK_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 1) { _ in }
        .FORK_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 1), with: 1) { _ in }
        .FORK_EffectFails(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline()) { _ in }
        .FORK_EffectFails(\.tool, as: Pump.self, Suck(depth: 1), with: Offline()) { _ in }
        .FORK_StreamYields(\.tool, as: Pump.self, Drops.self, number: 2, 1) { _ in }
        .FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: 1) { _ in }
        .FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: .stroke) { _ in }
        .runTest()
    }
    let calls = [
      #"WHEN(\.tool, as: Pump.self, .stroke)"#,
      #"AND(\.tool, as: Pump.self, .stroke)"#,
      #"WHEN_Throws(\.tool, as: Pump.self, .stroke)"#,
      #"WHEN_EffectCompletes(\.tool, as: Pump.self, Suck.self, with: 1)"#,
      #"WHEN_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 1)"#,
      #"WHEN_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 1), with: 1)"#,
      #"WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck.self, number: 2, with: 1)"#,
      #"WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck(depth: 1), with: 1)"#,
      #"WHEN_EffectFails(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline())"#,
      #"WHEN_EffectFails(\.tool, as: Pump.self, Suck(depth: 1), with: Offline())"#,
      #"WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline())"#,
      #"WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck(depth: 1), with: Offline())"#,
      #"WHEN_StreamYields(\.tool, as: Pump.self, Drops.self, number: 2, 1)"#,
      #"WHEN_StreamYields_Throws(\.tool, as: Pump.self, Drops.self, number: 2, 1)"#,
      #"WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: 1)"#,
      #"WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: .stroke)"#,
      #"WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: 1)"#,
      #"WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: .stroke)"#,
      #"THEN_EnqueuedEffect(\.tool, as: Pump.self, Suck(depth: 1))"#,
      #"THEN_EnqueuedEffect(\.tool, as: Pump.self, parameter: \Suck.depth, equals: 1)"#,
      #"THEN_Enqueued(\.tool, as: Pump.self, effect: Suck(depth: 1))"#,
      #"THEN_NoEnqueuedEffect(\.tool, as: Pump.self, Suck.self)"#,
      #"THEN_NoEffects(\.tool, as: Pump.self)"#,
      #"FORK(\.tool, as: Pump.self, .stroke)"#,
      #"FORK_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 1)"#,
      #"FORK_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 1), with: 1)"#,
      #"FORK_EffectFails(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline())"#,
      #"FORK_EffectFails(\.tool, as: Pump.self, Suck(depth: 1), with: Offline())"#,
      #"FORK_StreamYields(\.tool, as: Pump.self, Drops.self, number: 2, 1)"#,
      #"FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: 1)"#,
      #"FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: .stroke)"#,
    ]
    #expect(withoutForks(found) == calls.map { $0 + ": Yard has .bucket there now, and no Pump, \(skipped)" })
  }

  @Test func `fails where the child has no such effect`() throws {
    let found = try texts {
      try Yard.GIVEN { Yard().set(\.pump, Pump()) }
        .WHEN_EffectCompletes(\.pump, Suck.self, with: 1)
        .WHEN_EffectCompletes(\.pump, Suck.self, number: 2, with: 1)
        .WHEN_EffectCompletes(\.pump, Suck(depth: 1), with: 1)
        .WHEN_EffectCompletes_Throws(\.pump, Suck.self, number: 2, with: 1)
        .WHEN_EffectCompletes_Throws(\.pump, Suck(depth: 1), with: 1)
        .WHEN_EffectFails(\.pump, Suck.self, number: 2, with: Offline())
        .WHEN_EffectFails(\.pump, Suck(depth: 1), with: Offline())
        .WHEN_EffectFails_Throws(\.pump, Suck.self, number: 2, with: Offline())
        .WHEN_EffectFails_Throws(\.pump, Suck(depth: 1), with: Offline())
        .WHEN_StreamYields(\.pump, Drops.self, number: 2, 1)
        .WHEN_StreamYields_Throws(\.pump, Drops.self, number: 2, 1)
        .WHEN_OldestEffectCompletes(\.pump, with: 1)
        .WHEN_OldestEffectCompletes(\.pump, with: .stroke)
        .WHEN_OldestEffectCompletes_Throws(\.pump, with: 1)
        .WHEN_OldestEffectCompletes_Throws(\.pump, with: .stroke)
        .THEN_EnqueuedEffect(\.pump, Suck(depth: 1))
        .THEN_EnqueuedEffect(\.pump, parameter: \Suck.depth, equals: 1)
        .THEN_Enqueued(\.pump, effect: Suck(depth: 1))
        .FORK_EffectCompletes(\.pump, Suck.self, number: 2, with: 1) { _ in }
        .FORK_EffectCompletes(\.pump, Suck(depth: 1), with: 1) { _ in }
        .FORK_EffectFails(\.pump, Suck.self, number: 2, with: Offline()) { _ in }
        .FORK_EffectFails(\.pump, Suck(depth: 1), with: Offline()) { _ in }
        .FORK_StreamYields(\.pump, Drops.self, number: 2, 1) { _ in }
        .FORK_OldestEffectCompletes(\.pump, with: 1) { _ in }
        .FORK_OldestEffectCompletes(\.pump, with: .stroke) { _ in }
        .runTest()
    }
    #expect(
      withoutForks(found) == [
        #"WHEN_EffectCompletes(\.pump, Suck.self, with: 1): no effect in flight is of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectCompletes(\.pump, Suck.self, number: 2, with: 1): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectCompletes(\.pump, Suck(depth: 1), with: 1): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectCompletes_Throws(\.pump, Suck.self, number: 2, with: 1): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectCompletes_Throws(\.pump, Suck(depth: 1), with: 1): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectFails(\.pump, Suck.self, number: 2, with: Offline()): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectFails(\.pump, Suck(depth: 1), with: Offline()): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectFails_Throws(\.pump, Suck.self, number: 2, with: Offline()): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectFails_Throws(\.pump, Suck(depth: 1), with: Offline()): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_StreamYields(\.pump, Drops.self, number: 2, 1): no effect in flight is number 2 of type Drops. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_StreamYields_Throws(\.pump, Drops.self, number: 2, 1): no effect in flight is number 2 of type Drops. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_OldestEffectCompletes(\.pump, with: 1): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"WHEN_OldestEffectCompletes(\.pump, with: .stroke): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"WHEN_OldestEffectCompletes_Throws(\.pump, with: 1): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"WHEN_OldestEffectCompletes_Throws(\.pump, with: .stroke): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"THEN_EnqueuedEffect(\.pump, Suck(depth: 1)): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"THEN_EnqueuedEffect(\.pump, parameter: \Suck.depth, equals: 1): no effect in flight is of type Suck whose parameter equals 1. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"THEN_Enqueued(\.pump, effect: Suck(depth: 1)): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_EffectCompletes(\.pump, Suck.self, number: 2, with: 1): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_EffectCompletes(\.pump, Suck(depth: 1), with: 1): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_EffectFails(\.pump, Suck.self, number: 2, with: Offline()): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_EffectFails(\.pump, Suck(depth: 1), with: Offline()): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_StreamYields(\.pump, Drops.self, number: 2, 1): no effect in flight is number 2 of type Drops. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_OldestEffectCompletes(\.pump, with: 1): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"FORK_OldestEffectCompletes(\.pump, with: .stroke): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
      ]
    )
  }

  @Test func `fails where the scope in a case has no such effect`() throws {
    let found = try texts {
      try Yard.GIVEN { Yard().set(\.tool, .pump(Pump())) }
        .WHEN_EffectCompletes(\.tool, as: Pump.self, Suck.self, with: 1)
        .WHEN_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 1)
        .WHEN_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 1), with: 1)
        .WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck.self, number: 2, with: 1)
        .WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck(depth: 1), with: 1)
        .WHEN_EffectFails(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline())
        .WHEN_EffectFails(\.tool, as: Pump.self, Suck(depth: 1), with: Offline())
        .WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline())
        .WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck(depth: 1), with: Offline())
        .WHEN_StreamYields(\.tool, as: Pump.self, Drops.self, number: 2, 1)
        .WHEN_StreamYields_Throws(\.tool, as: Pump.self, Drops.self, number: 2, 1)
        .WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: 1)
        .WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: .stroke)
        .WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: 1)
        .WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: .stroke)
        .THEN_EnqueuedEffect(\.tool, as: Pump.self, Suck(depth: 1))
        .THEN_EnqueuedEffect(\.tool, as: Pump.self, parameter: \Suck.depth, equals: 1)
        .THEN_Enqueued(\.tool, as: Pump.self, effect: Suck(depth: 1))
        .FORK_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 1) { _ in }
        .FORK_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 1), with: 1) { _ in }
        .FORK_EffectFails(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline()) { _ in }
        .FORK_EffectFails(\.tool, as: Pump.self, Suck(depth: 1), with: Offline()) { _ in }
        .FORK_StreamYields(\.tool, as: Pump.self, Drops.self, number: 2, 1) { _ in }
        .FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: 1) { _ in }
        .FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: .stroke) { _ in }
        .runTest()
    }
    #expect(
      withoutForks(found) == [
        #"WHEN_EffectCompletes(\.tool, as: Pump.self, Suck.self, with: 1): no effect in flight is of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 1): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 1), with: 1): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck.self, number: 2, with: 1): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectCompletes_Throws(\.tool, as: Pump.self, Suck(depth: 1), with: 1): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectFails(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline()): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectFails(\.tool, as: Pump.self, Suck(depth: 1), with: Offline()): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline()): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck(depth: 1), with: Offline()): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_StreamYields(\.tool, as: Pump.self, Drops.self, number: 2, 1): no effect in flight is number 2 of type Drops. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_StreamYields_Throws(\.tool, as: Pump.self, Drops.self, number: 2, 1): no effect in flight is number 2 of type Drops. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: 1): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"WHEN_OldestEffectCompletes(\.tool, as: Pump.self, with: .stroke): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: 1): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: .stroke): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"THEN_EnqueuedEffect(\.tool, as: Pump.self, Suck(depth: 1)): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"THEN_EnqueuedEffect(\.tool, as: Pump.self, parameter: \Suck.depth, equals: 1): no effect in flight is of type Suck whose parameter equals 1. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"THEN_Enqueued(\.tool, as: Pump.self, effect: Suck(depth: 1)): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_EffectCompletes(\.tool, as: Pump.self, Suck.self, number: 2, with: 1): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_EffectCompletes(\.tool, as: Pump.self, Suck(depth: 1), with: 1): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_EffectFails(\.tool, as: Pump.self, Suck.self, number: 2, with: Offline()): no effect in flight is number 2 of type Suck. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_EffectFails(\.tool, as: Pump.self, Suck(depth: 1), with: Offline()): no effect in flight is equal to Suck(depth: 1). None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_StreamYields(\.tool, as: Pump.self, Drops.self, number: 2, 1): no effect in flight is number 2 of type Drops. None is in flight."#
          + "\n"
          + #"Send the event that enqueues it before this step, or fix `update`, which should enqueue it."#,
        #"FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: 1): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
        #"FORK_OldestEffectCompletes(\.tool, as: Pump.self, with: .stroke): no effect is in flight. Send the event that enqueues one before this step, or fix `update`, which should enqueue one."#,
      ]
    )
  }

  @Test func `fails where the event should throw and does not`() throws {
    let found = try texts {
      try Yard.GIVEN { Yard().set(\.pump, Pump()).set(\.tool, .pump(Pump())) }
        .WHEN(\.pump, .start)
        .AND(\.tool, as: Pump.self, .start)
        .WHEN_Throws(\.pump, .stroke)
        .WHEN_Throws(\.tool, as: Pump.self, .stroke)
        .WHEN_StreamYields_Throws(\.pump, Drops.self, 1)
        .WHEN_StreamYields_Throws(\.tool, as: Pump.self, Drops.self, 1)
        .WHEN_EffectCompletes_Throws(\.pump, Suck(depth: 1), with: 1)
        .WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck.self, with: Offline())
        .WHEN_OldestEffectCompletes_Throws(\.pump, with: .stroke)
        .WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: 1)
        .runTest()
    }
    let write = "otherwise throw InvalidStateError() in `update` for an event that is invalid in this state."
    let event = "`update` did not throw on .stroke. If this is intended, write WHEN(.stroke); \(write)"
    let remove = "If this is intended, remove _Throws from the name of this step; \(write)"
    #expect(
      found == [
        #"WHEN_Throws(\.pump, .stroke): \#(event)"#,
        #"WHEN_Throws(\.tool, as: Pump.self, .stroke): \#(event)"#,
        #"WHEN_StreamYields_Throws(\.pump, Drops.self, 1): nothing threw for an element of Drops(). \#(remove)"#,
        #"WHEN_StreamYields_Throws(\.tool, as: Pump.self, Drops.self, 1): nothing threw for an element of Drops(). \#(remove)"#,
        #"WHEN_EffectCompletes_Throws(\.pump, Suck(depth: 1), with: 1): nothing threw for the end of Suck(depth: 1). \#(remove)"#,
        #"WHEN_EffectFails_Throws(\.tool, as: Pump.self, Suck.self, with: Offline()): nothing threw for the end of Suck(depth: 1). \#(remove)"#,
        #"WHEN_OldestEffectCompletes_Throws(\.pump, with: .stroke): nothing threw for the end of Drops(). \#(remove)"#,
        #"WHEN_OldestEffectCompletes_Throws(\.tool, as: Pump.self, with: 1): nothing threw for the end of Drops(). \#(remove)"#,
      ]
    )
  }

  @Test func `fails where effects are in flight that should not be`() throws {
    let found = try texts {
      try Yard.GIVEN { Yard().set(\.pump, Pump()).set(\.tool, .pump(Pump())) }
        .WHEN(\.pump, .start)
        .AND(\.tool, as: Pump.self, .start)
        .THEN_NoEnqueuedEffect(\.pump, Suck.self)
        .THEN_NoEnqueuedEffect(\.tool, as: Pump.self, Suck.self)
        .THEN_NoEffects(\.pump)
        .THEN_NoEffects(\.tool, as: Pump.self)
        .runTest()
    }
    let list = "In flight, oldest first:\n  Suck(depth: 1), started by .start\n  Drops(), started by .start"
    let one =
      "an effect in flight is of type Suck. \(list)\n"
      + "End it or cancel it before this step, or fix `update`, which enqueues it."
    let all =
      "effects are in flight. \(list)\n"
      + "End or cancel them before this step, or fix `update`, which enqueues them."
    #expect(
      found == [
        #"THEN_NoEnqueuedEffect(\.pump, Suck.self): \#(one)"#,
        #"THEN_NoEnqueuedEffect(\.tool, as: Pump.self, Suck.self): \#(one)"#,
        #"THEN_NoEffects(\.pump): \#(all)"#,
        #"THEN_NoEffects(\.tool, as: Pump.self): \#(all)"#,
      ]
    )
  }

  @Test func `leads through optionals, to an optional in an optional, and to a subclass`() throws {
    let found = try texts {
      try Yard.GIVEN { Yard() }
        .WHEN(\.pump?.valve, .turn)
        .WHEN(\.lastPump, .stroke)
        .WHEN(.deliver)
        .WHEN(\.pump?.valve, .turn)
        .THEN(\.pump?.valve?.turns, equals: 1)
        .WHEN(\.lastPump, .stroke)
        .THEN(\.pump?.strokes, equals: 1)
        .WHEN(\.engine, .stroke)
        .THEN(\.engine.strokes, equals: 1)
        .WITH(\.engine)
        .WHEN(.stroke)
        .THEN(\.fuel, equals: 8)
        .POP()
        .runTest()
    }
    #expect(
      found == [
        #"WHEN(\.pump?.valve, .turn): Yard has no Valve there now, \#(skipped)"#,
        #"WHEN(\.lastPump, .stroke): Yard has no Pump there now, \#(skipped)"#,
      ]
    )
  }
}

private let skipped = "so the step was skipped. Send the event that makes it first."

/// Failures without the lines that name the forks around their steps.
private func withoutForks(_ texts: [String]) -> [String] {
  texts.map { $0.components(separatedBy: "\n  in FORK")[0] }
}

private final class Yard: Scope {
  enum When { case deliver }

  @Subscope var pump: Pump?
  @Subscope var tool: Tool?
  @Subscope var engine = Engine()

  var lastPump: Pump?? { pump.map { $0 } }

  func update(_ when: When) throws {
    pump = Pump()
  }
}

private enum Tool: ScopeEnum {
  case pump(Pump)
  case bucket
}

private class Pump: Scope {
  enum When {
    case stroke
    case start
    case drew(Result<Int, any Error>)
  }

  fileprivate(set) var strokes = 0
  @Subscope var valve: Valve? = Valve()

  func update(_ when: When) throws {
    switch when {
    case .stroke: strokes += 1
    case .start:
      effectsState.enqueue(Suck(depth: 1).mapToResult().map(When.drew))
      effectsState.enqueue(Drops().mapToResult().map(When.drew))
    case .drew: break
    }
  }
}

private final class Engine: Pump {
  private(set) var fuel = 10

  override func update(_ when: When) throws {
    try super.update(when)
    fuel -= 1
  }
}

private final class Valve: Scope {
  enum When { case turn }

  private(set) var turns = 0

  func update(_ when: When) throws {
    turns += 1
  }
}

private struct Suck: Effect, Equatable {
  let depth: Int
  func runEffect() async throws -> Int { depth }
}

private struct Drops: StreamEffect {
  func stream() -> some AsyncSequence<Int, Never> { AsyncStream { nil } }
}
