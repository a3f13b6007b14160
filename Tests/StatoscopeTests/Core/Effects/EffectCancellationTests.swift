import Statoscope
import TestSupport
import Testing

/// Effects that an event, a change of the tree or a release cancels.
@MainActor @Suite struct EffectCancellationTests {
  @Test func `an effect cancelled by the next event never runs`() async {
    let (cancelled, next) = (Gate<String>(), Gate<String>())
    let loader = Loader().send(.load(cancelled)).send(.cancelAll).send(.load(next))
    await next.open("next")
    await loader.receives(1)
    await cancelled.open("cancelled")
    #expect(loader.received == ["next"])
    let arrivals = Task { await cancelled.arrived() }
    arrivals.cancel()
    _ = try? await cancelled.pass()
    await arrivals.value
    #expect(loader.received == ["next"])
  }

  @Test func `an effect that its own update cancels never runs`() async {
    let journal = Journal()
    let scope = SecondThoughts()
    scope.send(.startAndCancel(journal))
    #expect(scope.effects.isEmpty)
    // Tasks of one actor begin in their order: when this one has ended, the other would have run.
    scope.send(.start(journal))
    for await ends in scope.changes(of: \.ends) where ends > 0 { break }
    #expect(journal.entries == ["started"])
    #expect(scope.ends == 1)
  }

  @Test func `a result after the cancellation is discarded`() async {
    let (late, next) = (Gate<String>(), Gate<String>())
    let loader = Loader().send(.load(late))
    await late.arrived()
    loader.send(.cancelAll)
    #expect(loader.effects.isEmpty)
    await late.open("late")
    loader.send(.load(next))
    await next.open("next")
    await loader.receives(1)
    #expect(loader.received == ["next"])
  }

  /// Enqueue, then cancel in the next event, was still delivered 37 times in 6,000.
  @Test(.lesson(4))
  func `an effect that the next event cancels is never delivered`() async throws {
    // In turn: 12,000 events would be logged while another test has events logged.
    try await withLoggedLines { _ in
      let (open, journal, worker) = (Gate<String>(), NotedRuns(), PolicyWorker())
      await open.open("a")
      for number in 1...6_000 {
        worker.send(.start(NotedEffect(name: "\(number)", gate: open, journal: journal), nil, .all))
        worker.send(.cancelNamed("\(number)"))
      }
      worker.send(.start(NotedEffect(name: "last", gate: open, journal: journal), nil, .all))
      await worker.receives(1)
      #expect(journal.notes == ["last begins", "last ends, cancelled: false"])
      #expect(worker.received == ["a"])
    }
  }

  /// An event arrived after cancelAllEffects had returned.
  @Test(.lesson(5))
  func `nothing arrives after cancelAllEffects`() async {
    for _ in 0..<200 {
      let blocker = BlockedScope().send(.goElsewhere)
      await blocker.hasLeft()
      // Its work is done, and its result on its way to this actor, which has not let it in yet.
      blocker.finishIt()
      blocker.send(.cancelAll)
      let next = Loader()
      let gate = Gate<String>()
      next.send(.load(gate))
      await gate.open("next")
      await next.receives(1)
      #expect(blocker.received == 0)
    }
  }

  /// Effect numbers were reused, so a late end took the new effect's task away.
  @Test(.lesson(2))
  func `the late end of a cancelled effect does not affect a newer one`() async {
    let bench = PolicyBench()
    bench.start("old", id: nil, .all)
    await bench.journal.note(count: 1)
    bench.worker.send(.cancelNamed("old"))
    bench.start("new", id: nil, .all)
    await bench.journal.note(count: 2)
    await bench.gate("old").open("old")
    await bench.journal.note(count: 3)
    #expect(bench.listed == ["new"])
    bench.worker.send(.cancelNamed("new"))
    await bench.gate("new").open("new")
    await bench.journal.note(count: 4)
    #expect(bench.journal.notes.suffix(2) == ["old ends, cancelled: true", "new ends, cancelled: true"])
    #expect(bench.worker.received == [])
  }

  @Test func `a scope that is released cancels its effects`() async {
    let cancelled = Gate<Bool>()
    var scope: Waiter? = Waiter()
    weak let released = scope
    let running = Gate<Void>()
    scope?.send(.wait(running: running, cancelled: cancelled))
    await running.arrived()
    scope = nil
    #expect(released == nil)
    #expect(await (try? cancelled.pass()) == true)
    await running.open(())
  }

  /// Release cancelled in two hops; an injected value in an effect kept the scope alive.
  @Test(.lesson(7))
  func `a released scope is deinitialized and its effects are cancelled at once`() async {
    let (journal, began) = (Journal(), Gate<Void>())
    var root: Listener? = Listener()
    weak let (released, child) = (root, root?.child)
    root?.injectObject(Notes(journal: journal)).child.send(.listen(began))
    await began.arrived()
    #expect(journal.entries == ["began"])
    root = nil
    #expect(released == nil)
    #expect(child == nil)
    #expect(journal.entries == ["began", "cancelled"])
    await began.open(())
  }

  @Test func `a replaced child's effects are cancelled, also when it is retained`() async {
    let late = Gate<String>()
    let parent = LoaderParent()
    let old = parent.loader
    old.send(.load(late))
    await late.arrived()
    parent.send(.replace)
    #expect(old.effects.isEmpty)
    await late.open("late")
    let next = Gate<String>()
    parent.loader.send(.load(next))
    await next.open("next")
    await parent.loader.receives(1)
    #expect(old.received == [])
  }

  /// Effects outlived the child.
  @Test(.from(.composableArchitecture))
  func `a removal cancels the effects of the subtree and discards late results`() async {
    let (root, late, next) = (LoaderRoot(), Gate<String>(), Gate<String>())
    let (child, loader) = (root.child, root.child.loader)
    loader.send(.load(late))
    await late.arrived()
    root.child = LoaderParent()
    #expect(loader.effects.isEmpty)
    await late.open("late")
    let other = LoaderRoot()
    other.child = child
    #expect(other.child.loader === loader)
    loader.send(.load(next))
    await next.open("next")
    await loader.receives(1)
    #expect(loader.received == ["next"])
  }
}

/// Starts an effect, and may think better of it in the same update.
private final class SecondThoughts: Scope {
  enum When {
    case start(Journal)
    case startAndCancel(Journal)
    case ended
  }

  private(set) var ends = 0

  func update(_ when: When) throws {
    switch when {
    case .start(let journal):
      enqueue("started", journal)
    case .startAndCancel(let journal):
      enqueue("cancelled", journal)
      effectsState.cancelAllEffects()
    case .ended:
      ends += 1
    }
  }

  private func enqueue(_ line: String, _ journal: Journal) {
    effectsState.enqueue(
      AnyEffect {
        journal.note(line)
        return When.ended
      }
    )
  }
}

/// Runs an effect that waits until it is cancelled.
private final class Waiter: Scope {
  enum When {
    case wait(running: Gate<Void>, cancelled: Gate<Bool>)
    case never
  }

  func update(_ when: When) throws {
    guard case .wait(let running, let cancelled) = when else { return }
    effectsState.enqueue(
      AnyEffect {
        let (stream, _) = AsyncStream.makeStream(of: Void.self)
        let noticing = Task { try? await running.pass() }
        for await _ in stream {}
        await cancelled.open(Task.isCancelled)
        noticing.cancel()
        return When.never
      }
    )
  }
}

private final class LoaderParent: Scope {
  enum When { case replace }
  @Subscope var loader = Loader()
  func update(_ when: When) throws { loader = Loader() }
}

/// What an effect finds in the tree of its scope.
private struct Notes: Injectable, Sendable {
  var journal = Journal()
  static var defaultValue: Notes { Notes() }
}

/// A scope with a child whose effect notifies an injected value when it is cancelled.
private final class Listener: Scope {
  enum When { case nothing }
  @Subscope var child = ListenerChild()
  func update(_ when: When) throws {}
}

private final class ListenerChild: Scope {
  enum When {
    case listen(Gate<Void>)
    case neverHeard
  }

  func update(_ when: When) throws {
    guard case .listen(let began) = when else { return }
    effectsState.enqueue(ListenUntilCancelled(began: began).map { When.neverHeard })
  }
}

private struct ListenUntilCancelled: Effect {
  @InjectedForEffect var notes: Notes
  let began: Gate<Void>

  func runEffect() async throws {
    let journal = notes.journal
    await withTaskCancellationHandler {
      journal.note("began")
      let arriving = Task { try? await began.pass() }
      let (stream, _) = AsyncStream.makeStream(of: Void.self)
      for await _ in stream {}
      arriving.cancel()
    } onCancel: {
      journal.note("cancelled")
    }
  }
}

private final class LoaderRoot: Scope {
  enum When { case nothing }
  @Subscope var child = LoaderParent()
  func update(_ when: When) throws {}
}
