import Statoscope
import StatoscopeTesting

/// The result of an exploration.
public struct Exploration: CustomStringConvertible {
  /// A path through the states, as a flow test.
  public struct Flow: Sendable, CustomStringConvertible {
    /// The choices on the path, each as the step or the steps of a flow test that perform it.
    public let steps: [String]
    /// The whole plan as source, ready to paste into a test.
    public let source: String

    /// The source.
    public var description: String { source }
  }

  /// A reason why an exploration has not seen everything.
  public enum Limit: Sendable, Hashable {
    /// States at this distance were not expanded.
    case depth(Int)
    /// This number of states was found, and there are more.
    case states(Int)
    /// This number of random walks was performed, each with at most this number of events.
    case walks(Int, length: Int)
    /// Fifty effects of this type were in flight in one scope, and there would be ever more.
    case effects(String)
  }

  /// What a run writes to standard error besides its progress.
  public enum Printing: Sendable {
    /// Nothing else.
    case nothing
    /// Each transition, before it is performed.
    case transitions
  }

  /// The scope that was explored.
  public let scope: String
  /// The reason why not everything was explored; nil when everything was.
  public let limit: Limit?
  /// The number of states whose events were not all tried.
  public let unexploredStates: Int
  /// The number of states without a way out: no listed event is accepted there, and no effect is in flight that may end.
  ///
  /// States whose events were not tried, and those of random walks, are not among them.
  public let stuckStates: Int
  /// The seed of the random walks; nil when there were none.
  public let seed: UInt64?
  /// The flows that violate a property, each the shortest; they have been reported as failures.
  public let counterexamples: [Flow]
  /// The effects that were in flight and that no `EFFECT` lists, so none of them ever ended.
  public let effectsThatNeverEnd: [String]
  /// The effects with state that reflection does not show, such as a closure: two of one type count as equal.
  ///
  /// States that differ in nothing else count as equal. Make such an effect a type that is `Effect` and
  /// `Hashable`.
  public let indistinctEffects: [String]
  /// The state that reflection does not show, or that is in an injected object: states that differ in nothing else count
  /// as one.
  ///
  /// A stored property is listed as `Feed.cache`, such as one with a closure, a `Mutex` or an `Atomic`, an object, also in a
  /// structure, as `Cache, injected into Feed`, and closures around events as `what a middleware or a subscriber of Feed
  /// captures`. With `STATE`, nothing is listed: you decide what makes two states equal.
  public let indistinctState: [String]

  let unchecked: [Property]
  let reached: [String: Flow]
  let failures: ReportedFailures
  let graph: ExploredGraph
  let replays: ExplorationReplays

  /// The properties of the graph of all states that were not checked, because not all of it was found.
  ///
  /// `ALWAYS_REACHABLE`, `SETTLES`, `LEADS_TO`, `EVENTUALLY` and `NEVER_STUCK` need every state: explore without a limit,
  /// not by random walks, and with a `STATE` for what reflection does not show.
  public var uncheckedProperties: [String] { unchecked.map(\.name) }

  /// The number of states found.
  public var states: Int { graph.count }

  /// The number of transitions between states, including those from a state to itself, but not refused events
  /// that changed nothing.
  public var transitions: Int { graph.transitions.count }

  /// The number of steps to the state that is farthest away.
  public var depth: Int { graph.deepest }

  /// True if every reachable state was found: no limit was reached, and nothing is in ``indistinctState`` or
  /// ``indistinctEffects``.
  public var isComplete: Bool { limit == nil && isDistinct }

  /// The reason why states may be missing; nil when none is.
  var reasonForMissing: String? {
    limit.map { $0.text(unexplored: unexploredStates) } ?? (isDistinct ? nil : ExplorationFailure.merged)
  }

  /// Indicates whether all of the state was seen.
  var isDistinct: Bool { indistinctState.isEmpty && indistinctEffects.isEmpty }

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

  /// Returns the shortest flow to a state that satisfies a `REACHES` property; nil if none was found.
  ///
  /// - Parameter property: the description given to `REACHES`.
  public func flow(reaching property: String) -> Flow? { reached[property] }

  /// A summary of the result in a few lines.
  public var description: String {
    let lines = [
      "\(scope): \(counted(states, "state")), \(counted(transitions, "transition")), depth \(depth)",
      reasonForMissing.map { "not all of it: \($0)" }
        ?? "everything was explored, \(counted(stuckStates, "state")) without a way out",
    ]
    return (lines + findings).joined(separator: "\n")
  }

  /// The findings besides the size.
  var findings: [String] {
    var lines = seed.map { ["seed \($0)"] } ?? []
    lines += unchecked.map { "not checked, because that requires all states: \($0.text)" }
    lines += refusedEvents.sorted { $0.key < $1.key }.map {
      "refused in \(counted($0.value, "state")): \($0.key)"
    }
    lines += eventsThatChangedNothing.map { "never changed anything: \($0)" }
    lines += effectsThatNeverEnd.map { "never ended, because no EFFECT lists it: \($0)" }
    if !indistinctState.isEmpty { lines.append("\(ExplorationFailure.hidden(state: indistinctState))") }
    lines += indistinctEffects.map { ExplorationFailure.indistinct(effect: $0).description }
    return lines
  }

  // MARK: Drawings

  /// Returns a page that shows the states and the transitions between them.
  ///
  /// The page is self-contained and makes no network requests. A graph of up to 400 states and 4,000
  /// transitions is drawn: each state with its difference from the one before it, the shortest path to it and
  /// that path as a flow test; events can be deselected, which shows the states that are reached without
  /// them. The drawing supports mouse, touch and keyboard; without scripts the states are a list. For a
  /// larger graph the page reports that it is too large, and shows the number of states at each depth and the
  /// transitions of each event.
  ///
  /// Complexity: O(states × depth) for a graph that is drawn, because the paths are replayed; else
  /// O(transitions).
  /// - Parameter title: the heading; by default it names the scope's type.
  public func html(title: String? = nil) -> String {
    GraphPage(self, title: title ?? "Exploration of \(scope)").text
  }

  /// Returns the states and the transitions between them as a Mermaid diagram.
  ///
  /// A state shows the lines that differ between states. States that were not expanded are marked.
  ///
  /// Complexity: O(states × depth), because the paths are replayed.
  public func mermaid() -> String {
    var lines = ["stateDiagram-v2"]
    for (number, text) in stateTexts.enumerated() {
      lines.append("  state \"\(text.map(MermaidText.escaped).joined(separator: "<br/>"))\" as s\(number)")
    }
    lines.append("  [*] --> s0")
    for (index, transition) in graph.transitions.enumerated() {
      let label = replays.label(graph.choice(of: index)) + (transition.isRefused ? " (refused)" : "")
      lines.append("  s\(transition.from) --> s\(transition.to) : \(MermaidText.escaped(label))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of each state: those that differ between states, or its number.
  private var stateTexts: [[String]] {
    let all = (0..<graph.count).map { replays.state(graph.path(to: $0), [])?.lines ?? [] }
    var common = Set(all.first ?? [])
    for lines in all.dropFirst() { common.formIntersection(lines) }
    let firstUnexplored = graph.count - unexploredStates
    return all.enumerated().map { number, lines in
      var shown = lines.filter { !common.contains($0) }
      if shown.count > Self.mostLines {
        shown = shown.prefix(Self.mostLines - 1) + ["… \(shown.count - Self.mostLines + 1) more lines"]
      }
      if shown.isEmpty { shown = ["state \(number)"] }
      let isUnexplored = seed == nil && number >= firstUnexplored
      return shown.map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
        + (isUnexplored ? ["(not expanded)"] : [])
    }
  }

  private static var mostLines: Int { 8 }
}

extension Exploration.Limit {
  func text(unexplored: Int) -> String {
    let found = counted(unexplored, "state") + " found but not expanded"
    switch self {
    case .depth(let depth): return "explored up to depth \(depth), \(found)"
    case .states(let states): return "explored up to \(counted(states, "state")), \(found)"
    case .walks(let walks, let length):
      return "\(counted(walks, "random walk")) of up to \(counted(length, "event"))"
    case .effects(let effect):
      return
        "ended as \(EffectWriter.mostInFlight) effects \(effect) are in flight in one scope; enqueue them with an id, "
        + "and a policy such as .replace or .ignore, so that they do not pile up"
    }
  }
}
