import Statoscope
import StatoscopeTesting

/// Runs paths of a graph again, each on a new scope, to find an update that depends on more than the state and the event:
/// on chance, on the time, or on anything made outside of the closure of `EXPLORE`.
///
/// What is performed is chosen by chance, from a seed that the graph determines. Of a small graph all is, several times.
final class Replays: SearchObserver {
  private let system: TransitionSystem
  private var graph = ExploredGraph()
  /// The first states, which name a difference even if it is there only once.
  private var near: [StateDescription] = []
  /// The number of times that each move was performed.
  private var counts: [Int: Int] = [:]
  /// The number of times that what a move leads to is compared.
  private var times = 1
  /// The moves from each state; nil for a large graph.
  private var outgoing: Adjacency?
  /// The shortest path, as moves, that has led to another result than before.
  private var shortest: (path: [Int], end: StateDescription, fallback: String)?

  /// The number of states, each of which is reached again as soon as it was found.
  private static var nearStates: Int { 8 }
  /// The number of moves of a graph of which all are performed again.
  private static var mostMoves: Int { 256 }
  /// The number of moves that are performed again in a small graph, if they need not be so each four times.
  private static var fewestMoves: Int { 512 }
  /// The number of random paths through a larger graph, and of attempts to find a difference again.
  private static var paths: Int { 64 }

  init(_ system: TransitionSystem) {
    self.system = system
  }

  var isWatching: Bool { near.count < Self.nearStates }

  func didBegin(_ root: ScopeNode, in graph: ExploredGraph) {
    self.graph = graph
    near = [system.description(of: root)]
  }

  /// Takes the path to a new state again, if it is one of the first: an error that concerns these ends the search early.
  func didPerform(_ performed: Search.Performed) throws {
    guard performed.isNew, performed.to < Self.nearStates else { return }
    near.append(system.description(of: performed.root))
    try takePath(graph.moves(to: performed.to))
    try reportDifference()
  }

  /// Takes paths again.
  ///
  /// Complexity: O(depth), at most a part of the transitions of a large graph.
  func didEnd() throws {
    let moves = graph.moveCount
    var generator = SeededGenerator(seed: UInt64(moves))
    let targets: [Int]
    counts = [:]
    if moves <= Self.mostMoves {
      outgoing = Adjacency(states: graph.count, edges: moves) { graph.move($0).from }
      targets = (0..<moves).shuffled(using: &generator)
      times = max(4, min(Self.fewestMoves / max(moves, 1), Self.paths))
    } else {
      let longest = Self.mostMoves + moves / 2_048
      targets = (0..<Self.paths).map { _ in
        var target = Int.random(in: 0..<moves, using: &generator)
        // Transitions are in the order of the distance of their states.
        while graph.depth(of: graph.move(target).from) > longest { target /= 2 }
        return target
      }
    }
    try takePath([])
    for target in targets where counts[target, default: 0] < times {
      let path = graph.moves(to: graph.move(target).from) + [target]
      for _ in 0..<times where counts[target, default: 0] < times { try takePath(path) }
    }
    try reportDifference()
  }

  /// Throws the error that names what has differed after the shortest path, if anything has.
  private func reportDifference() throws {
    guard shortest != nil else { return }
    (times, outgoing) = (.max, nil)
    for _ in 0..<Self.paths {
      guard let path = shortest?.path, !path.isEmpty else { break }
      // Chance may have hidden a difference after a shorter one.
      try takePath(path.dropLast())
    }
    guard let (path, end, fallback) = shortest else { return }
    let choices = path.map { graph.choice(of: $0) }
    let state = path.last.map { graph.move($0).to } ?? 0
    guard state < near.count else { throw try system.difference(after: choices, otherwise: fallback) }
    throw system.error(near[state].difference(from: end) ?? fallback, after: choices)
  }

  /// Takes a path, and goes on with moves that were not performed often enough.
  private func takePath(_ path: some Sequence<Int>) throws {
    let root = try system.makeScope()
    var taken: [Int] = []
    guard var seen = check(root, isAt: 0, after: []) else { return }
    for move in path { guard perform(move, on: root, &taken, &seen) else { return } }
    while let last = taken.last, taken.count < Self.paths, let outgoing {
      let state = graph.move(last).to
      // A scope on another path than the shortest one must be in the very same state.
      guard
        graph.canStandIn(seen, at: state),
        let next = outgoing[state].min(by: { counts[$0, default: 0] < counts[$1, default: 0] }),
        counts[next, default: 0] < times,
        perform(next, on: root, &taken, &seen)
      else { return }
    }
  }

  /// Performs a move, unless the path is as long as another one on which something differed.
  ///
  /// - Returns: false if the path ends here.
  private func perform(
    _ move: Int,
    on root: ScopeNode,
    _ path: inout [Int],
    _ seen: inout SeenState
  ) -> Bool {
    path.append(move)
    guard path.count < shortest?.path.count ?? .max else { return false }
    let known = graph.move(move)
    let outcome = system.perform(graph.choice(of: move), on: root)
    let count = counts[move, default: 0]
    guard count < times else { return true }
    counts[move] = count + 1
    let state = check(root, isAt: known.to, after: path, isRefused: outcome.isRefused, as: known.isRefused)
    if let state { seen = state }
    return state != nil
  }

  /// Compares a state with that which a path led to before.
  private func check(
    _ root: ScopeNode,
    isAt state: Int,
    after path: [Int],
    isRefused: Bool = false,
    as wasRefused: Bool = false
  ) -> SeenState? {
    let seen = system.state(of: root)
    if graph.number(of: seen) == state, isRefused == wasRefused { return seen }
    if path.count < shortest?.path.count ?? .max {
      let outcome = isRefused ? "the update throws" : "the update does not throw"
      let fallback = isRefused == wasRefused ? "no text shows the difference" : outcome
      shortest = (path, system.description(of: root), fallback)
    }
    return nil
  }
}
