import Statoscope

/// The facts about states and transitions that properties of the whole graph depend on.
final class GraphFacts {
  /// The effects in flight before a transition that may end some of them.
  struct Before {
    fileprivate let effects: [ListedEffect]
    /// The kind of the stream that yields, if that is the only effect of the transition.
    fileprivate let yielding: Int?
  }

  private let system: TransitionSystem
  private let properties: [Property]
  /// Indicates whether a property is about the results of effects.
  private let needsEffects: Bool

  /// For each property of the plan, its condition in each state; empty if it is not about the graph.
  private var conditions: [[Bool]]
  /// For each state, the number of the set of the kinds of effects in flight.
  fileprivate var inFlight: [Int] = []
  /// For each transition of an effect, the number of the set of the kinds that ended; nil for other
  /// transitions.
  fileprivate var ended: [Int?] = []
  /// The sets of kinds, by their numbers.
  fileprivate var sets: [Set<Int>] = []
  private var numbers: [Set<Int>: Int] = [:]

  init(_ system: TransitionSystem) {
    self.system = system
    properties = system.explored.properties.filter(\.kind.isAboutGraph)
    needsEffects = properties.contains { $0.kind == .settles }
    conditions = system.explored.properties.map { _ in [] }
  }

  /// Returns the condition of a property in each state.
  func condition(of property: Property) -> [Bool] { conditions[property.index] }

  /// Records a newly found state.
  func recordState(of root: ScopeNode) {
    for property in properties {
      conditions[property.index].append((try? property.condition(root)) == true)
    }
    if needsEffects { inFlight.append(number(of: Set(system.listedEffects(in: root).map(\.kind)))) }
  }

  /// Returns the facts required before a choice is performed; nil for an event.
  func before(_ choice: Choice, in root: ScopeNode) -> Before? {
    guard needsEffects, let chosen = system.effect(of: choice, in: root) else { return nil }
    let effects = system.listedEffects(in: root)
    let own = effects.first { $0.scope === chosen.scope && $0.generation == chosen.effect.generation }
    return Before(effects: effects, yielding: own.flatMap { $0.mayEnd ? nil : $0.kind })
  }

  /// Records a transition that was performed.
  func recordTransition(_ before: Before?, after root: ScopeNode) {
    guard needsEffects else { return }
    guard let before else { return ended.append(nil) }
    let left = system.listedEffects(in: root)
    let gone = before.effects.filter { effect in
      !left.contains { $0.scope === effect.scope && $0.generation == effect.generation }
    }
    ended.append(number(of: Set(gone.map(\.kind) + (before.yielding.map { [$0] } ?? []))))
  }

  private func number(of kinds: Set<Int>) -> Int {
    if let known = numbers[kinds] { return known }
    numbers[kinds] = sets.count
    sets.append(kinds)
    return sets.count - 1
  }
}

/// The states from which no path leads to a state that satisfies a condition.
struct DeadEnds {
  /// The dead end nearest to the start; nil when there is none.
  let nearest: Int?
  let count: Int

  /// Complexity: O(states + edges).
  init(in graph: ExploredGraph, condition: [Bool]) {
    let transitions = graph.transitions
    let incoming = Adjacency(states: condition.count, edges: transitions.count) { transitions[$0].to }
    var reaches = condition
    var waiting = condition.indices.filter { condition[$0] }
    while let state = waiting.popLast() {
      for edge in incoming[state] where !reaches[transitions[edge].from] {
        reaches[transitions[edge].from] = true
        waiting.append(transitions[edge].from)
      }
    }
    // States are numbered in the order of discovery, nearest first.
    nearest = reaches.firstIndex(of: false)
    count = reaches.count { !$0 }
  }
}

/// The state nearest to the start from which effects may end without ever satisfying a condition.
///
/// Effects end in any order, but each of them does end: a cycle in which one stays in flight and never ends
/// is not such a counterexample.
enum Unsettled {
  /// No effect that could end is left.
  case atRest(state: Int)
  /// Effects form a cycle of these transitions.
  case cycle(state: Int, turn: [Int])

  var state: Int {
    switch self {
    case .atRest(let state), .cycle(let state, _): state
    }
  }

  /// Finds the state; returns nil when there is none.
  ///
  /// Complexity: O(states + edges), and as much again for each kind of effect that takes part in a cycle found.
  init?(in graph: ExploredGraph, facts: GraphFacts, condition: [Bool]) {
    let atRest = Unsettled.stateAtRest(graph, facts, condition)
    let cycles = EffectCycles(in: graph, facts: facts, without: condition)
    switch (atRest, cycles.nearestState) {
    case (nil, nil): return nil
    case (let state?, let other) where state < other ?? .max: self = .atRest(state: state)
    case (_, let state?): self = .cycle(state: state, turn: cycles.turn(from: state))
    case (let state?, nil): self = .atRest(state: state)
    }
  }

  private static func stateAtRest(_ graph: ExploredGraph, _ facts: GraphFacts, _ condition: [Bool]) -> Int? {
    var isDecided = condition
    for (index, transition) in graph.transitions.enumerated() where facts.ended[index] != nil {
      isDecided[transition.from] = true
    }
    return isDecided.firstIndex(of: false)
  }
}

/// The cycles of effects' results among the states that do not satisfy a condition.
private struct EffectCycles {
  private let facts: GraphFacts
  private let graph: EdgeGraph
  /// The transition of each edge of the graph.
  private let transitions: [Int]
  /// The kinds of effects in flight in all states of each component.
  private var always: [Set<Int>?]
  /// The kinds of effects that end inside each component; nil for a component without edges.
  private var ending: [Set<Int>?]

  /// Complexity: O(states + edges).
  init(in explored: ExploredGraph, facts: GraphFacts, without condition: [Bool]) {
    self.facts = facts
    transitions = explored.transitions.indices.filter { index in
      let transition = explored.transitions[index]
      return facts.ended[index] != nil && !condition[transition.from] && !condition[transition.to]
    }
    graph = EdgeGraph(
      states: condition.count,
      edges: transitions.map { .init(from: explored.transitions[$0].from, to: explored.transitions[$0].to) }
    )
    always = [Set<Int>?](repeating: nil, count: graph.components.count)
    ending = always
    for (state, component) in graph.components.of.enumerated() where !condition[state] {
      let kinds = facts.sets[facts.inFlight[state]]
      always[component] = always[component]?.intersection(kinds) ?? kinds
    }
    for (index, edge) in graph.edges.enumerated()
    where graph.components.of[edge.from] == graph.components.of[edge.to] {
      let component = graph.components.of[edge.from]
      ending[component] = (ending[component] ?? []).union(kinds(of: index))
    }
  }

  /// The state on a cycle that is nearest to the start; nil when there is no cycle.
  var nearestState: Int? {
    graph.components.of.firstIndex { component in
      guard let ending = ending[component], let always = always[component] else { return false }
      return always.isSubset(of: ending)
    }
  }

  /// Returns the transitions of one turn of a cycle, in which each effect ends.
  func turn(from state: Int) -> [Int] {
    let component = graph.components.of[state]
    var missing = always[component] ?? []
    let shortest = graph.shortestPath(from: state, within: component) { graph.edges[$0].to == state } ?? []
    if missing.subtracting(shortest.flatMap(kinds)).isEmpty { return shortest.map { transitions[$0] } }
    var turn: [Int] = []
    var current = state
    while !missing.isEmpty || turn.isEmpty || current != state {
      let path = graph.shortestPath(from: current, within: component) { edge in
        missing.isEmpty ? graph.edges[edge].to == state : !missing.isDisjoint(with: kinds(of: edge))
      }
      guard let path, let last = path.last else { break }
      for edge in path { missing.subtract(kinds(of: edge)) }
      turn += path
      current = graph.edges[last].to
    }
    return turn.map { transitions[$0] }
  }

  private func kinds(of edge: Int) -> Set<Int> {
    facts.ended[transitions[edge]].map { facts.sets[$0] } ?? []
  }
}
