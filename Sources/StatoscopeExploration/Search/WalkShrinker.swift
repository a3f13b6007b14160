import Statoscope
import StatoscopeTesting

/// Shortens a path that shows a result as far as possible.
///
/// Parts are removed as long as the rest still shows the result, together with steps that become impossible.
/// When nothing more can be removed, a breadth-first search looks for a shorter path of another kind.
struct WalkShrinker {
  /// A shortened path, and whether it is known to be the shortest.
  struct Shrunk {
    var way: [Choice]
    var isShortest: Bool
  }

  /// The maximum number of states in the last search.
  private static var mostStates: Int { 2_000 }

  let stage: Stage
  let shows: (_ root: ScopeNode, _ outcome: ChoiceOutcome) -> Bool

  func shrink(_ way: [Choice]) throws -> Shrunk {
    var way = try shown(by: way) ?? way
    var part = way.count / 2
    while part > 0 {
      var start = 0
      while start < way.count {
        let rest = Array(way[..<start] + way[min(start + part, way.count)...])
        if let shorter = try shown(by: rest), shorter.count < way.count {
          way = shorter
        } else {
          start += part
        }
      }
      part /= 2
    }
    return try searchShorter(than: try withoutSingles(way))
  }

  /// Removes single choices as long as possible.
  private func withoutSingles(_ way: [Choice]) throws -> [Choice] {
    var way = way
    var start = 0
    while start < way.count {
      var rest = way
      rest.remove(at: start)
      if let shorter = try shown(by: rest), shorter.count < way.count {
        way = shorter
        start = 0
      } else {
        start += 1
      }
    }
    return way
  }

  /// Takes a path until it shows the result, without impossible steps; returns nil when it never does.
  private func shown(by way: [Choice]) throws -> [Choice]? {
    let root = try stage.makeScope()
    guard !shows(root, .accepted) else { return [] }
    var gone: [Choice] = []
    for choice in way {
      let key = stage.key(of: choice)
      guard stage.choices(in: root).contains(where: { stage.key(of: $0) == key }) else { continue }
      let outcome = stage.perform(choice, on: root)
      gone.append(choice)
      if shows(root, outcome) { return gone }
    }
    return nil
  }

  private func searchShorter(than way: [Choice]) throws -> Shrunk {
    guard way.count > 1 else { return Shrunk(way: way, isShortest: true) }
    let search = NearestShowing(stage: stage, shows: shows)
    let found = try search.find(depth: way.count - 1, states: Self.mostStates)
    // The result must be reproduced on a fresh scope, too.
    if let nearest = found.way, let shorter = try shown(by: nearest) {
      return Shrunk(way: shorter, isShortest: true)
    }
    return Shrunk(way: way, isShortest: found.hasSeenAll && found.way == nil)
  }
}

/// A breadth-first search for the nearest state that shows a result.
private struct NearestShowing {
  let stage: Stage
  let shows: (_ root: ScopeNode, _ outcome: ChoiceOutcome) -> Bool

  func find(depth: Int, states limit: Int) throws -> (way: [Choice]?, hasSeenAll: Bool) {
    let graph = ExploredGraph()
    _ = graph.add(stage.state(of: try stage.makeScope()), from: nil, depth: 0)
    var next = 0
    while next < graph.count, graph.depth(of: next) < depth {
      let way = graph.way(to: next)
      for choice in stage.choices(in: try scope(after: way)) {
        let root = try scope(after: way)
        let outcome = stage.perform(choice, on: root)
        if shows(root, outcome) { return (way + [choice], true) }
        let seen = stage.state(of: root)
        guard graph.number(of: seen) == nil else { continue }
        guard graph.count < limit else { return (nil, false) }
        _ = graph.add(seen, from: graph.transitions.count, depth: graph.depth(of: next) + 1)
        graph.addTransition(from: next, to: graph.count - 1, by: choice, isRefused: false)
      }
      next += 1
    }
    return (nil, true)
  }

  private func scope(after way: [Choice]) throws -> ScopeNode {
    let root = try stage.makeScope()
    for choice in way { _ = stage.perform(choice, on: root) }
    return root
  }
}
