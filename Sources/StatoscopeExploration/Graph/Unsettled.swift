/// The nearest state from which effects may end without ever satisfying a condition, among those that have to lead to it.
///
/// Effects end in any order, but each of them does end: a cycle in which one stays in flight and never ends
/// is not such a counterexample.
struct Unsettled {
  /// The state after which the condition never holds.
  let start: Int
  /// The results that lead from there to the last state, by their indexes.
  let way: [Int]
  /// The state that no effect can leave, or on a cycle.
  let last: Int
  /// The results of one turn of the cycle, by their indexes; empty where no effect that could end is left.
  let turn: [Int]

  /// Finds the state; returns nil when there is none.
  ///
  /// Complexity: O((states + edges) × effects in flight), and as much again each time that states are found from which an
  /// effect cannot end without leaving the cycle.
  init?(in facts: GraphFacts, condition: [Bool], after premise: [Bool], depth: (_ state: Int) -> Int) {
    let cycles = EffectCycles(in: facts, without: condition)
    let ways = Ways(to: Unsettled.atRest(facts, condition) + cycles.states, facts, without: condition)
    let starts = premise.indices.filter { premise[$0] && ways.length[$0] != nil }
    let nearest = starts.min { one, other in
      let (length, otherLength) = (ways.length[one] ?? 0, ways.length[other] ?? 0)
      return (depth(one) + length, length, one) < (depth(other) + otherLength, otherLength, other)
    }
    guard let nearest else { return nil }
    start = nearest
    way = ways.path(from: nearest)
    last = way.last.map { facts.results[$0].to } ?? nearest
    turn = cycles.contains(last) ? cycles.turn(from: last) : []
  }

  private static func atRest(_ facts: GraphFacts, _ condition: [Bool]) -> [Int] {
    var isDecided = condition
    for result in facts.results { isDecided[result.from] = true }
    return isDecided.indices.filter { !isDecided[$0] }
  }
}

/// The shortest ways to some states, by results of effects among the states that do not satisfy a condition.
private struct Ways {
  /// The number of results from each state; nil where there is no way.
  private(set) var length: [Int?]
  private var next: [Int?]
  private let facts: GraphFacts

  /// Complexity: O(states + edges).
  init(to goals: [Int], _ facts: GraphFacts, without condition: [Bool]) {
    self.facts = facts
    length = condition.map { _ in nil }
    next = condition.map { _ in nil }
    let incoming = Adjacency(states: condition.count, edges: facts.results.count) { facts.results[$0].to }
    var waiting = goals
    for goal in goals { length[goal] = 0 }
    var first = 0
    while first < waiting.count {
      let state = waiting[first]
      first += 1
      for result in incoming[state] {
        let from = facts.results[result].from
        guard !condition[from], length[from] == nil else { continue }
        length[from] = (length[state] ?? 0) + 1
        next[from] = result
        waiting.append(from)
      }
    }
  }

  /// Returns the results on the way from a state.
  func path(from start: Int) -> [Int] {
    var path: [Int] = []
    while let result = next[path.last.map { facts.results[$0].to } ?? start] { path.append(result) }
    return path
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

  /// The states on a cycle, nearest to the start first.
  var states: [Int] { graph.components.of.indices.filter(contains) }

  func contains(_ state: Int) -> Bool { cyclic.contains(graph.components.of[state]) }

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
