import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

@Suite("Exploration, random walks")
struct RandomWalkTests {
  @Test(arguments: [1, 2, 3]) func `a lost update after a cancel shrinks to its three events`(seed: UInt64)
    throws
  {
    let line: UInt = #line
    let (found, failures, _) = try overheard {
      try Note.EXPLORE { Note() }
        .EVENTS { _ in [.type, .save, .cancel] }
        .EFFECT(SaveNote.self, completesWith: [1], failsWith: [Offline()])
        .ALWAYS("nothing typed is forgotten") { $0.isDirty || $0.isSaving || $0.stored == $0.typed }
        .run(walks: 1, length: 500, seed: seed)
    }
    #expect(found.seed == seed)
    #expect(
      failures == [
        Failure(
          line: line + 5,
          text: """
            // ALWAYS "nothing typed is forgotten" is violated after 3 steps. The shortest flow that shows it:
            // Found by run(walks: 1, length: 500, seed: \(seed)).
            try Note.GIVEN { Note() }
              .WHEN(.type)
              .WHEN(.save)
              .WHEN(.cancel)
              .THEN("nothing typed is forgotten") { $0.isDirty || $0.isSaving || $0.stored == $0.typed }
              .runTest()
            """
        )
      ]
    )
  }

  @Test(arguments: [1, 2, 3]) func `a negative count after a failed effect shrinks to its two steps`(
    seed: UInt64
  ) throws {
    let (found, failures, _) = try overheard {
      try Shelf.EXPLORE { Shelf() }
        .EVENTS { sut in sut.ordered < 40 ? [.fill, .take, .order, .tidy] : [.fill, .take, .tidy] }
        .EFFECT(OrderGoods.self, completesWith: [1, 3], failsWith: [Offline()])
        .NEVER("fewer than nothing") { $0.count < 0 }
        .run(walks: 5, length: 500, seed: seed)
    }
    #expect(failures.count == 1)
    #expect(
      found.counterexamples.map(\.steps) == [
        [".WHEN(.order)", ".WHEN_EffectFails(OrderGoods.self, with: Offline())"]
      ]
    )
    #expect(failures[0].text.contains("The shortest flow that shows it:"))
  }

  @Test(arguments: [1, 2, 3]) func `a screen that became unreachable shrinks to its three events`(
    seed: UInt64
  ) throws {
    let (found, failures, _) = try overheard {
      try Screens.EXPLORE { Screens() }
        .EVENTS { _ in [.openMenu, .openHelp, .openSettings, .back, .blink] }
        .ALWAYS("settings can be reached, help is left first") { $0.screen == .help || $0.canReachSettings }
        .run(walks: 1, length: 500, seed: seed)
    }
    #expect(failures.count == 1)
    #expect(found.counterexamples.map(\.steps) == [[".WHEN(.openMenu)", ".WHEN(.openHelp)", ".WHEN(.back)"]])
  }

  @Test func `a screen that no path reaches is a failure that names the seed`() throws {
    let (_, failures, said) = try overheard {
      try Screens.EXPLORE { Screens() }
        .EVENTS { _ in [.openHelp, .back] }
        .REACHES("the settings") { $0.screen == .settings }
        .run(walks: 2, length: 10, seed: 9)
    }
    #expect(
      failures.map(\.text) == [
        """
        // REACHES "the settings" is violated: no state of Screens that was found satisfies it. \
        2 states, 2 transitions: 2 random walks of up to 10 events, seed 9.
        // List all possible events with EVENTS and results of effects with EFFECT, raise the limits of run(), or \
        fix the update that should lead to such a state.
        """
      ]
    )
    #expect(said.count == 1)
    #expect(
      said[0].hasPrefix(
        "statoscope: Screens, 2 states, 2 transitions: 2 random walks of up to 10 events, seed 9 (EXPLORE at Random"
      )
    )
  }

  @Test func `the same seed walks the same paths, another seed other ones`() throws {
    func walked(_ seed: UInt64) throws -> String {
      try overheard {
        try Shelf.EXPLORE { Shelf() }
          .EVENTS { _ in [.fill, .take, .tidy] }
          .run(walks: 3, length: 40, seed: seed)
      }.found.mermaid()
    }
    #expect(try walked(7) == walked(7))
    #expect(try walked(7) != walked(8))
  }

  @Test func `a negative number of walks or events is none`() throws {
    for (walks, length) in [(-1, 3), (1, -3)] {
      let (found, _, _) = try overheard {
        try Shelf.EXPLORE { Shelf() }.EVENTS { _ in [.fill] }.run(walks: walks, length: length, seed: 1)
      }
      #expect(found.transitions == 0)
      #expect(found.limit == .walks(max(0, walks), length: max(0, length)))
    }
  }

  @Test func `a seed that the library chose is printed`() throws {
    let (found, _, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 3) }.EVENTS { _ in [.up, .down] }.run(walks: 2, length: 5)
    }
    let seed = try #require(found.seed)
    #expect(said.count == 2)
    #expect(said.allSatisfy { $0.contains("seed \(seed) (EXPLORE at RandomWalkTests.swift:") })
    #expect(found.description.contains("seed \(seed)"))
    #expect(found.limit == .walks(2, length: 5))
  }

  @Test func `what a walk reaches is reported with the shortest flow`() throws {
    let (found, _, _) = try overheard {
      try Tally.EXPLORE { Tally(top: 5) }
        .EVENTS { _ in [.up, .down, .look] }
        .REACHES("three") { $0.count == 3 }
        .run(walks: 20, length: 50, seed: 3)
    }
    let flow = try #require(found.flow(reaching: "three"))
    #expect(flow.steps == [".WHEN(.up)", ".WHEN(.up)", ".WHEN(.up)"])
    #expect("\(flow)" == flow.source)
  }

  @Test func `a property that is violated at the start needs no steps`() throws {
    let (found, failures, _) = try overheard {
      try Tally.EXPLORE { Tally(top: 5) }
        .EVENTS { _ in [.up] }
        .NEVER("nothing") { $0.count == 0 }
        .run(walks: 2, length: 3, seed: 1)
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("The shortest flow that shows it") == true)
    #expect(found.counterexamples.map(\.steps) == [[]])
  }

  @Test func `a flow among too many states for a search is not called the shortest`() throws {
    let (_, failures, _) = try overheard {
      try Wanderer.EXPLORE { Wanderer() }
        .EVENTS { _ in (0..<3_000).map(Wanderer.When.go) }
        .NEVER("two places") { $0.places.count == 2 }
        .run(walks: 1, length: 2, seed: 1)
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("A flow that shows it, from which no step can be omitted:") == true)
  }

  @Test func `an update that throws another error shrinks to its shortest flow`() throws {
    let (_, failures, _) = try overheard {
      try Fragile.EXPLORE { Fragile() }
        .EVENTS { _ in [.knock, .rest] }
        .run(walks: 1, length: 100, seed: 1)
    }
    #expect(failures.count == 1)
    #expect(
      failures[0].text.hasPrefix("// After 3 steps an update threw an error, or an effect failed with an ")
    )
    #expect(failures[0].text.contains("error that is not mapped to an event: Offline()\n"))
    #expect(failures[0].text.hasSuffix("\n  .WHEN(.knock)\n  .WHEN(.knock)\n  .WHEN(.knock)\n  .runTest()"))
  }
}

private final class Wanderer: Scope {
  enum When { case go(Int) }
  private(set) var places: [Int] = []

  func update(_ when: When) throws {
    if case .go(let place) = when { places.append(place) }
  }
}

private final class Fragile: Scope {
  enum When { case knock, rest }
  private(set) var knocks = 0

  func update(_ when: When) throws {
    guard when == .knock else { return }
    knocks += 1
    if knocks == 3 { throw Offline() }
  }
}
