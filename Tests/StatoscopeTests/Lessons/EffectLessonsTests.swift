import Foundation
import Statoscope
import TestSupport
import Testing

/// What went wrong with effects in the first Statoscope, each of which would fail here.
@MainActor @Suite struct EffectLessonsTests {
  @Test("Lesson 1: a throwing update left its updating flag set and its effects staged")
  func aThrowingUpdateLeavesNothingBehind() async {
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

  @Test("Lesson 2: effect numbers were reused, so a late end took the new effect's task away")
  func aLateEndLeavesTheNewEffectItsTask() async {
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

  @Test("Lesson 3: a completion rewrote the effects' state in the middle of another update")
  func aCompletionWaitsForTheUpdateUnderWay() async {
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

  @Test("Lesson 4: enqueue, then cancel in the next event, was still delivered 37 times in 6,000")
  func whatTheNextEventCancelsIsNeverDelivered() async {
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

  @Test("Lesson 5: an event arrived after cancelAllEffects had returned")
  func nothingArrivesAfterCancelAllEffects() async {
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

  @Test("Lesson 6: an effect that threw stayed in effects for ever")
  func anEffectThatThrewIsListedNoMore() async throws {
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

  @Test("Lesson 7: release cancelled in two hops; an injected value in an effect kept the scope alive")
  func aReleasedScopeIsGoneAndItsEffectsAreCancelledAtOnce() async {
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

  @Test("Lesson 8: nothing said where send may be called")
  func sendOffAnyHomeSaysSo() async {
    let error = await Task.detached {
      #expect(throws: EffectIsolationError.self) { try Loader().trySend(.load(Gate()), isolation: nil) }
    }.value
    #expect(error?.description.contains("Send the event from an isolated method") == true)
  }

  @Test("Lesson 8: the logger was unguarded global state")
  func theLoggerCanBeUsedFromManyThreadsAtOnce() async throws {
    try await withLoggedLines { _ in
      let lines = Journal()
      let sinks: [StatoscopeLogger.Sink] = [
        { lines.note("one: \($1)") }, { lines.note("other: \($1)") },
      ]
      StatoscopeLogger.logLevel = .basic
      StatoscopeLogger.sink = sinks[0]
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { @concurrent in
            let chatterbox = LessonChatterbox()
            for number in 0..<500 {
              StatoscopeLogger.logLevel = number.isMultiple(of: 2) ? .basic : [.errors, .when, .injection]
              StatoscopeLogger.sink = sinks[number % 2]
              chatterbox.send(.say)
              #expect(StatoscopeLogger.logLevel.isSuperset(of: .basic))
            }
          }
        }
      }
      #expect(lines.entries.count { $0.hasSuffix("LessonChatterbox .say") } == 8 * 500)
    }
  }

  @Test("Lesson 8: production code asked whether XCTest was loaded")
  func productionCodeKnowsNothingOfXCTest() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sources = package.appending(path: "Sources/Statoscope").resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(paths.count > 20)
    for path in paths {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      #expect(!text.contains("XCTest"), "\(path)")
    }
  }
}
