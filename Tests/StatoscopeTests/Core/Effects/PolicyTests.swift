import Statoscope
import TestSupport
import Testing

/// The four policies with effects that really run, on the main actor and in an actor of one's own.
@Suite struct PolicyTests {
  @Test(arguments: BenchHome.allCases)
  func `all runs effects of one ID concurrently`(on owner: BenchHome) async {
    await owner.run { bench, home in
      bench.start("a", id: "id", .all)
      bench.start("b", id: "id", .all)
      await bench.journal.note(count: 2)
      #expect(Set(bench.journal.notes) == ["a begins", "b begins"])
      await bench.end("b")
      await bench.end("a")
      #expect(bench.worker.received == ["b", "a"])
    }
  }

  @Test(.from(.cacheStore), arguments: BenchHome.allCases)
  func `replace cancels the effect in flight and discards its late result`(on owner: BenchHome) async {
    await owner.run { bench, home in
      bench.start("a", id: "id", .replace)
      await bench.journal.note(count: 1)
      bench.start("b", id: "id", .replace)
      #expect(bench.listed == ["b"])
      await bench.gate("a").open("a")
      await bench.end("b")
      await bench.journal.note(count: 4)
      #expect(bench.journal.notes.contains("a ends, cancelled: true"))
      #expect(bench.worker.received == ["b"])
    }
  }

  @Test(arguments: BenchHome.allCases)
  func `replace cancels a whole queue`(on owner: BenchHome) async {
    await owner.run { bench, home in
      for name in ["a", "b", "c"] { bench.start(name, id: "id", .queue) }
      bench.start("d", id: "id", .replace)
      #expect(bench.listed == ["d"])
      await bench.end("d")
      #expect(bench.journal.notes == ["d begins", "d ends, cancelled: false"])
    }
  }

  @Test(arguments: BenchHome.allCases)
  func `ignore does not run a second effect`(on owner: BenchHome) async {
    await owner.run { bench, home in
      bench.start("a", id: "id", .ignore)
      bench.start("b", id: "id", .ignore)
      #expect(bench.listed == ["a"])
      await bench.end("a")
      bench.start("c", id: "id", .ignore)
      await bench.end("c")
      #expect(bench.worker.received == ["a", "c"])
      #expect(!bench.journal.notes.contains("b begins"))
    }
  }

  @Test(arguments: BenchHome.allCases)
  func `queue runs effects one after the other, in their order`(on owner: BenchHome) async {
    await owner.run { bench, home in
      let names = ["a", "b", "c", "d"]
      for name in names { bench.start(name, id: "id", .queue) }
      #expect(bench.listed == names)
      // Those behind could end at once, if they were let.
      for name in names.reversed() { await bench.gate(name).open(name) }
      await bench.worker.receives(4)
      #expect(bench.worker.received == names)
      #expect(bench.journal.notes == names.flatMap { ["\($0) begins", "\($0) ends, cancelled: false"] })
    }
  }

  @Test @MainActor func `a queued effect has the task-local values of its own event`() async {
    let (tracer, gates) = (Tracer(), [Gate<Void>(), Gate<Void>(), Gate<Void>()])
    for (gate, name) in zip(gates, ["first", "second", "third"]) {
      Trace.$name.withValue(name) { _ = tracer.send(.trace(gate)) }
    }
    for gate in gates { await gate.open(()) }
    await until { tracer.traced.count == 3 }
    #expect(tracer.traced == ["first", "second", "third"])
  }

  @Test(arguments: BenchHome.allCases)
  func `a queued effect waits for all effects enqueued before it`(on owner: BenchHome) async {
    await owner.run { bench, home in
      bench.start("a", id: "id", .all)
      bench.start("b", id: "id", .all)
      bench.start("c", id: "id", .queue)
      await bench.end("a")
      #expect(!bench.journal.notes.contains("c begins"))
      await bench.end("b")
      await bench.end("c")
      #expect(bench.worker.received == ["a", "b", "c"])
    }
  }

  @Test(.lesson(6), arguments: BenchHome.allCases)
  func `an effect that fails or is cancelled starts the next in the queue`(on owner: BenchHome) async throws {
    try await withLoggedLines { lines in
      await owner.run { bench, home in
        for name in ["a", "b", "c", "d"] { bench.start(name, id: "id", .queue, isMapped: name != "a") }
        await bench.gate("a").fail(NotedFailure())
        await bench.gate("b").fail(NotedFailure())
        await bench.worker.receives(1)
        #expect(bench.worker.received == ["failed: NotedFailure()"])
        bench.worker.send(.cancelNamed("c"))
        #expect(bench.listed == ["d"])
        await bench.end("d")
        #expect(bench.worker.received.last == "d")
      }
      #expect(lines.entries.count == 1)
    }
  }

  @Test(arguments: BenchHome.allCases)
  func `cancelEffect(id:) cancels all effects of the ID and no other`(on owner: BenchHome) async {
    await owner.run { bench, home in
      bench.start("a", id: "id", .queue)
      bench.start("b", id: "id", .queue)
      bench.start("c", id: "other", .queue)
      bench.start("d", id: nil, .queue)
      bench.worker.send(.cancelID("id"))
      #expect(bench.listed == ["c", "d"])
      bench.start("e", id: "id", .queue)
      for name in ["e", "d", "c"] { await bench.end(name) }
      #expect(bench.worker.received == ["e", "d", "c"])
    }
  }

  @Test(arguments: BenchHome.allCases)
  func `cancelEffect(where:) cancels running and waiting effects`(on owner: BenchHome) async {
    await owner.run { bench, home in
      for name in ["a1", "b1", "a2", "b2"] { bench.start(name, id: "id", .queue) }
      bench.worker.send(.cancelNamed("a"))
      #expect(bench.listed == ["b1", "b2"])
      await bench.gate("b2").open("b2")
      await bench.end("b1")
      await bench.worker.receives(2)
      #expect(bench.worker.received == ["b1", "b2"])
    }
  }

  @Test(.lesson(1), arguments: BenchHome.allCases)
  func `an update that throws does not change the queue`(on owner: BenchHome) async {
    await owner.run { bench, home in
      for name in ["a", "b"] { bench.start(name, id: "id", .queue) }
      #expect(throws: NotedFailure.self) {
        try bench.worker.trySend(.upsetQueueAndThrow(bench.effect("x"), "id"))
      }
      #expect(bench.listed == ["a", "b"])
      bench.start("c", id: "id", .queue)
      for name in ["a", "b", "c"] { await bench.end(name) }
      #expect(bench.worker.received == ["a", "b", "c"])
      #expect(!bench.journal.notes.contains("x begins"))
    }
  }

  @Test(arguments: BenchHome.allCases)
  func `one update may replace its own effect, and only the last runs`(on owner: BenchHome) async {
    await owner.run { bench, home in
      bench.worker.send(.startTwo(bench.effect("a"), bench.effect("b"), "id", .replace))
      #expect(bench.listed == ["b"])
      await bench.end("b")
      #expect(bench.journal.notes == ["b begins", "b ends, cancelled: false"])
    }
  }
}

private enum Trace {
  @TaskLocal static var name = "none"
}

/// Runs effects of one ID, each of which tells the task-local value that it has.
private final class Tracer: Scope {
  enum When {
    case trace(Gate<Void>)
    case tracedEffect(String)
  }

  private(set) var traced: [String] = []

  func update(_ when: When) {
    switch when {
    case .trace(let gate):
      let effect = AnyEffect {
        try await gate.pass()
        return When.tracedEffect(Trace.name)
      }
      effectsState.enqueue(effect, id: "trace", policy: .queue)
    case .tracedEffect(let name): traced.append(name)
    }
  }
}
