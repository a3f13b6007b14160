import Statoscope

/// What an exploration has found: states by number, the first one being where everything starts.
final class ExploredGraph {
  struct State {
    let seen: SeenState
    /// The transition that first led here; nil for the first state.
    let origin: Int?
    /// How many choices that takes.
    let depth: Int
  }

  struct Transition {
    let from: Int
    let to: Int
    let choice: Choice
    /// Whether the update threw an ``InvalidStateError``, although something has changed.
    let isRefused: Bool
  }

  private(set) var states: [State] = []
  private(set) var transitions: [Transition] = []
  /// What was refused and changed nothing: in which state, and what.
  private(set) var refusals: [(state: Int, choice: Choice)] = []
  private var numbers: [StateKey: Int] = [:]

  private(set) var deepest = 0

  func number(of seen: SeenState) -> Int? { numbers[seen.key] }

  func add(_ seen: SeenState, from origin: Int?, depth: Int) -> Int {
    numbers[seen.key] = states.count
    deepest = max(deepest, depth)
    states.append(State(seen: seen, origin: origin, depth: depth))
    return states.count - 1
  }

  func add(_ transition: Transition) {
    transitions.append(transition)
  }

  func addRefusal(of choice: Choice, in state: Int) {
    refusals.append((state, choice))
  }

  /// The transitions by which a state was first reached, the last one first.
  ///
  /// Complexity: O(depth), should all of them be asked for.
  func transitionsBack(from state: Int) -> some Sequence<Int> {
    sequence(state: states[state].origin) { [self] next in
      defer { next = next.flatMap { states[transitions[$0].from].origin } }
      return next
    }
  }

  /// The choices by which a state was first reached.
  ///
  /// Complexity: O(depth).
  func way(to state: Int) -> [Choice] {
    transitionsBack(from: state).map { transitions[$0].choice }.reversed()
  }
}
