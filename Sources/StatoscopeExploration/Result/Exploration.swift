import Statoscope
import StatoscopeTesting

/// The result of an exploration.
public struct Exploration: CustomStringConvertible {
  /// A path through the states, as a flow test.
  public struct Flow: Sendable, CustomStringConvertible {
    /// The events on the path, each as the step or the steps of a flow test that send it.
    public let steps: [String]
    /// The whole plan as source, ready to paste into a test.
    public let source: String

    /// The source.
    public var description: String { source }
  }

  /// The scope that was explored.
  public let scope: String
  /// The reason why not everything was explored; nil when everything was.
  public let bound: ExplorationLimit?
  /// The number of states whose events were not all tried.
  public let unexploredStates: Int
  /// The seed of the random walks; nil when there were none.
  public let seed: UInt64?
  /// The flows that broke a promise, each the shortest; they have been reported as failures.
  public let counterexamples: [Flow]
  /// The promises about the graph of all states that were not judged, because not all of it was found.
  ///
  /// `ALWAYS_REACHABLE` and `SETTLES` need every state: explore without a bound, and not by random walks.
  public let uncheckedProperties: [String]
  /// The effects that were in flight and that no `EFFECT` lists, so none of them ever ended.
  public let effectsThatNeverEnd: [String]
  /// The effects with state that reflection does not show, such as a closure: two of one type count as equal.
  ///
  /// States that differ in nothing else count as equal. Make such an effect a type that is `Effect` and
  /// `Hashable`.
  public let indistinctEffects: [String]

  let graph: ExploredGraph
  let replays: ExplorationReplays
  private let reached: [String: Flow]
  private let unjudged: [Promise]

  init(
    scope: String,
    graph: ExploredGraph,
    bound: ExplorationLimit?,
    unexploredStates: Int,
    seed: UInt64? = nil,
    counterexamples: [Flow],
    reached: [String: Flow],
    uncheckedProperties: [Promise],
    effectsThatNeverEnd: [String],
    indistinctEffects: [String],
    replays: ExplorationReplays
  ) {
    self.scope = scope
    self.graph = graph
    self.bound = bound
    self.unexploredStates = unexploredStates
    self.seed = seed
    self.counterexamples = counterexamples
    self.reached = reached
    self.uncheckedProperties = uncheckedProperties.map(\.name)
    unjudged = uncheckedProperties
    self.effectsThatNeverEnd = effectsThatNeverEnd
    self.indistinctEffects = indistinctEffects
    self.replays = replays
  }

  /// The number of states found.
  public var states: Int { graph.count }

  /// The number of transitions between states, including those from a state to itself, but not refused events
  /// that changed nothing.
  public var transitions: Int { graph.transitions.count }

  /// The number of steps to the state that is farthest away.
  public var depth: Int { graph.deepest }

  /// True if every reachable state was found.
  public var isComplete: Bool { bound == nil }

  /// The events whose update threw an `InvalidStateError`, each with the number of states in which it did.
  ///
  /// Complexity: O(transitions).
  public var refusedEvents: [String: Int] {
    let refused = graph.transitions.indices.lazy.filter { graph.transitions[$0].isRefused }
    return labels(of: Array(graph.refusals) + refused.map { graph.choice(of: $0) })
  }

  /// The events that changed nothing in any state in which they were sent.
  ///
  /// Complexity: O(transitions).
  public var eventsThatChangedNothing: [String] {
    let transitions = graph.transitions
    let changing = transitions.indices.filter { transitions[$0].from != transitions[$0].to }
    let all = Array(graph.refusals) + transitions.indices.map { graph.choice(of: $0) }
    return Set(labels(of: all).keys).subtracting(labels(of: changing.map { graph.choice(of: $0) }).keys)
      .sorted()
  }

  /// Returns the labels of choices, each with its frequency.
  private func labels(of choices: [Choice]) -> [String: Int] {
    let counts = Dictionary(choices.map { ($0, 1) }, uniquingKeysWith: +)
    return Dictionary(counts.map { (replays.label($0.key), $0.value) }, uniquingKeysWith: +)
  }

  /// Returns the shortest flow to a state that satisfies a `REACHES` promise; nil if none was found.
  ///
  /// - Parameter promise: the description given to `REACHES`.
  public func flow(reaching promise: String) -> Flow? { reached[promise] }

  /// A summary of the result in a few lines.
  public var description: String {
    let lines = [
      "\(scope): \(counted(states, "state")), \(counted(transitions, "transition")), depth \(depth)",
      bound.map { "not all of it: \($0.words(unexplored: unexploredStates))" } ?? "everything was explored",
    ]
    return (lines + findings).joined(separator: "\n")
  }

  /// The findings besides the size.
  var findings: [String] {
    var lines = seed.map { ["seed \($0)"] } ?? []
    lines += unjudged.map {
      "not judged, because that requires all states: \($0.kind.rawValue) \"\(PrintableText.escaped($0.name))\""
    }
    lines += refusedEvents.sorted { $0.key < $1.key }.map {
      "refused in \(counted($0.value, "state")): \($0.key)"
    }
    lines += eventsThatChangedNothing.map { "never changed anything: \($0)" }
    lines += effectsThatNeverEnd.map { "never ended, because no EFFECT lists it: \($0)" }
    lines += indistinctEffects.map { ExplorationFailure.indistinct(effect: $0).description }
    return lines
  }
}

/// A reason why an exploration has not seen everything.
public enum ExplorationLimit: Sendable, Hashable {
  /// States at this distance were not expanded.
  case depth(Int)
  /// This number of states was found, and there are more.
  case states(Int)
  /// This number of random walks was performed, each with at most this number of events.
  case walks(Int, length: Int)
  /// Ctrl-C was pressed on the terminal; the results so far are available.
  case interrupted

  func words(unexplored: Int) -> String {
    let found = counted(unexplored, "state") + " found but not expanded"
    switch self {
    case .depth(let depth): return "explored up to depth \(depth), \(found)"
    case .states(let states): return "explored up to \(counted(states, "state")), \(found)"
    case .walks(let walks, let length):
      return "\(counted(walks, "random walk")) of up to \(counted(length, "event"))"
    // Random walks have no frontier.
    case .interrupted: return unexplored == 0 ? "interrupted by Ctrl-C" : "interrupted by Ctrl-C, \(found)"
    }
  }
}

/// Facts that are determined by replaying flows, on demand.
struct ExplorationReplays {
  /// Returns the label of a choice.
  let label: (Choice) -> String
  /// Returns the part of the label that choices share if they differ in values and places only.
  let kind: (Choice) -> String
  /// Returns the state at the end of a path, and the steps that leave it; nil when the path cannot be taken.
  let state: (_ path: [Choice], _ leaving: [Leaving]) -> State?
  /// Returns the source of a flow test for a path; nil when the path cannot be taken.
  let source: (_ way: [Choice], _ title: String) -> String?
  /// Returns the beginning of each flow test in source.
  let given: () -> String

  /// A choice that leaves a state.
  struct Leaving {
    let choice: Choice
    let isRefused: Bool
  }

  /// A state that a path led to.
  struct State {
    /// The lines of its text.
    let lines: [String]
    /// The step of a flow test for each leaving choice.
    let steps: [String]
  }
}
