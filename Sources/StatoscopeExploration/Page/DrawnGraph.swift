import Statoscope
import StatoscopeTesting

/// A graph as its page shows it: states with their texts, and the transitions between them.
struct DrawnGraph: Encodable {
  struct State: Encodable {
    let number: Int
    let depth: Int
    /// The lines of the state's box in the drawing.
    let label: [String]
    /// Indicates whether not all of its events were tried.
    let isOpen: Bool
    /// The first transition that led to the state.
    let origin: Int?
    /// The difference from the state before it, as lines of a diff.
    let changes: [String]
    /// The whole text of the state.
    let text: String
    /// The events that are refused here and change nothing.
    let refusals: [String]

    /// The keys of the values that the page's script cannot read from the list.
    private enum CodingKeys: String, CodingKey {
      case depth, label, isOpen
    }
  }

  struct Transition: Encodable {
    let from: Int
    let to: Int
    let event: Int
    let step: Int
    let isRefused: Bool
  }

  struct Event: Encodable {
    let label: String
    let kind: Int
  }

  /// The events that differ in values and key paths only.
  struct Kind: Encodable {
    let name: String
    var transitions = 0
  }

  let given: String
  private(set) var states: [State] = []
  private(set) var transitions: [Transition] = []
  private(set) var events: [Event] = []
  private(set) var kinds: [Kind] = []
  /// The steps of flow tests.
  private(set) var steps: [String] = []

  private var eventNumbers: [Choice: Int] = [:]
  private var kindNumbers: [String: Int] = [:]
  private var stepNumbers: [String: Int] = [:]

  private enum CodingKeys: String, CodingKey {
    case given, states, transitions, events, kinds, steps
  }

  private static var mostLines: Int { 2 }
  private static var mostTextLines: Int { 200 }

  /// Complexity: O(states × depth).
  init(_ found: Exploration) {
    let (graph, replays) = (found.graph, found.replays)
    given = replays.given().withoutAddresses
    let outgoing = Adjacency(states: graph.count, edges: graph.transitions.count) {
      graph.transitions[$0].from
    }
    let refusals = graph.refusalsByState
    var texts: [[String]] = []
    var transitions = [Transition?](repeating: nil, count: graph.transitions.count)
    for number in 0..<graph.count {
      let leaving = outgoing[number].map { edge in
        ExplorationReplays.Leaving(
          choice: graph.choice(of: edge),
          isRefused: graph.transitions[edge].isRefused
        )
      }
      let replayed = replays.state(graph.path(to: number), leaving)
      texts.append((replayed?.lines ?? []).map(\.withoutAddresses))
      for (edge, step) in zip(outgoing[number], replayed?.steps ?? leaving.map { _ in "" }) {
        transitions[edge] = Transition(
          from: number,
          to: graph.transitions[edge].to,
          event: self.number(of: graph.choice(of: edge), replays),
          step: self.number(ofStep: step.withoutAddresses),
          isRefused: graph.transitions[edge].isRefused
        )
      }
    }
    self.transitions = transitions.compactMap { $0 }
    for transition in self.transitions { kinds[events[transition.event].kind].transitions += 1 }
    let firstOpen = found.seed == nil ? graph.count - found.unexploredStates : graph.count
    for number in 0..<graph.count {
      let origin = graph.origin(of: number)
      let before = origin.map { texts[graph.transitions[$0].from] }
      let changes = before.map { LineDiff(from: $0, to: texts[number], context: 0, enclosing: true).lines }
      states.append(
        State(
          number: number,
          depth: graph.depth(of: number),
          label: changes.map(DrawnGraph.label) ?? ["the start"],
          isOpen: number >= firstOpen,
          origin: origin,
          changes: changes ?? [],
          text: DrawnGraph.shortened(texts[number]),
          refusals: refusals[number].map { replays.label($0).withoutAddresses }
        )
      )
    }
  }

  private mutating func number(of choice: Choice, _ replays: ExplorationReplays) -> Int {
    if let known = eventNumbers[choice] { return known }
    let kind = replays.kind(choice)
    if kindNumbers[kind] == nil {
      kindNumbers[kind] = kinds.count
      kinds.append(Kind(name: kind))
    }
    eventNumbers[choice] = events.count
    events.append(Event(label: replays.label(choice).withoutAddresses, kind: kindNumbers[kind] ?? 0))
    return events.count - 1
  }

  private mutating func number(ofStep step: String) -> Int {
    if let known = stepNumbers[step] { return known }
    stepNumbers[step] = steps.count
    steps.append(step)
    return steps.count - 1
  }

  /// Returns the changes in a state, shortened if necessary.
  private static func label(of changes: [String]) -> [String] {
    func lines(behind mark: String) -> [String] {
      changes.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(2).drop { $0 == " " }) }
        .filter { $0 != "]" }
    }
    let added = lines(behind: "+ ")
    let lines = added.isEmpty ? lines(behind: "- ").map { "not " + $0 } : added
    guard lines.count > mostLines else { return lines }
    return lines.prefix(mostLines - 1) + ["… \(lines.count - mostLines + 1) more lines"]
  }

  private static func shortened(_ lines: [String]) -> String {
    guard lines.count > mostTextLines else { return lines.joined(separator: "\n") }
    let more = "… \(lines.count - mostTextLines) more lines"
    return (lines.prefix(mostTextLines) + [more]).joined(separator: "\n")
  }
}
