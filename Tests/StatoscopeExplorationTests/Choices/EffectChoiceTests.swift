import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

@Suite("Exploration, effects")
struct EffectChoiceTests {
  @Test func `an effect completes in each way, fails in each way, or never ends`() throws {
    let found = try Desk.EXPLORE { Desk() }
      .EVENTS { sut in sut.letters == 0 ? [.fetch] : [] }
      .EFFECT(Fetch.self, completesWith: [1, 2], failsWith: [Offline()])
      .REACHES("one") { $0.read == [1] }
      .REACHES("two") { $0.read == [2] }
      .REACHES("offline") { $0.problem == "Offline()" }
      .run()
    // The start, in flight, and an end in each of three ways.
    #expect(found.states == 5)
    #expect(found.transitions == 4)
    #expect(
      found.flow(reaching: "offline")?.steps == [
        ".WHEN(.fetch)", ".WHEN_EffectFails(Fetch.self, with: Offline())",
      ]
    )
    #expect(found.effectsThatNeverEnd == [])
  }

  @Test func `several effects end in any order, each with its number`() throws {
    let found = try Desk.EXPLORE { Desk() }
      .EVENTS { sut in sut.letters < 3 ? [.fetchNext] : [] }
      .EFFECT(FetchNumbered.self, completesWith: [()])
      .REACHES("last first") { $0.read.first == 3 }
      .REACHES("backwards") { $0.read == [3, 2, 1] }
      .run()
    #expect(
      found.flow(reaching: "backwards")?.steps == [
        ".WHEN(.fetchNext)", ".WHEN(.fetchNext)", ".WHEN(.fetchNext)",
        ".WHEN_EffectCompletes(FetchNumbered.self, number: 3, with: ())",
        ".WHEN_EffectCompletes(FetchNumbered.self, number: 2, with: ())",
        ".WHEN_EffectCompletes(FetchNumbered.self, with: ())",
      ]
    )
    #expect(found.isComplete)
    // All six orders of three letters are among the states without anything in flight.
    #expect(found.flow(reaching: "last first") != nil)
  }

  @Test func `an effect that waits for another ends after it`() throws {
    let found = try Desk.EXPLORE { Desk() }
      .EVENTS { sut in sut.letters < 2 ? [.fetchQueued] : [] }
      .EFFECT(FetchNumbered.self, completesWith: [()])
      .NEVER("second before first") { $0.read.first == 2 }
      .REACHES("both") { $0.read == [1, 2] }
      .run()
    #expect(found.isComplete)
    #expect(found.counterexamples.isEmpty)
  }

  @Test func `pending effects distinguish states, even where STATE does not`() throws {
    let plan = Desk.EXPLORE { Desk() }
      .EVENTS { sut in sut.letters < 1 ? [.fetch] : [] }
      .STATE { $0.read }
    #expect(try plan.EFFECT(Fetch.self, completesWith: [1]).run().states == 3)
    // No step says how it ends, so nothing depends on it.
    let silent = try plan.run()
    #expect(silent.states == 1)
    #expect(silent.transitions == 1)
  }

  @Test func `an effect without an EFFECT is reported as never ending`() throws {
    let found = try Desk.EXPLORE { Desk() }
      .EVENTS { sut in sut.letters < 1 ? [.fetch] : [] }
      .run()
    #expect(found.states == 2)
    #expect(found.effectsThatNeverEnd == ["Fetch"])
    #expect(found.description.hasSuffix("never ended, because no EFFECT lists it: Fetch"))
  }

  @Test func `a scope released while its effect is in flight receives nothing`() throws {
    let found = try House.EXPLORE { House() }
      .EVENTS { sut in sut.desk == nil ? [.open] : [.close] }
      .EVENTS(\.desk) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EFFECT(Fetch.self, completesWith: [7])
      .NEVER("a letter in a closed house") { $0.desk == nil && !$0.letters.isEmpty }
      .REACHES("a letter") { $0.letters == [7] }
      .run()
    // Closed; open and nothing asked; asked; arrived. Closing leads back to the first from each.
    #expect(found.states == 4)
    #expect(found.transitions == 6)
    #expect(
      found.flow(reaching: "a letter")?.steps == [
        ".WHEN(.open)", ".WHEN(\\.desk, .fetch)",
        ".WHEN_EffectCompletes(\\.desk, Fetch.self, with: 7)",
      ]
    )
  }

  @Test func `an effect whose event is refused is a step that throws`() throws {
    let found = try Desk.EXPLORE { Desk(refuses: true) }
      .EVENTS { sut in sut.letters == 0 ? [.fetch] : [] }
      .EFFECT(Fetch.self, completesWith: [1], failsWith: [Offline()])
      .REACHES("refused") { $0.letters == 1 && $0.effects.isEmpty }
      .run()
    #expect(found.refusedEvents == ["Fetch completes with 1": 1, "Fetch fails with Offline()": 1])
    #expect(
      found.flow(reaching: "refused")?.steps == [
        ".WHEN(.fetch)", ".WHEN_EffectCompletes_Throws(Fetch.self, with: 1)",
      ]
    )
  }

  @Test func `an error that no map handles is a failure`() throws {
    let (_, failures, _) = try overheard {
      try Desk.EXPLORE { Desk() }
        .EVENTS { sut in sut.letters == 0 ? [.fetchUnmapped] : [] }
        .EFFECT(Fetch.self, failsWith: [Offline()])
        .run()
    }
    #expect(failures.count == 1)
    #expect(
      failures[0].text.hasPrefix("// After 2 steps an update threw an error, or an effect failed with an ")
    )
    #expect(failures[0].text.contains("error that is not mapped to an event: Offline()\n"))
    #expect(failures[0].text.contains("\n  .WHEN_EffectFails(Fetch.self, with: Offline())\n"))
  }

  @Test func `a stream yields at any time, and is in flight until it ends`() throws {
    let (found, _, _) = try overheard {
      try Desk.EXPLORE { Desk() }
        .EVENTS { sut in sut.letters == 0 ? [.listen] : [] }
        .EFFECT(Post.self, yields: [4], completesWith: [9])
        .REACHES("two letters and the last") { $0.read == [4, 4, 9] && $0.effects.isEmpty }
        .run(depth: 4)
    }
    #expect(
      found.flow(reaching: "two letters and the last")?.steps == [
        ".WHEN(.listen)", ".WHEN_StreamYields(Post.self, 4)", ".WHEN_StreamYields(Post.self, 4)",
        ".WHEN_EffectCompletes(Post.self, with: 9)",
      ]
    )
  }
}
