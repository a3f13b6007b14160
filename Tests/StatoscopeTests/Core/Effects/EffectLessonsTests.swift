import Statoscope
import TestSupport
import Testing

/// What went wrong with effects in the first Statoscope, each of which would fail here.
@MainActor @Suite struct EffectLessonsTests {
  /// A throwing update left its updating flag set and its effects staged.
  @Test(.lesson(1))
  func `a throwing update leaves nothing behind`() async {
    let bench = PolicyBench()
    #expect(throws: NotedFailure.self) {
      try bench.worker.trySend(.upsetQueueAndThrow(bench.effect("staged"), "id"))
    }
    #expect(bench.listed == [])
    // With the flag set this event would wait for ever; with the effects staged it would start them.
    bench.start("next", id: "id", .all)
    #expect(bench.listed == ["next"])
    await bench.end("next")
    #expect(bench.journal.notes == ["next begins", "next ends, cancelled: false"])
  }

  /// Effect numbers were reused, so a late end took the new effect's task away.
  @Test(.lesson(2))
  func `a late end leaves the new effect its task`() async {
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

  /// A completion rewrote the effects' state in the middle of another update.
  @Test(.lesson(3))
  func `a completion waits for the update in progress`() async {
    let blocker = LessonBlocker().send(.goElsewhere)
    await blocker.hasLeft()
    blocker.send(.finishItWhileUpdating)
    #expect(blocker.counts == [1, 2])
    #expect(blocker.effects.count == 2)
    await blocker.receives()
    #expect(blocker.received == 1)
    #expect(blocker.effects.count == 1)
    await blocker.letTheOtherEnd()
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
      let blocker = LessonBlocker().send(.goElsewhere)
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

  /// An effect that threw stayed in effects for ever.
  @Test(.lesson(6))
  func `an effect that threw is no longer listed`() async throws {
    try await withLoggedLines { _ in
      let bench = PolicyBench()
      bench.start("throws", id: "id", .queue, isMapped: false)
      bench.start("next", id: "id", .queue)
      await bench.gate("throws").fail(NotedFailure())
      await bench.end("next")
      #expect(bench.listed == [])
      #expect(bench.worker.received == ["next"])
    }
  }

  /// Release cancelled in two hops; an injected value in an effect kept the scope alive.
  @Test(.lesson(7))
  func `a released scope is deinitialized and its effects are cancelled at once`() async {
    let (journal, began) = (Journal(), Gate<Void>())
    var root: LessonListener? = LessonListener()
    weak let (released, child) = (root, root?.child)
    root?.injectObject(LessonNotes(journal: journal)).child.send(.listen(began))
    await began.arrived()
    #expect(journal.entries == ["began"])
    root = nil
    #expect(released == nil)
    #expect(child == nil)
    #expect(journal.entries == ["began", "cancelled"])
    await began.open(())
  }

  /// Nothing said where send may be called.
  @Test(.lesson(8))
  func `sending off any actor is an error that names the remedy`() async {
    let error = await Task.detached {
      #expect(throws: EffectIsolationError.self) { try Loader().trySend(.load(Gate()), isolation: nil) }
    }.value
    #expect(error?.description.contains("Send the event from an isolated method") == true)
  }
}
