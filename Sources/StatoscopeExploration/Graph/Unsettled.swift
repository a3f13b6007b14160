/// The state nearest to the start from which effects may end without ever satisfying a condition.
///
/// Effects end in any order, but each of them does end: a cycle in which one stays in flight and never ends
/// is not such a counterexample.
enum Unsettled {
  /// No effect that could end is left.
  case atRest(state: Int)
  /// Effects form a cycle of these results, by their indexes.
  case cycle(state: Int, turn: [Int])

  var state: Int {
    switch self {
    case .atRest(let state), .cycle(let state, _): state
    }
  }

  /// Finds the state; returns nil when there is none.
  ///
  /// Complexity: O((states + edges) × effects in flight), and as much again each time that states are found from which an
  /// effect cannot end without leaving the cycle.
  init?(in facts: GraphFacts, condition: [Bool]) {
    let atRest = Unsettled.stateAtRest(facts, condition)
    let cycles = EffectCycles(in: facts, without: condition)
    switch (atRest, cycles.nearestState) {
    case (nil, nil): return nil
    case (let state?, let other) where state < other ?? .max: self = .atRest(state: state)
    case (_, let state?): self = .cycle(state: state, turn: cycles.turn(from: state))
    case (let state?, nil): self = .atRest(state: state)
    }
  }

  private static func stateAtRest(_ facts: GraphFacts, _ condition: [Bool]) -> Int? {
    var isDecided = condition
    for result in facts.results { isDecided[result.from] = true }
    return isDecided.firstIndex(of: false)
  }
}

/// The cycles of effects' results among the states that do not satisfy a condition, on which each effect can end.
///
/// What counts is the effect itself: one that is enqueued after it has ended is another one. So effects are followed
/// from state to state, by their indexes among those in flight. A path may go around such a cycle for ever and let each
/// effect end: it goes to the end of the oldest, then to that of the next. A state at which some effect can no longer
/// end without leaving the cycle is on no such path.
private struct EffectCycles {
  private let facts: GraphFacts
  /// The results that are left.
  private var results: [Int] = []
  private var graph = EdgeGraph(states: 0, edges: [])
  /// The components that have an edge.
  private var cyclic: Set<Int> = []

  init(in facts: GraphFacts, without condition: [Bool]) {
    self.facts = facts
    var isIn = condition.map { !$0 }
    while true {
      let results = facts.results.indices.filter { index in
        let result = facts.results[index]
        return isIn[result.from] && isIn[result.to]
      }
      let graph = EdgeGraph(
        states: condition.count,
        edges: results.map { .init(from: facts.results[$0].from, to: facts.results[$0].to) }
      )
      let components = graph.components
      let inner = graph.edges.indices.filter { edge in
        components.of[graph.edges[edge].from] == components.of[graph.edges[edge].to]
      }
      let ending = EndingEffects(graph, inner: inner, steps: results.map { facts.step(of: $0) }, facts)
      let cyclic = Set(inner.map { components.of[graph.edges[$0].from] })
      let stuck = isIn.indices.filter { state in
        isIn[state] && cyclic.contains(components.of[state])
          && !(0..<facts.inFlight[state]).allSatisfy { ending.contains(state, $0) }
      }
      (self.results, self.graph, self.cyclic) = (results, graph, cyclic)
      if stuck.isEmpty { return }
      for state in stuck { isIn[state] = false }
    }
  }

  /// The state on a cycle that is nearest to the start; nil when there is no cycle.
  var nearestState: Int? { graph.components.of.firstIndex { cyclic.contains($0) } }

  /// Returns the results of one turn of a cycle, in which each effect ends.
  func turn(from state: Int) -> [Int] {
    let component = graph.components.of[state]
    let all = Set(0..<facts.inFlight[state])
    let shortest = graph.shortestPath(from: state, within: component) { graph.edges[$0].to == state } ?? []
    if shortest.reduce(all, left).isEmpty { return shortest.map { results[$0] } }
    var turn: [Int] = []
    var (current, owing) = (state, all)
    // The oldest first.
    while let effect = owing.min(), let path = pathToEnd(of: effect, from: current) {
      owing = path.reduce(owing, left)
      turn += path
      current = path.last.map { graph.edges[$0].to } ?? current
    }
    if turn.isEmpty || current != state {
      turn += graph.shortestPath(from: current, within: component) { graph.edges[$0].to == state } ?? []
    }
    return turn.map { results[$0] }
  }

  /// Returns those of some effects that are in flight after an edge.
  private func left(_ effects: Set<Int>, after edge: Int) -> Set<Int> {
    let step = facts.step(of: results[edge])
    let owing = effects.subtracting(step.yielding.map { [$0] } ?? [])
    return Set(step.origins.indices.filter { index in step.origins[index].map(owing.contains) ?? false })
  }

  /// Returns the shortest path on which an effect ends.
  private func pathToEnd(of effect: Int, from start: Int) -> [Int]? {
    let component = graph.components.of[start]
    var waiting = [(state: start, effect: effect, path: [Int]())]
    var seen: Set<FollowedEffect> = [FollowedEffect(state: start, effect: effect)]
    var next = 0
    while next < waiting.count {
      let (state, effect, path) = waiting[next]
      next += 1
      for edge in graph.outgoing[state] where graph.components.of[graph.edges[edge].to] == component {
        guard let index = left([effect], after: edge).first else { return path + [edge] }
        let to = graph.edges[edge].to
        if seen.insert(FollowedEffect(state: to, effect: index)).inserted {
          waiting.append((to, index, path + [edge]))
        }
      }
    }
    return nil
  }
}

/// An effect in flight in a state, by its index.
private struct FollowedEffect: Hashable {
  let state: Int
  let effect: Int
}

/// The effects that can end without leaving the component of their state.
private struct EndingEffects {
  private var found: Set<FollowedEffect> = []

  /// Complexity: O(edges × effects in flight).
  init(_ graph: EdgeGraph, inner: [Int], steps: [GraphFacts.Step], _ facts: GraphFacts) {
    var before: [FollowedEffect: [FollowedEffect]] = [:]
    var waiting: [FollowedEffect] = []
    for edge in inner {
      let (from, to) = (graph.edges[edge].from, graph.edges[edge].to)
      let step = steps[edge]
      var isLeft = Set<Int>()
      for (index, origin) in step.origins.enumerated() {
        guard let origin, origin != step.yielding else { continue }
        isLeft.insert(origin)
        before[FollowedEffect(state: to, effect: index), default: []].append(
          FollowedEffect(state: from, effect: origin)
        )
      }
      for effect in 0..<facts.inFlight[from] where !isLeft.contains(effect) {
        waiting.append(FollowedEffect(state: from, effect: effect))
      }
    }
    while let ended = waiting.popLast() {
      if found.insert(ended).inserted { waiting += before[ended] ?? [] }
    }
  }

  func contains(_ state: Int, _ effect: Int) -> Bool {
    found.contains(FollowedEffect(state: state, effect: effect))
  }
}
