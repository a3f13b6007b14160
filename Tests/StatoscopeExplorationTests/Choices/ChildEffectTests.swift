import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

@Suite("Exploration, effects of children")
struct ChildEffectTests {
  @Test func `only the effects of the named child end`() throws {
    let found = try Office.EXPLORE { Office() }
      .EVENTS(\.first) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EVENTS(\.second) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EFFECT(\.first, Fetch.self, completesWith: [1], failsWith: [Offline()])
      .NEVER("the other's effect ends") { $0.second?.read != [] }
      .REACHES("failed") { $0.first.problem != nil }
      .run()
    // The first's four states, with the second's effect in flight or not asked for.
    #expect(found.states == 8)
    #expect(found.effectsThatNeverEnd == ["Fetch"])
    #expect(
      found.flow(reaching: "failed")?.steps == [
        #".WHEN(\.first, .fetch)"#,
        #".WHEN_EffectFails(\.first, Fetch.self, with: Offline())"#,
      ]
    )
  }

  @Test func `each child may have its own results, which add up with those of the tree`() throws {
    let found = try Office.EXPLORE { Office() }
      .EVENTS(\.first) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EVENTS(\.second) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EFFECT(Fetch.self, completesWith: [0])
      .EFFECT(\.first, Fetch.self, completesWith: [1])
      .EFFECT(\.second, Fetch.self, completesWith: [2])
      .ALWAYS("each has its own letter") { sut in
        sut.first.read.allSatisfy { $0 != 2 } && sut.second?.read.allSatisfy { $0 != 1 } == true
      }
      .run()
    // Nothing asked, in flight, and each of two letters, twice.
    #expect(found.states == 16)
    #expect(found.effectsThatNeverEnd == [])
  }

  @Test func `children of each kind of property have results, with their key path`() throws {
    let found = try Office.EXPLORE { Office() }
      .EVENTS(\.row) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EVENTS(\.named) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EFFECT(\.row, Fetch.self, completesWith: [1])
      .EFFECT(\.named, Fetch.self, completesWith: [2])
      .REACHES("all") { sut in
        sut.row.allSatisfy { $0.read == [1] } && sut.named.values.allSatisfy { $0.read == [2] }
      }
      .run()
    #expect(found.states == 81)
    let steps = found.flow(reaching: "all")?.steps ?? []
    #expect(
      steps.contains(#".WHEN_EffectCompletes(\.row[ifThere: 1], Fetch.self, with: 1)"#)
    )
    #expect(steps.contains(#".WHEN_EffectCompletes(\.named["b"], Fetch.self, with: 2)"#))
  }

  @Test func `effects do not depend on the order of a dictionary's children`() throws {
    let found = try Ward.EXPLORE { Ward() }
      .EVENTS { _ in [1, 100, 1_000].map { .copyBeds(capacity: $0) } }
      .EVENTS(\.beds) { desk in desk.effects.isEmpty ? [.fetch] : [] }
      .EFFECT(\.beds, Fetch.self, completesWith: [1])
      .STATE { _ in 0 }
      .run()
    // Each of five has an effect in flight or not.
    #expect(found.states == 32)
  }

  @Test func `children have results while they exist`() throws {
    let found = try Office.EXPLORE { Office() }
      .EVENTS { sut in sut.second == nil ? [.open] : [.close] }
      .EVENTS(\.second) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EVENTS(\.optionalRow) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EVENTS(\.optionalNamed) { desk in desk.letters == 0 ? [.fetch] : [] }
      .EFFECT(\.second, Fetch.self, completesWith: [1])
      .EFFECT(\.optionalRow, Fetch.self, completesWith: [1])
      .EFFECT(\.optionalNamed, Fetch.self, completesWith: [1])
      .run()
    // Closed, and three desks in three states each.
    #expect(found.states == 28)
    #expect(found.effectsThatNeverEnd == [])
  }

  @Test func `a stream of a child yields and ends`() throws {
    let (found, _, _) = try overheard {
      try Office.EXPLORE { Office() }
        .EVENTS(\.first) { desk in desk.letters == 0 ? [.listen] : [] }
        .EVENTS(\.row) { desk in desk.letters == 0 ? [.listen] : [] }
        .EFFECT(\.first, Post.self, yields: [4], completesWith: [9])
        .REACHES("one and the last") { $0.first.read == [4, 9] && $0.first.effects.isEmpty }
        .NEVER("the others hear anything") { $0.row.contains { !$0.read.isEmpty } }
        .run(depth: 5)
    }
    #expect(
      found.flow(reaching: "one and the last")?.steps == [
        #".WHEN(\.first, .listen)"#,
        #".WHEN_StreamYields(\.first, Post.self, 4)"#,
        #".WHEN_EffectCompletes(\.first, Post.self, with: 9)"#,
      ]
    )
    #expect(found.effectsThatNeverEnd == ["Post"])
  }

  @Test func `streams of children yield in each kind of property`() throws {
    let (found, _, _) = try overheard {
      try Office.EXPLORE { Office() }
        .EVENTS(\.second) { desk in desk.letters == 0 ? [.listen] : [] }
        .EVENTS(\.row) { desk in desk.letters == 0 ? [.listen] : [] }
        .EVENTS(\.named) { desk in desk.letters == 0 ? [.listen] : [] }
        .EVENTS(\.optionalRow) { desk in desk.letters == 0 ? [.listen] : [] }
        .EVENTS(\.optionalNamed) { desk in desk.letters == 0 ? [.listen] : [] }
        .EFFECT(\.second, Post.self, yields: [])
        .EFFECT(\.row, Post.self, yields: [1])
        .EFFECT(\.named, Post.self, yields: [2])
        .EFFECT(\.optionalRow, Post.self, yields: [3])
        .EFFECT(\.optionalNamed, Post.self, yields: [4])
        .REACHES("row") { $0.row[0].read == [1] }
        .REACHES("named") { $0.named["a"]?.read == [2] }
        .run(depth: 2)
    }
    #expect(found.flow(reaching: "row") != nil)
    #expect(found.flow(reaching: "named") != nil)
    // It may do nothing, so it never ends.
    #expect(found.effectsThatNeverEnd == ["Post"])
  }

  @Test func `effects made of closures are listed, with a remedy`() throws {
    let (found, failures, said) = try overheard {
      try Copier.EXPLORE { Copier() }
        .EVENTS { sut in sut.effects.isEmpty ? [.copy, .fax] : [] }
        .EFFECT(Dial.self, completesWith: [()])
        .run()
    }
    #expect(failures == [])
    #expect(found.indistinctEffects == ["AnyEffect { } of Copier", "Dial"])
    #expect(found.effectsThatNeverEnd == ["AnyEffect { } of Copier"])
    let text =
      "counts as equal to others of its type, because reflection does not show all of its state, such as the captures of "
      + "a closure. Make it a type that conforms to Effect and Hashable."
    #expect(
      found.description.hasSuffix(
        """
        never ended, because no EFFECT lists it: AnyEffect { } of Copier
        effect AnyEffect { } of Copier \(text)
        effect Dial \(text)
        """
      )
    )
    #expect(said.count == 2)
    #expect(said.allSatisfy { $0.hasPrefix("statoscope: Copier, effect ") && $0.contains(text) })
    #expect(said.allSatisfy { $0.contains("(EXPLORE at ChildEffectTests.swift:") })
  }

  @Test func `beside a STATE, the listed effects made of closures are named`() throws {
    let (found, _, _) = try overheard {
      try Copier.EXPLORE { Copier() }
        .EVENTS { sut in sut.effects.isEmpty ? [.copy, .fax] : [] }
        .EFFECT(Dial.self, completesWith: [()])
        .STATE { $0.effects.count }
        .run()
    }
    #expect(found.indistinctEffects == ["Dial"])
  }

  @Test func `effects that are values are distinct, but for injected values`() throws {
    let found = try Desk.EXPLORE { Desk() }
      .EVENTS { sut in sut.letters < 2 ? [.fetchNext] : [] }
      .EFFECT(FetchNumbered.self, completesWith: [()])
      .run()
    #expect(found.indistinctEffects == [])
  }
}

/// Desks wherever a child can be.
private final class Office: Scope {
  enum When { case open, close }

  @Subscope var first = Desk()
  @Subscope var second: Desk? = Desk()
  @Subscope var row = [Desk(), Desk()]
  @Subscope var named = ["a": Desk(), "b": Desk()]
  @Subscope var annex: Annex? = Annex()

  var optionalRow: [Desk]? { annex?.row }
  var optionalNamed: [String: Desk]? { annex?.named }

  func update(_ when: When) throws {
    second = when == .open ? Desk() : nil
    annex = when == .open ? Annex() : nil
  }
}

private final class Annex: Scope {
  enum When {}
  @Subscope var row = [Desk()]
  @Subscope var named = ["c": Desk()]
  func update(_ when: When) throws {}
}

/// Has children in a dictionary, whose order depends on its capacity.
private final class Ward: Scope {
  enum When { case copyBeds(capacity: Int) }

  @Subscope var beds: [Int: Desk] = Dictionary(uniqueKeysWithValues: (1...5).map { ($0, Desk()) })

  func update(_ when: When) throws {
    switch when {
    case .copyBeds(let capacity):
      var copy = [Int: Desk](minimumCapacity: capacity)
      for (number, bed) in beds { copy[number] = bed }
      beds = copy
    }
  }
}

/// Has effects that hold closures, with a type of their own and without.
private final class Copier: Scope {
  enum When { case copy, fax, done }

  func update(_ when: When) throws {
    switch when {
    case .copy: effectsState.enqueue(AnyEffect { .done })
    case .fax: effectsState.enqueue(Dial { 7 }.map { .done })
    case .done: break
    }
  }
}

private struct Dial: Effect {
  let number: @Sendable () -> Int
  func runEffect() async throws {}
}
