import PlanTestSupport
import StatoscopeExploration
import StatoscopeRecording

#if os(Linux)
  import Foundation
  import Statoscope
  import StatoscopeTesting
  import Testing

  /// A recording turned into a flow test compiles where it is pasted, and takes the path that was recorded.
  @MainActor @Suite("ScopeRecording, flow tests")
  struct RecordedFlowTests {
    @Test func `a recorded session is a flow test that compiles and passes`() async throws {
      let flow = await recordedSession().flowTest()
      let steps = [
        #"  .WHEN(.pick(.saw(teeth: 3)))"#, #"  .WHEN_Throws(.open)"#,
        #"  .WHEN(\.bench, .paint)"#,
        #"  .WHEN_OldestEffectCompletes(\.bench, with: .painted(""))"#,
        #"  .WHEN(\.chests[ifThere: 1], .pull)"#,
        #"    // + isOpen: true"#, #"    // Paint() started"#,
      ]
      for step in steps {
        #expect(flow.split(separator: "\n").contains(Substring(step)), "\(step) in\n\(flow)")
      }
      let wrong = flow.replacing("WHEN_Throws(.open)", with: "WHEN(.open)")
      let program = try await PastedProgram(flows: [flow, wrong], besides: [Carpentry.source])
      defer { program.remove() }
      let output = try await program.run()
      // The one that was spoiled fails: so the other really ran to its end.
      #expect(output.contains("Executed 2 tests, with 1 failure (0 unexpected)"), "\(output)")
      #expect(output.contains("PastedTests.testFlow1"))
    }

    private func recordedSession() async -> ScopeRecording {
      let carpentry = Carpentry()
      let recorder = ScopeRecorder(carpentry)
      carpentry.send(.open).send(.say("He said: \"a \\ b\"\n\t🪚 \u{7} #(x) \\(y)"))
      carpentry.send(.pick(.saw(teeth: 3))).send(.pick(.other(name: "x", 0.5)))
      carpentry.send(.resize(Carpentry.Size(width: 1))).send(.resize(Carpentry.Size(width: 1, height: -2)))
      _ = try? carpentry.trySend(.open)
      carpentry.send(.lay([.hammer, nil], prices: ["a": 1, "b": 2]))
      if let bench = carpentry.bench {
        bench.send(.paint)
        for await colour in bench.changes(of: \.colour) where colour != nil { break }
      }
      carpentry.chests[1].send(.pull)
      return recorder.recording
    }

    @Test @MainActor func `an effect without an event ends at the scope that an event has added`() async {
      let cabinet = Cabinet()
      let recorder = ScopeRecorder(cabinet)
      cabinet.send(.open)
      await cabinet.drawer?.perform(.oil)
      let lines = recorder.recording.flowTest().split(separator: "\n")
      #expect(lines.contains(#"  .WHEN_OldestEffectCompletes(\.drawer)"#))
    }

    @Test func `values without a literal are placeholders, discarded moments a comment`() {
      let scope = Holder()
      let recorder = ScopeRecorder(scope, capacity: 2)
      scope.send(.count(1)).send(.hold(Thing())).send(.count(2))
      #expect(
        recorder.recording.flowTest(given: "Holder(1)") == """
          // 1 earlier moment was discarded: GIVEN is to make the scope as they left it.
          try Holder.GIVEN { Holder(1) }
            .WHEN(<#an event#> /* .hold(a thing * /) cannot be written as source */)
            .WHEN(.count(2))
              // - count: 1
              // + count: 2
            .runTest()
          """
      )
    }
  }

  private final class Thing: Sendable, CustomStringConvertible {
    var description: String { "a thing */" }
  }

  private final class Cabinet: Scope {
    enum When { case open }
    @Subscope var drawer: OiledDrawer?
    func update(_ when: When) { drawer = OiledDrawer() }
  }

  private final class OiledDrawer: Scope {
    enum When { case oil }
    func update(_ when: When) { effectsState.enqueue(AnyEffect<Void> {}.fireAndForget()) }
  }

  private final class Holder: Scope {
    enum When: Sendable {
      case count(Int)
      case hold(Thing)
    }

    private(set) var count = 0

    func update(_ when: When) throws {
      if case .count(let count) = when { self.count = count }
    }
  }
#endif
