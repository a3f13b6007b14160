import Statoscope
import TestSupport
import Testing

/// Streams that are written as closures.
@MainActor @Suite struct RunEffectTests {
  @Test func `each result that is sent becomes an event before send returns`() async {
    let scope = await Rocket().perform(.launch)
    #expect(scope.journal.entries == ["2", "sent 2", "1", "sent 1", "lift-off"])
    #expect(scope.effects.isEmpty)
  }

  @Test func `child tasks may send, one event after the other`() async {
    let scope = await Rocket().perform(.launchTogether)
    #expect(scope.journal.entries.sorted() == ["1", "2", "3"])
  }

  @Test func `an error after some results is the effect's error`() async {
    let scope = await Rocket().perform(.fail)
    #expect(scope.journal.entries == ["1", "failed: Offline()"])
  }

  @Test func `an unmapped error is passed to the scope's handler`() async throws {
    try await withLoggedLines { logged in
      let scope = Rocket()
      let failed = Journal()
      scope.onUnhandledEffectError = { failed.note("\($0)") }
      await scope.perform(.failUnmapped)
      #expect(failed.entries == ["Offline()"])
      #expect(
        logged.entries == [
          """
          errors: the effect RunEffect("unmapped") of Rocket threw Offline(), and nothing maps its errors to an event. Enqueue \
          it with .mapToResult().
          """
        ]
      )
    }
  }

  @Test func `a cancelled effect delivers nothing more, and send returns`() async throws {
    let gate = Gate<Void>()
    let ended = Gate<Bool>()
    let scope = Rocket().send(.wait(gate, ended))
    await gate.arrived()
    scope.send(.abort)
    #expect(scope.effects.isEmpty)
    #expect(scope.journal.entries == ["cancelled"])
    await gate.open(())
    #expect(try await ended.pass())
    #expect(scope.journal.entries == ["cancelled"])
  }

  @Test func `a released scope cancels its closure`() async throws {
    let gate = Gate<Void>()
    let ended = Gate<Bool>()
    var scope: Rocket? = Rocket().send(.wait(gate, ended))
    weak let released = scope
    let journal = scope?.journal
    await gate.arrived()
    scope = nil
    #expect(released == nil)
    #expect(journal?.entries == ["cancelled"])
    await gate.open(())
    #expect(try await ended.pass())
  }

  @Test func `the closure starts on the actor that the scope lives on`() async {
    let scope = await Rocket().perform(.touch)
    #expect(scope.journal.entries == ["touched"])
  }

  @Test func `two are equal when their names are`() {
    let (one, other) = (RunEffect<Int>("a") { _ in }, RunEffect<Int>("a") { await $0(1) })
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    #expect(one != RunEffect<Int>("b") { _ in })
    #expect("\(one)" == "RunEffect(\"a\")")
  }

  @Test func `an iterator that has ended stays at its end`() async throws {
    var iterator = RunEffect<Int>("one") { await $0(1) }.stream().makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    for _ in 0..<2 { #expect(try await iterator.next() == nil) }
    var failing = RunEffect<Int>("none") { _ in throw Offline() }.stream().makeAsyncIterator()
    do {
      _ = try await failing.next()
      Issue.record("the error of the closure was not thrown")
    } catch {
      #expect(error is Offline)
    }
    #expect(try await failing.next() == nil)
  }

  @Test func `run by hand, it returns the last result`() async throws {
    #expect(
      try await RunEffect<Int>("numbers") { send in for number in 1...3 { await send(number) } }.runEffect()
        == 3
    )
  }
}

private func touchOnMainActor(_ journal: Journal) {
  MainActor.assumeIsolated { journal.note("touched") }
}

private final class Rocket: Scope {
  enum When {
    case launch
    case launchTogether
    case fail
    case failUnmapped
    case wait(Gate<Void>, Gate<Bool>)
    case touch
    case abort
    case second(Int)
    case ended(Result<Int, any Error>)
    case liftOff
  }

  let journal = Journal()

  func update(_ when: When) throws {
    switch when {
    case .launch:
      effectsState.enqueue(
        RunEffect("countdown") { [journal] send in
          for second in [2, 1] {
            await send(.second(second))
            journal.note("sent \(second)")
          }
          await send(.liftOff)
        }
      )
    case .launchTogether:
      effectsState.enqueue(
        RunEffect("together") { send in
          await withTaskGroup { group in
            for second in 1...3 { group.addTask { await send(.second(second)) } }
          }
        }
      )
    case .fail:
      let effect = RunEffect<Int>("failing") { send in
        await send(1)
        throw Offline()
      }
      effectsState.enqueue(effect.mapToResult().map(When.ended))
    case .failUnmapped: effectsState.enqueue(RunEffect("unmapped") { _ in throw Offline() })
    case .wait(let gate, let ended):
      let journal = journal
      effectsState.enqueue(
        RunEffect("waiting") { send in
          try await withTaskCancellationHandler {
            try await gate.pass()
          } onCancel: {
            journal.note("cancelled")
          }
          await send(.second(1))
          await ended.open(Task.isCancelled)
        }
      )
    case .touch:
      let journal = journal
      effectsState.enqueue(RunEffect("touch") { _ in touchOnMainActor(journal) })
    case .abort: effectsState.cancelAllEffects()
    case .second(let second): journal.note("\(second)")
    case .ended(.success(let number)): journal.note("\(number)")
    case .ended(.failure(let error)): journal.note("failed: \(error)")
    case .liftOff: journal.note("lift-off")
    }
  }
}
