import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, diagrams and flows")
struct DiagramTests {
  @Test func `Mermaid draws each transition, and each state by what differs`() throws {
    let found = try Tally.EXPLORE { Tally(top: 1) }.EVENTS { _ in [.up, .down] }.run()
    #expect(
      found.mermaid() == """
        stateDiagram-v2
          state "count#58; 0" as s0
          state "count#58; 1" as s1
          [*] --> s0
          s0 --> s1 : up
          s1 --> s0 : down

        """
    )
  }

  @Test func `Mermaid escapes its own syntax, and marks states that were not expanded`() throws {
    let (found, _, _) = try overheard {
      try Sign.EXPLORE { Sign() }.EVENTS { _ in [.write("a: \"b\";\nc")] }.STATE { $0.text }.run(depth: 1)
    }
    #expect(
      found.mermaid() == """
        stateDiagram-v2
          state "#34;#34;" as s0
          state "#34;#34;#34;<br/>a#58; #34;b#34;#59;<br/>c<br/>#34;#34;#34;<br/>(not expanded)" as s1
          [*] --> s0
          s0 --> s1 : write(#34;a#58; \\#34;b\\#34;#59;\\nc#34;)

        """
    )
  }

  @Test func `Mermaid's syntax is escaped also before combining characters`() throws {
    let (found, _, _) = try overheard {
      try Sign.EXPLORE { Sign() }
        .EVENTS { _ in [.write("\"\u{301};\u{301}")] }
        .STATE { $0.text }
        .run(depth: 1)
    }
    let quotes = found.mermaid().unicodeScalars.count { $0 == "\"" }
    #expect(quotes == 4)
    #expect(found.mermaid().contains("#34;\u{301}#59;\u{301}"))
  }

  @Test func `one flow covers transitions that lead back to the start`() throws {
    let found = try Tally.EXPLORE { Tally(top: 3) }
      .EVENTS { _ in [.up, .down] }
      .ALWAYS("not negative") { $0.count >= 0 }
      .run()
    #expect(
      found.flows(covering: .transitions) == [
        """
        // Flow 1 of 1 through the states of Tally.
        try Tally.GIVEN { Tally(top: 3) }
          .WHEN(.up)
          .WHEN(.up)
          .WHEN(.up)
          .WHEN(.down)
          .WHEN(.down)
          .WHEN(.down)
          .THEN("not negative") { $0.count >= 0 }
          .runTest()
        """
      ]
    )
    #expect(found.flows(covering: .states).count == 1)
    #expect(found.flows(covering: .states)[0].components(separatedBy: ".WHEN(.up)").count == 4)
  }

  @Test func `where STATE unites different states, each transition has its own flow`() throws {
    let (found, _, _) = try overheard {
      try Door.EXPLORE { Door() }
        .EVENTS { _ in [.removeHandle] }
        .EVENTS(\.handle) { _ in [.pull] }
        .STATE { $0.isOpen }
        .run()
    }
    let flows = found.flows(covering: .transitions)
    #expect(flows.contains { $0.contains(".WHEN(.removeHandle)") })
    #expect(flows.contains { $0.contains(".WHEN(\\.handle, .pull)") })
    // No one can pull a handle that was removed.
    #expect(!flows.contains { $0.contains(#/removeHandle.*\.pull/#.dotMatchesNewlines()) })
  }

  @Test func `the flows cover every graph of six edges, each with something new at its end`() {
    // All directed graphs without loops whose states can all be reached.
    let pairs = (0..<4).flatMap { from in (0..<4).filter { $0 != from }.map { (from, $0) } }
    for bits in 0..<(1 << pairs.count) where bits.nonzeroBitCount <= 6 {
      let edges = pairs.indices.filter { bits >> $0 & 1 == 1 }.map {
        PathCover.Edge(from: pairs[$0].0, to: pairs[$0].1)
      }
      guard Graph(edges).canReachAll else { continue }
      for coverage in [Exploration.Coverage.states, .transitions] {
        let cover = PathCover(states: 4, edges: edges, coverage: coverage)
        #expect(Graph(edges).isCovered(by: cover.paths, coverage), "\(edges)")
        for index in cover.paths.indices {
          var shorter = cover.paths
          shorter[index].removeLast()
          #expect(!Graph(edges).isCovered(by: shorter, coverage), "\(edges)")
        }
      }
    }
  }
}

/// Writes what it is given.
private final class Sign: Scope {
  enum When { case write(String) }
  private(set) var text = ""

  func update(_ when: When) throws {
    if case .write(let text) = when { self.text = text }
  }
}

private struct Graph {
  let edges: [PathCover.Edge]

  init(_ edges: [PathCover.Edge]) {
    self.edges = edges
  }

  var canReachAll: Bool {
    var found: Set<Int> = [0]
    var waiting = [0]
    while let state = waiting.popLast() {
      for edge in edges where edge.from == state && found.insert(edge.to).inserted { waiting.append(edge.to) }
    }
    return found.count == 4
  }

  func isCovered(by paths: [[Int]], _ coverage: Exploration.Coverage) -> Bool {
    var visited: Set<Int> = [0]
    for path in paths {
      var state = 0
      for edge in path {
        guard edges[edge].from == state else { return false }
        state = edges[edge].to
        visited.insert(state)
      }
    }
    return coverage == .states ? visited.count == 4 : Set(paths.joined()) == Set(edges.indices)
  }
}

/// A door whose handle `STATE` leaves out.
private final class Door: Scope {
  enum When { case removeHandle }
  @Subscope var handle: Handle? = Handle()
  var isOpen: Bool { handle?.isPulled ?? false }
  func update(_ when: When) throws { handle = nil }
}

private final class Handle: Scope {
  enum When { case pull }
  private(set) var isPulled = false
  func update(_ when: When) throws { isPulled = true }
}
