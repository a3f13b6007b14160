import Statoscope
import StatoscopeTesting

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
  init?(in graph: ExploredGraph, notes: GraphFacts, holds: [Bool]) {
    let atRest = Unsettled.stateAtRest(graph, notes, holds)
    let cycles = EffectCycles(in: graph, notes: notes, without: holds)
    switch (atRest, cycles.nearestState) {
    case (nil, nil): return nil
    case (let state?, let other) where state < other ?? .max: self = .atRest(state: state)
    case (_, let state?): self = .cycle(state: state, turn: cycles.turn(from: state))
    case (let state?, nil): self = .atRest(state: state)
    }
  }

  private static func stateAtRest(_ graph: ExploredGraph, _ notes: GraphFacts, _ holds: [Bool]) -> Int? {
    var isDecided = holds
    for (index, transition) in graph.transitions.enumerated() where notes.turns[index] != nil {
      isDecided[transition.from] = true
    }
    return isDecided.firstIndex(of: false)
  }
}
