#if os(Linux)
  import Foundation
  import PlanTestSupport
  import Statoscope
  import StatoscopeExploration
  import StatoscopeRecording
  import TestSupport
  import Testing

  /// The flow tests of recorded sessions are compiled and run, and end in the recorded states.
  @MainActor @Suite("Generated sources, recorded flows")
  struct RecordedSessionTests {
    @Test(.waitsForPrograms) func `flows of recordings end in the states of their sessions`() async throws {
      let sessions = [
        await outOfOrder(), await failing(), await streaming(), await cancelled(), await queued(),
        await silent(),
        await refused(),
      ]
      let flows = sessions.map { $0.flow.replacing("  .runTest()", with: $0.end + "\n  .runTest()") }
      let wrong = sessions[3].flow.replacing("number: 2, ", with: "").replacing(
        "  .runTest()",
        with: sessions[3].end + "\n  .runTest()"
      )
      let session = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Program/Session.swift")
      let program = try await PastedProgram(flows: flows + [wrong], besides: [session.path])
      defer { program.remove() }
      let output = try await program.run()
      // The one that was spoiled fails: so the others really compare.
      #expect(
        output.contains("Executed 8 tests, with 1 failure (0 unexpected)"),
        "\(output)\n\(flows.joined())"
      )
      #expect(output.contains("PastedTests.testFlow7"))
    }

    @Test func `an effect that ends is named by its position`() async {
      let flow = await outOfOrder().flow
      let steps = flow.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.filter {
        $0.hasPrefix(".")
      }
      #expect(
        steps == [
          ".WHEN(.load(0))", ".WHEN(.load(1))", ".WHEN(.load(2))",
          #".WHEN_OldestEffectCompletes(number: 3, with: .loaded(2, .success("c")))"#,
          #".WHEN_OldestEffectCompletes(with: .loaded(0, .success("a")))"#,
          #".WHEN_OldestEffectCompletes(with: .loaded(1, .success("b")))"#, ".runTest()",
        ]
      )
    }

    @Test func `an effect that failed without an event fails`() async {
      let flow = await failing().flow
      let step = ".WHEN_EffectFails_Throws(Fetch.self, number: 2, with: Offline(code: 4))"
      #expect(flow.split(separator: "\n").contains { $0 == "  " + step }, "\(flow)")
    }

    @Test func `an event with an object is a placeholder among the steps`() {
      let session = Session()
      let recorder = ScopeRecorder(session)
      session.send(.hold(session.signals))
      #expect(
        recorder.recording.flowTest() == """
          try Session.GIVEN { Session() }
            .WHEN(<#an event#> /* .hold(Signals) cannot be written as source */)
              // - log: []
              // + log: [
              // +   "held"
              // + ]
            .runTest()
          """
      )
    }

    // MARK: Sessions

    private struct Recorded {
      let flow: String
      let end: String
    }

    private func recorded(_ body: @MainActor (Session) async -> Void) async -> Recorded {
      let session = Session()
      let recorder = ScopeRecorder(session)
      await body(session)
      let text = session.debugDescription.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
      let flow = recorder.recording.flowTest()
      let end = "  .THEN(shows: \"\"\"\n\(text)\n    \"\"\")"
      session.send(.stopAll)
      return Recorded(flow: flow, end: end)
    }

    /// Ends an effect, and waits for its event.
    private func end(_ id: Int, _ result: Result<String, any Error>, of session: Session) async {
      let before = session.log.count
      session.signals.end(id, result)
      await until { session.log.count > before }
    }

    /// Ends an effect without an event that changes the state.
    private func endSilently(_ id: Int, _ result: Result<String, any Error>, of session: Session) async {
      let before = session.effects.count
      session.signals.end(id, result)
      await until { session.effects.count < before }
    }

    private func outOfOrder() async -> Recorded {
      await recorded { session in
        session.send(.load(0)).send(.load(1)).send(.load(2))
        await end(2, .success("c"), of: session)
        await end(0, .success("a"), of: session)
        await end(1, .success("b"), of: session)
      }
    }

    private func failing() async -> Recorded {
      await recorded { session in
        session.send(.load(0)).send(.load(1)).send(.loadOnly(2)).send(.load(3))
        await end(1, .failure(Offline(code: 3)), of: session)
        await endSilently(2, .failure(Offline(code: 4)), of: session)
        await end(3, .failure(URLError(.timedOut)), of: session)
      }
    }

    private func streaming() async -> Recorded {
      await recorded { session in
        session.send(.load(0)).send(.watch)
        for tick in [UInt8(1), 2] {
          let before = session.log.count
          session.signals.ticks.continuation.yield(tick)
          await until { session.log.count > before }
        }
        session.send(.watch)
        session.signals.ticks.continuation.finish()
        await until { session.effects.count <= 1 }
        session.send(.load(1))
        await end(1, .success("b"), of: session)
      }
    }

    private func cancelled() async -> Recorded {
      await recorded { session in
        session.send(.replace(0)).send(.load(1)).send(.replace(2)).send(.watch).send(.stop)
        await end(2, .success("c"), of: session)
        session.send(.load(3)).send(.stopAll).send(.load(4)).send(.load(5))
        await end(5, .success("f"), of: session)
      }
    }

    private func queued() async -> Recorded {
      await recorded { session in
        session.send(.line(0)).send(.line(1)).send(.load(2)).send(.line(3))
        await end(0, .success("a"), of: session)
        await end(2, .success("c"), of: session)
        session.send(.load(4))
        await end(4, .success("e"), of: session)
      }
    }

    private func silent() async -> Recorded {
      await recorded { session in
        session.send(.load(0)).send(.save(1)).send(.save(2))
        await endSilently(1, .success(""), of: session)
        session.send(.save(3)).send(.load(4))
        await end(4, .success("e"), of: session)
      }
    }

    private func refused() async -> Recorded {
      await recorded { session in
        session.send(.load(0)).send(.load(1))
        await endSilently(1, .success("refused"), of: session)
        session.send(.load(2))
        await end(2, .success("c"), of: session)
      }
    }
  }

  /// The flows that explorations write are compiled and run, whatever their closures and values are.
  @Suite("Generated sources, counterexamples")
  struct CounterexampleSourceTests {
    @Test(.waitsForPrograms) func `counterexamples with closures of all kinds compile and fail`() async throws
    {
      let (_, failures, _) = try overheard { try explored().run() }
      let flows = failures.map(\.text)
      #expect(flows.count == 4)
      let session = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Program/Session.swift")
      let program = try await PastedProgram(flows: flows, besides: [session.path])
      defer { program.remove() }
      let output = try await program.run()
      #expect(
        output.contains("Executed 4 tests, with 4 failures (0 unexpected)"),
        "\(output)\n\(flows.joined(separator: "\n"))"
      )
      let all = flows.joined(separator: "\n")
      #expect(all.contains("try Board.GIVEN(makeBoard)"))
      #expect(all.contains(##".THEN_Not("a brace") { $0.text.contains(/[}"]/) }"##))
      #expect(all.contains(#".THEN_Not("flipped", hasCard)"#))
      #expect(all.contains(#".THEN_Not("done", \.isDone)"#))
      #expect(
        all.contains(#".WHEN(\.cards[UUID(uuidString: "00000000-0000-0000-0000-00000000000B")!], .flip)"#)
      )
    }

    @Test func `what cannot be read is a placeholder, which the compiler refuses`() throws {
      let (_, failures, _) = try overheard {
        _ = try unread(line: 1) { $0.steps == 1 }
      }
      #expect(
        failures.map(\.text) == [
          """
          // NEVER "never" is violated after 1 step. The shortest flow that shows it:
          try Board.GIVEN(<#the scope#> /* what stands in EXPLORE at GeneratedFlowsTests.swift:1 */)
            .WHEN(.write("a"))
            .THEN_Not("never", <#the condition#> /* what stands in NEVER at GeneratedFlowsTests.swift:1 */)
            .runTest()
          """
        ]
      )
    }

    private func explored() -> ExplorationPlan<Board> {
      let text = "a } \" b"
      let marked = [firstCard: Date(timeIntervalSinceReferenceDate: 1.5)]
      return Board.EXPLORE(makeBoard)
        .EVENTS { sut in
          let events: [Board.When] = [.write(text), .mark(marked), .open(id: .some(nil)), .`init`, .send]
          return sut.steps < events.count ? [events[sut.steps]] : []
        }
        .EVENTS(\.cards) { card in card.isFlipped ? [] : [.flip] }
        .EFFECT(
          Send.self,
          completesWith: [sampleURL("x")].compactMap {
            URL(string: $0.relativeString, relativeTo: sampleURL("https://a.b/"))
          },
          failsWith: [URLError(.timedOut)]
        )
        .NEVER("a brace") { $0.text.contains(/[}"]/) }
        .NEVER("flipped", hasCard)
        .NEVER("done", \.isDone)
        .NEVER("the end", { sut in sut.steps == 7 /* } */ })
    }

    /// A helper that passes on a location of something else.
    private func unread(line: UInt, _ condition: @escaping (Board) -> Bool) throws -> Exploration {
      try Board.EXPLORE({ Board() }, line: line)
        .EVENTS { sut in sut.steps == 0 ? [.write("a")] : [] }
        .NEVER("never", line: line, condition)
        .run()
    }
  }
#endif
