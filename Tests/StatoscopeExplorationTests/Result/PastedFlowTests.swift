import PlanTestSupport
import StatoscopeExploration

#if os(Linux)
  import Foundation
  import Statoscope
  import StatoscopeTesting
  import Testing

  /// What a failure prints compiles when it is pasted into a test, and fails there with the same property.
  @Suite("Exploration, pasted flows")
  struct PastedFlowTests {
    @Test func `what is printed compiles, and fails while the property is violated`() async throws {
      let (found, failures, _) = try overheard { try explore() }
      #expect(failures.count == 3)
      let passing = found.flows(covering: .transitions)
      #expect(passing.contains { $0.contains("(Order.self, number: 2, with: ") })
      #expect(passing.contains { $0.contains(".WHEN_EffectCompletes_Throws(Order.self, with: ") })
      let flows = failures.map(\.text) + passing
      let program = try await PastedProgram(flows: flows, besides: [Carpentry.source])
      defer { program.remove() }
      let output = try await program.run()
      #expect(
        output.contains("THEN_Not(\"the end\"): condition is true, but should be false: the end."),
        "\(output)"
      )
      #expect(
        output.contains("THEN(\"no chest is open at the bench \\\"of\\\" colour\"): condition failed:"),
        "\(output)"
      )
      #expect(output.contains("THEN(\"back at the start\"): condition failed:"), "\(output)")
      // Three failures, each once, and the flows that go through everything fail nothing.
      let count = passing.count + 3
      #expect(output.contains("Executed \(count) tests, with 3 failures (0 unexpected)"), "\(output)")
    }

    /// The way to the end takes events with values of every kind, and effects that end in every way.
    private func explore() throws -> Exploration {
      try Carpentry.EXPLORE { Carpentry() }
        .EVENTS { sut in
          let said = "He said: \"a \\ b\"\n\t🪚 \u{7} #(x) \\(y)"
          let sizes = [Carpentry.Size(width: 1), Carpentry.Size(width: 1, height: -2)]
          let events: [[Carpentry.When]] = [
            [.open], [.say(said)], [.pick(.saw(teeth: 3))], [.pick(.other(name: "x", 0.5))],
            [.resize(sizes[0])],
            [.resize(sizes[1])], [.lay([.hammer, nil], prices: ["a": 1, "b": 2])], [.order],
          ]
          return sut.step < events.count ? events[sut.step] : []
        }
        .EVENTS(\.chests) { chest in chest.isOpen ? [] : [.pull] }
        .EVENTS(\.bench) { bench in bench.colour == nil && bench.effects.isEmpty ? [.paint] : [] }
        .EFFECT(
          Order.self,
          completesWith: [Carpentry.Size(width: 1, height: 1)],
          failsWith: [Broken.tooLate(by: 2)]
        )
        .EFFECT(Paint.self, completesWith: ["red"])
        .NEVER("the end") { sut in
          sut.step == 9  // } of the way
        }
        .ALWAYS_REACHABLE("back at the start") { $0.step == 0 }
        .ALWAYS("no chest is open at the bench \"of\" colour") { sut in
          !(sut.bench?.colour == "red" && sut.chests.last?.isOpen == true)
        }
        .run()
    }
  }
#endif
