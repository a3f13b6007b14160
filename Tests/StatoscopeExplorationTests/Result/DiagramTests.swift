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

  @Test func `the flows are as few as possible on every graph of six edges`() {
    // All directed graphs without loops whose states can all be reached.
    let pairs = (0..<4).flatMap { from in (0..<4).filter { $0 != from }.map { (from, $0) } }
    for bits in 0..<(1 << pairs.count) where bits.nonzeroBitCount <= 6 {
      let edges = pairs.indices.filter { bits >> $0 & 1 == 1 }.map {
        PathCover.Edge(from: pairs[$0].0, to: pairs[$0].1)
      }
      guard Graph(edges).reachable(from: 0).count == 4 else { continue }
      for coverage in [Exploration.Coverage.states, .transitions] {
        let cover = PathCover(states: 4, edges: edges, coverage: coverage)
        #expect(Graph(edges).isCovered(by: cover.paths, coverage), "\(edges)")
        #expect(cover.paths.count == Graph(edges).fewestPaths(coverage), "\(edges) \(coverage)")
        // No path ends with steps that lead to nothing new.
        for index in cover.paths.indices where coverage == .states && !cover.paths[index].isEmpty {
          var shorter = cover.paths
          shorter[index].removeLast()
          #expect(!Graph(edges).isCovered(by: shorter, coverage), "\(edges)")
        }
      }
    }
  }

  @Test func `the flows are as few as possible on every graph of five states without a cycle`() {
    // In some, the path with the most states leaves others apart that two paths could share.
    let pairs = (0..<5).flatMap { from in ((from + 1)..<5).map { (from, $0) } }
    for bits in 0..<(1 << pairs.count) {
      let edges = pairs.indices.filter { bits >> $0 & 1 == 1 }.map {
        PathCover.Edge(from: pairs[$0].0, to: pairs[$0].1)
      }
      let graph = Graph(edges, states: 5)
      guard graph.reachable(from: 0).count == 5 else { continue }
      let cover = PathCover(states: 5, edges: edges, coverage: .states)
      #expect(graph.isCovered(by: cover.paths, .states), "\(edges)")
      #expect(cover.paths.count == graph.fewestPaths(.states), "\(edges)")
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

/// A small graph, for which the fewest paths are found by trying.
private struct Graph {
  let edges: [PathCover.Edge]
  let states: Int

  init(_ edges: [PathCover.Edge], states: Int = 4) {
    (self.edges, self.states) = (edges, states)
  }

  func reachable(from start: Int) -> Set<Int> {
    var found: Set<Int> = [start]
    var waiting = [start]
    while let state = waiting.popLast() {
      for edge in edges where edge.from == state && found.insert(edge.to).inserted { waiting.append(edge.to) }
    }
    return found
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
    return coverage == .states ? visited.count == states : Set(paths.joined()) == Set(edges.indices)
  }

  /// As many paths as there are things of which none comes before another on any path (Dilworth).
  func fewestPaths(_ coverage: Exploration.Coverage) -> Int {
    let reach = (0..<states).map(reachable(from:))
    let count = coverage == .states ? states : edges.count
    func comesBefore(_ first: Int, _ second: Int) -> Bool {
      coverage == .states
        ? reach[first].contains(second) : reach[edges[first].to].contains(edges[second].from)
    }
    var largest = 0
    for bits in 0..<(1 << count) {
      let chosen = (0..<count).filter { bits >> $0 & 1 == 1 }
      guard chosen.count > largest else { continue }
      let isApart = chosen.allSatisfy { first in
        chosen.allSatisfy { first == $0 || !comesBefore(first, $0) }
      }
      if isApart { largest = chosen.count }
    }
    return largest
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
